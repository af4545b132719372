// What is reported of a draw of belief parameters, and ranked in studies of replicates: names and values in one order.
import { log } from '../../math/elementary.ts';
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { BeliefBlock, BeliefLayout } from './layout.ts';
import type { BeliefModel } from './model.ts';
import { SD_OF, type ProperPriors } from './priors.ts';
import { decisionThresholds } from './thresholds.ts';

const namesOf = ({ name, size }: BeliefBlock): readonly string[] =>
  size === 1 ? [name] : Array.from({ length: size }, (_, i) => `${name}[${i + 1}]`);

/** Parameters by the names of their blocks, entries from 1: eta[k] less their mean, phi, PROMPT.alpha, PROMPT.taugap[k], …. */
export const parameterNames = ({ blocks }: BeliefLayout): readonly string[] => blocks.flatMap(namesOf);

/** PROMPT.threshold of every decision of a linear model; others have none. */
export const thresholdNames = ({ kind, scores, outputs }: BeliefModel): readonly string[] =>
  kind !== 'linear'
    ? []
    : scores.flatMap(({ output }) =>
        outputs[output].family === 'decision' ? [`${outputs[output].prompt}.threshold`] : [],
      );

/** Writes the thresholds at `theta` from `start` on. */
export function writeThresholds(
  model: BeliefModel,
  theta: Float64Array,
  out: Float64Array,
  start: number,
): void {
  if (model.kind !== 'linear') return;
  decisionThresholds(model, theta).forEach(({ implied }, i) => (out[start + i] = implied));
}

/** Parameters less their prior's centre over its sd; a half-normal's over its scale. η has mean 0. */
function standardise({ blocks }: BeliefLayout, priors: ProperPriors, theta: Float64Array): Float64Array {
  const standard = Float64Array.from(theta);
  for (const { role, offset, size, floor } of blocks)
    for (let i = offset; i < offset + size; i++)
      if (role === 'phi') standard[i] = (log(theta[i] - floor) - priors.phi.mu) / priors.phi.sigma;
      else standard[i] /= role === 'eta' ? priors.eta : priors[SD_OF[role]];
  return standard;
}

/** Directions of the projections and reference points read this chain. */
const REFERENCE_CHAIN = 3;

function unitRows(seed: number, count: number, length: number): readonly Float64Array[] {
  const random = randomStream(seed, 0, REFERENCE_CHAIN);
  return Array.from({ length: count }, (_, j) => {
    random.seek(j, SITE.projection);
    const row = Float64Array.from({ length }, () => random.normal());
    const norm = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
    return row.map((value) => value / norm);
  });
}

function referencePoint(seed: number, index: number, length: number): Float64Array {
  const random = randomStream(seed, 0, REFERENCE_CHAIN);
  random.seek(index, SITE.reference);
  return Float64Array.from({ length }, () => random.normal());
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, i) => sum + value * b[i], 0);

const distance = (a: Float64Array, b: Float64Array): number =>
  Math.sqrt(a.reduce((sum, value, i) => sum + (value - b[i]) ** 2, 0));

/** What a study of replicates ranks beside every parameter: thresholds, the log likelihood, and joint ones. */
export interface BeliefQuantities {
  readonly names: readonly string[];
  /** Writes the quantities of replicate `index` at natural values with that log likelihood. */
  write(theta: Float64Array, likelihood: number, index: number, out: Float64Array): void;
}

export function beliefQuantities(
  model: BeliefModel,
  priors: ProperPriors,
  projections: number,
  seed: number,
): BeliefQuantities {
  const { layout } = model;
  const thresholds = thresholdNames(model);
  const rows = unitRows(seed, projections, layout.dimension);
  const names = [
    ...parameterNames(layout),
    ...thresholds,
    'log_lik',
    ...rows.map((_, j) => `projection[${j + 1}]`),
    'distance',
  ];
  return {
    names,
    write(theta, likelihood, index, out) {
      const standard = standardise(layout, priors, theta);
      out.set(theta);
      writeThresholds(model, theta, out, layout.dimension);
      const rest = [
        likelihood,
        ...rows.map((row) => dot(row, standard)),
        distance(standard, referencePoint(seed, index, standard.length)),
      ];
      out.set(rest, layout.dimension + thresholds.length);
    },
  };
}
