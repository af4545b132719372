// The hierarchical models' own parameters on the unconstrained scale, as Stan orders them.
import { log } from '../../math/elementary.ts';
import { layBlocks, type ParameterLayout } from '../layout.ts';
import { beliefOffset, betaScaleOf } from '../seu/frame.ts';
import type { Target } from '../target.ts';
import { commonShape, poolCount, type HierarchicalData } from './data.ts';
import { hierarchicalTarget, type HierarchicalTarget } from './density.ts';
import { plainHierarchicalFrame, type HierarchicalFrame } from './frame.ts';
import type { HierarchicalModel } from './presets.ts';

/**
 * γ₀, γ, [γ_size], log σ_cell, [log σ_pool], z_alpha, [z_pool], β cell by cell (k fastest, then d), K − 2 stick values.
 */
export function hierarchicalLayout(model: HierarchicalModel, data: HierarchicalData): ParameterLayout {
  const { consequences: K, dimensions: D } = commonShape(data);
  const J = data.cells.length;
  const scalar = (name: string, transform: 'identity' | 'log') => ({ name, shape: [], transform });
  const vector = (name: string, length: number) => ({
    name,
    shape: [length],
    transform: 'identity' as const,
  });
  return layBlocks([
    scalar('gamma0', 'identity'),
    vector('gamma', data.predictors),
    ...(model.sizeEffect ? [scalar('gamma_size', 'identity')] : []),
    scalar('sigma_cell', 'log'),
    ...(model.poolEffect ? [scalar('sigma_pool', 'log')] : []),
    vector('z_alpha', J),
    ...(model.poolEffect ? [vector('z_pool', poolCount(data))] : []),
    { name: 'beta', shape: [K, D, J], transform: 'identity' },
    { name: 'delta', shape: [K - 1], transform: 'simplex' },
  ]);
}

/** An own parameter is `mean + scale · q[at]` of the plain frame. */
export interface PlainEntry {
  readonly at: number;
  readonly scale: number;
  readonly mean: number;
}

/** For each own parameter, in order, its entry of the plain frame. */
export function plainEntries(
  { priors: { beta } }: HierarchicalModel,
  data: HierarchicalData,
  { offsets, cells }: HierarchicalFrame,
): readonly PlainEntry[] {
  const { consequences: K, dimensions: D } = commonShape(data);
  const same = (at: number): PlainEntry => ({ at, scale: 1, mean: 0 });
  const run = (first: number, end: number): readonly PlainEntry[] =>
    Array.from({ length: end - first }, (_, i) => same(first + i));
  const belief = (j: number, i: number): PlainEntry => {
    const d = Math.trunc(i / K);
    const at = offsets.cells[j] + beliefOffset(cells[j]) + (i % K) * D + d;
    return { at, scale: betaScaleOf(beta, d), mean: beta.mean };
  };
  return [
    ...run(offsets.gamma0, offsets.pools),
    ...offsets.cells.map(same),
    ...run(offsets.pools, offsets.cells[0]),
    ...cells.flatMap((_, j) => Array.from({ length: K * D }, (__, i) => belief(j, i))),
    ...run(offsets.sticks, offsets.sticks + K - 2),
  ];
}

/** Log density on the unconstrained scale of the own parameters, with the state of its last position. */
export interface HierarchicalOwnTarget extends Target {
  readonly inner: HierarchicalTarget;
}

/** Normalised (a half-normal's factor 2 included), Jacobian included. Runs through the plain frame. */
export function hierarchicalOwnTarget(
  model: HierarchicalModel,
  data: HierarchicalData,
): HierarchicalOwnTarget {
  const frame = plainHierarchicalFrame(model, data);
  const inner = hierarchicalTarget(model, data, frame);
  const entries = plainEntries(model, data, frame);
  const logScales = entries.reduce((sum, { scale }) => sum + log(scale), 0);
  const position = new Float64Array(frame.dimension);
  const slope = new Float64Array(frame.dimension);

  function logDensity(q: Float64Array, gradient: Float64Array): number {
    entries.forEach(({ at, scale, mean }, i) => (position[at] = (q[i] - mean) / scale));
    const value = inner.logDensity(position, slope);
    entries.forEach(({ at, scale }, i) => (gradient[i] = slope[at] / scale));
    return value - logScales;
  }

  return { dimension: frame.dimension, logDensity, inner };
}
