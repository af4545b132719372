// The model's own parameters: log α, log ω or log κ, β column by column, and the sticks of δ, as Stan orders them.
import { log } from '../../math/elementary.ts';
import { layBlocks, type ParameterLayout } from '../layout.ts';
import type { Target } from '../target.ts';
import type { SeuData } from './data.ts';
import { seuTarget, type SeuTarget } from './density.ts';
import { beliefOffset, betaScaleOf, plainFrame, stickOffset } from './frame.ts';
import type { SeuModel } from './presets.ts';

/** Layout of the unconstrained vector: log α, [log ω | log κ], β (k fastest), K − 2 stick values. */
export function seuLayout(model: SeuModel, data: SeuData): ParameterLayout {
  const { consequences: K, dimensions: D } = data;
  const scalar = (name: string) => ({ name, shape: [], transform: 'log' as const });
  return layBlocks([
    scalar('alpha'),
    ...(model.link === 'separate' ? [scalar('omega')] : []),
    ...(model.link === 'proportional' ? [scalar('kappa')] : []),
    { name: 'beta', shape: [K, D], transform: 'identity' },
    { name: 'delta', shape: [K - 1], transform: 'simplex' },
  ]);
}

/** Log density on the unconstrained scale of the model's own parameters, with the SEU state of its last position. */
export interface OwnTarget extends Target {
  readonly inner: SeuTarget;
}

/** The density that `luce density` prints: normalised, Jacobian included. Runs through the plain frame. */
export function ownTarget(model: SeuModel, data: SeuData): OwnTarget {
  const { consequences: K, dimensions: D } = data;
  const frame = plainFrame(model, data);
  const inner = seuTarget(model, data, frame);
  const scale = Float64Array.from({ length: D }, (_, d) => betaScaleOf(model.priors.beta, d));
  const mean = model.priors.beta.mean;
  const logScales = K * scale.reduce((sum, sd) => sum + log(sd), 0);
  const zBase = beliefOffset(frame);
  const uBase = stickOffset(frame);
  const position = new Float64Array(frame.dimension);
  const slope = new Float64Array(frame.dimension);

  /** Own order has k fastest, the frame has d fastest; both start and end alike. */
  const eachBelief = (visit: (own: number, framed: number, d: number) => void): void => {
    for (let d = 0; d < D; d++) for (let k = 0; k < K; k++) visit(zBase + d * K + k, zBase + k * D + d, d);
  };

  function logDensity(q: Float64Array, gradient: Float64Array): number {
    position.set(q);
    eachBelief((own, framed, d) => (position[framed] = (q[own] - mean) / scale[d]));
    const value = inner.logDensity(position, slope);
    gradient.set(slope.subarray(0, zBase));
    gradient.set(slope.subarray(uBase), uBase);
    eachBelief((own, framed, d) => (gradient[own] = slope[framed] / scale[d]));
    return value - logScales;
  }

  return { dimension: frame.dimension, logDensity, inner };
}
