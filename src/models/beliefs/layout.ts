// Names, transforms and offsets of the parameters of a belief model, on the natural and the unconstrained scale.
import { inverseSoftplus, sigmoid, softplus } from '../../math/logistic.ts';

/** Natural = unconstrained, or natural = floor + softplus(unconstrained). Either keeps the number of entries. */
export type BeliefTransform = 'identity' | 'softplus';

/** What a block's entries are: priors go by it. */
export type BlockRole = 'eta' | 'phi' | 'intercept' | 'slope' | 'second-slope' | 'cutpoint' | 'cutpoint-gap';

export interface BlockEntry {
  /** "eta", "phi", or the prompt and the parameter's name: "bet_r4.alpha". */
  readonly name: string;
  readonly role: BlockRole;
  readonly transform: BeliefTransform;
  /** Natural values from which fits start; their number is the block's size. */
  readonly start: readonly number[];
}

export interface BeliefBlock extends BlockEntry {
  readonly floor: number;
  readonly offset: number;
  readonly size: number;
}

/** Blocks end to end; the same offsets hold on the natural and the unconstrained scale. */
export interface BeliefLayout {
  readonly blocks: readonly BeliefBlock[];
  readonly dimension: number;
}

/** φ > 2 keeps the density of a report at z = ½ from rising towards 0 and 1 (A.2). */
const PHI_FLOOR = 2;
/** Softplus values that a fit rounded to their floor go this far above it, so that their inverse is finite. */
const SMALLEST_EXCESS = 1e-300;

export function layBeliefBlocks(entries: readonly BlockEntry[]): BeliefLayout {
  let offset = 0;
  const blocks = entries.map((entry) => {
    const size = entry.start.length;
    const block = { ...entry, offset, size, floor: entry.role === 'phi' ? PHI_FLOOR : 0 };
    offset += size;
    return block;
  });
  return { blocks, dimension: offset };
}

/** The block called `name`; throws where there is none. */
export function blockNamed(layout: BeliefLayout, name: string): BeliefBlock {
  const block = layout.blocks.find((candidate) => candidate.name === name);
  if (block === undefined) throw new Error(`the model has no parameter ${name}`);
  return block;
}

/** Natural values from which fits start: a flat prior, φ = 10, slopes 1 and no shift (notes of the protocol, 5). */
export const startValues = (layout: BeliefLayout): Float64Array =>
  Float64Array.from(layout.blocks.flatMap(({ start }) => start));

/** Writes the natural values of `unconstrained` into `natural`. */
export function toNatural(layout: BeliefLayout, unconstrained: Float64Array, natural: Float64Array): void {
  for (const { offset, size, transform, floor } of layout.blocks)
    for (let i = offset; i < offset + size; i++)
      natural[i] = transform === 'identity' ? unconstrained[i] : floor + softplus(unconstrained[i]);
}

/** The unconstrained vector of natural values. */
export function toUnconstrained(layout: BeliefLayout, natural: Float64Array): Float64Array {
  const unconstrained = Float64Array.from(natural);
  for (const { offset, size, transform, floor } of layout.blocks)
    if (transform === 'softplus')
      for (let i = offset; i < offset + size; i++)
        unconstrained[i] = inverseSoftplus(Math.max(natural[i] - floor, SMALLEST_EXCESS));
  return unconstrained;
}

/** Turns a gradient with respect to natural values into one with respect to `unconstrained`, in place. */
export function chainGradient(
  layout: BeliefLayout,
  unconstrained: Float64Array,
  gradient: Float64Array,
): void {
  for (const { offset, size, transform } of layout.blocks)
    if (transform === 'softplus')
      for (let i = offset; i < offset + size; i++) gradient[i] *= sigmoid(unconstrained[i]);
}
