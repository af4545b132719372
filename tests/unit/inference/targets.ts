// Targets whose moments are known exactly, and a chain run over them.
import {
  initialPoint,
  pointAt,
  type Kernel,
  type Point,
  type TransitionInfo,
} from '../../../src/inference/chain.ts';
import { randomStream } from '../../../src/math/random.ts';
import type { SamplingModel } from '../../../src/models/sampling.ts';
import type { Target } from '../../../src/models/target.ts';

/** N(0, diag(sd²)), up to its constant. */
export function normalTarget(sd: readonly number[]): Target {
  return {
    dimension: sd.length,
    logDensity(q, gradient) {
      let sum = 0;
      for (let i = 0; i < q.length; i++) {
        gradient[i] = -q[i] / (sd[i] * sd[i]);
        sum += q[i] * gradient[i];
      }
      return 0.5 * sum;
    },
  };
}

/** Stationary AR(1): unit variances, correlation ρ^|i − j|; its precision is tridiagonal. */
export function autoregressiveTarget(dimension: number, rho: number): Target {
  const innovation = 1 - rho * rho;
  return {
    dimension,
    logDensity(q, gradient) {
      let value = -0.5 * q[0] * q[0];
      gradient[0] = -q[0];
      for (let i = 1; i < dimension; i++) {
        const residual = q[i] - rho * q[i - 1];
        value -= (0.5 * residual * residual) / innovation;
        gradient[i] = -residual / innovation;
        gradient[i - 1] += (rho * residual) / innovation;
      }
      return value;
    },
  };
}

/** log q ~ log of a Gamma(shape, 1): skewed, E = ψ(shape), Var = ψ′(shape). */
export const logGammaTarget = (shape: number): Target => ({
  dimension: 1,
  logDensity(q, gradient) {
    const x = Math.exp(q[0]);
    gradient[0] = shape - x;
    return shape * q[0] - x;
  },
});

/** A standard normal cut off at `edge`: beyond it the density is 0. */
export function cliffTarget(edge: number): Target {
  const normal = normalTarget([1, 1]);
  return {
    dimension: 2,
    logDensity: (q, gradient) => (q[0] > edge ? -Infinity : normal.logDensity(q, gradient)),
  };
}

/** A normal as a sampling model: curvature adds nothing, and turns swap nothing. */
export function plainModel(target: Target): SamplingModel {
  return {
    dimension: target.dimension,
    target: () => target,
    curvature: () => ({
      add: () => undefined,
      estimate: () => ({
        basis: new Float64Array(0),
        variances: new Float64Array(target.dimension).fill(1),
      }),
    }),
    turn: () => undefined,
  };
}

export interface ChainRun {
  /** One array of draws per coordinate. */
  readonly draws: readonly Float64Array[];
  readonly infos: readonly TransitionInfo[];
  readonly point: Point;
}

export interface ChainSettings {
  readonly kernel: (target: Target, random: ReturnType<typeof randomStream>) => Kernel;
  readonly step: number;
  readonly variances?: Float64Array;
  readonly iterations: number;
  readonly discard?: number;
  readonly seed?: number;
}

/** A chain with a fixed step and metric, from Stan's start. */
export function runChain(target: Target, settings: ChainSettings): ChainRun {
  const { kernel, step, iterations, discard = 100, seed = 1 } = settings;
  const random = randomStream(seed, 0, 0);
  const variances = settings.variances ?? new Float64Array(target.dimension).fill(1);
  const point = initialPoint(target, random);
  const { transition } = kernel(target, random);
  const draws = Array.from({ length: target.dimension }, () => new Float64Array(iterations));
  const infos: TransitionInfo[] = [];
  for (let i = 0; i < iterations + discard; i++) {
    const info = transition(point, i + 1, step, variances);
    if (i < discard) continue;
    infos.push(info);
    point.position.forEach((value, d) => (draws[d][i - discard] = value));
  }
  return { draws, infos, point };
}

export const copyPoint = (target: Target, point: Point): Point => pointAt(target, point.position.slice());
