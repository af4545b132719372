// Hamiltonian Monte Carlo with trajectories of random length: the fast path once step and metric are known.
//
// The length is uniform on (0, 2T) in units of posterior sd, so that no period of the motion is missed for ever.
// Its twin is shaders/samplers/hmc.wesl.
import { exp } from '../math/elementary.ts';
import type { RandomStream } from '../math/random.ts';
import { SITE } from '../math/sites.ts';
import type { Target } from '../models/target.ts';
import {
  DIVERGENCE_ENERGY,
  drawMomentum,
  integrate,
  kineticEnergy,
  type Kernel,
  type Point,
} from './chain.ts';

/** Mean trajectory length T in posterior sd; measured best between 1.5 (12 coordinates) and 2 (60 to 90). */
export const MEAN_LENGTH = 1.75;
const MAXIMUM_LEAPFROGS = 1023;

/** Steps of a trajectory of uniform length in (0, 2T): at least one. */
export const stepsFor = (uniform: number, stepSize: number): number =>
  Math.min(MAXIMUM_LEAPFROGS, Math.max(1, Math.round((uniform * 2 * MEAN_LENGTH) / stepSize)));

export function hmcKernel(target: Target, random: RandomStream): Kernel {
  const n = target.dimension;
  const position = new Float64Array(n);
  const momentum = new Float64Array(n);
  const gradient = new Float64Array(n);
  const motion = { position, momentum, gradient };

  function accepts(error: number, iteration: number): boolean {
    if (!(error <= DIVERGENCE_ENERGY)) return false;
    random.seek(iteration, SITE.accept);
    return random.uniform() < exp(-error);
  }

  function transition(point: Point, iteration: number, stepSize: number, variances: Float64Array) {
    drawMomentum(random, iteration, variances, momentum);
    position.set(point.position);
    gradient.set(point.gradient);
    const energy = kineticEnergy(momentum, variances) - point.lp;
    random.seek(iteration, SITE.length);
    const steps = stepsFor(random.uniform(), stepSize);
    const { lp, error, leapfrogs } = integrate(target, motion, stepSize, variances, steps, energy);
    if (accepts(error, iteration)) {
      point.position.set(position);
      point.gradient.set(gradient);
      point.lp = lp;
    }
    return {
      lp: point.lp,
      acceptStat: error > 0 ? exp(-error) : error <= 0 ? 1 : 0,
      stepSize,
      treeDepth: 0,
      leapfrogs,
      divergent: !(error <= DIVERGENCE_ENERGY),
      energy,
    };
  }

  return { transition };
}
