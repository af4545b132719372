// The hierarchical models' own parameters on the unconstrained scale, as Stan orders them.
import { exp, log } from '../../math/elementary.ts';
import { layBlocks, type ParameterLayout } from '../layout.ts';
import { beliefOffset, betaScaleOf } from '../seu/frame.ts';
import type { Target } from '../target.ts';
import { commonShape, poolCount, type HierarchicalData } from './data.ts';
import { hierarchicalTarget, type HierarchicalTarget } from './density.ts';
import { plainHierarchicalFrame, type HierarchicalFrame } from './frame.ts';
import type { HierarchicalModel } from './presets.ts';

const LOG_TWO = 0.6931471805599453094;

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

/** An own parameter is `mean + scale · q[at]` of the plain frame, or log(scale · |q[at]|). */
export interface PlainEntry {
  readonly at: number;
  readonly scale: number;
  readonly mean: number;
  readonly logged: boolean;
}

/** For each own parameter, in order, its entry of the plain frame. */
export function plainEntries(
  { priors }: HierarchicalModel,
  data: HierarchicalData,
  { offsets, cells }: HierarchicalFrame,
): readonly PlainEntry[] {
  const { consequences: K, dimensions: D } = commonShape(data);
  const entry = (at: number | null, scale: number, mean = 0, logged = false): readonly PlainEntry[] =>
    at === null ? [] : [{ at, scale, mean, logged }];
  const run = (first: number, length: number, scale = 1): readonly PlainEntry[] =>
    Array.from({ length }, (_, i) => entry(first + i, scale)).flat();
  const belief = (j: number, i: number): readonly PlainEntry[] => {
    const d = Math.trunc(i / K);
    const at = offsets.cells[j] + beliefOffset(cells[j]) + (i % K) * D + d;
    return entry(at, betaScaleOf(priors.beta, d), priors.beta.mean);
  };
  return [
    ...entry(offsets.gamma0, priors.gamma0.sd, priors.gamma0.mu),
    ...run(offsets.gamma, data.predictors, priors.gammaSd),
    ...entry(offsets.gammaSize, priors.gammaSizeSd),
    ...entry(offsets.sigmaCell, priors.sigmaCellScale, 0, true),
    ...entry(offsets.sigmaPool, priors.sigmaPoolScale, 0, true),
    ...offsets.cells.flatMap((at) => entry(at, 1)),
    ...run(offsets.pools, offsets.cells[0] - offsets.pools),
    ...cells.flatMap((_, j) => Array.from({ length: K * D }, (__, i) => belief(j, i)).flat()),
    ...run(offsets.sticks, K - 2),
  ];
}

/** A point, log density and gradient in the plain frame's coordinates and in the own parameters. */
export interface PlainMap {
  toPlain(own: ArrayLike<number>, plain: Float64Array): void;
  /** The own density at the point last mapped, and its gradient into `gradient`, from the plain frame's. */
  toOwn(value: number, plainGradient: ArrayLike<number>, gradient: Float64Array): number;
}

export function plainMap(entries: readonly PlainEntry[]): PlainMap {
  const constant = entries.reduce((sum, { scale, logged }) => sum + (logged ? LOG_TWO : -log(scale)), 0);
  const coordinates = new Float64Array(entries.length);

  function toPlain(own: ArrayLike<number>, plain: Float64Array): void {
    entries.forEach(({ at, scale, mean, logged }, i) => {
      coordinates[i] = logged ? exp(own[i]) / scale : (own[i] - mean) / scale;
      plain[at] = coordinates[i];
    });
  }

  /** A σ's own coordinate is u = log σ with q = e^u / scale: the density gains 2 (both signs of q) and dq/du = q. */
  function toOwn(value: number, plainGradient: ArrayLike<number>, gradient: Float64Array): number {
    let own = value + constant;
    entries.forEach(({ at, scale, logged }, i) => {
      gradient[i] = logged ? 1 + plainGradient[at] * coordinates[i] : plainGradient[at] / scale;
      if (logged) own += log(coordinates[i]);
    });
    return own;
  }

  return { toPlain, toOwn };
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
  const map = plainMap(plainEntries(model, data, frame));
  const position = new Float64Array(frame.dimension);
  const slope = new Float64Array(frame.dimension);

  function logDensity(q: Float64Array, gradient: Float64Array): number {
    map.toPlain(q, position);
    return map.toOwn(inner.logDensity(position, slope), slope, gradient);
  }

  return { dimension: frame.dimension, logDensity, inner };
}
