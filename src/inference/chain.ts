// What a chain carries from one transition to the next, and what a transition says of itself.
import { SITE } from '../math/sites.ts';
import type { RandomStream } from '../math/random.ts';
import type { Flight, Motion, Target } from '../models/target.ts';

/** Position with the log density and gradient there. */
export interface Point {
  readonly position: Float64Array;
  readonly gradient: Float64Array;
  lp: number;
}

/** Diagnostics of one transition; `energy` is the Hamiltonian at the start of the trajectory. */
export interface TransitionInfo {
  lp: number;
  acceptStat: number;
  stepSize: number;
  treeDepth: number;
  leapfrogs: number;
  divergent: boolean;
  energy: number;
}

/** One Markov transition of `point` at `iteration`, with a given step and diagonal inverse metric (variances). */
export interface Kernel {
  transition(point: Point, iteration: number, stepSize: number, variances: Float64Array): TransitionInfo;
}

const INITIAL_RADIUS = 2;
const INITIAL_ATTEMPTS = 100;
/** An energy error beyond this is a divergence (Stan's default). */
export const DIVERGENCE_ENERGY = 1000;

export function pointAt(target: Target, position: Float64Array): Point {
  const gradient = new Float64Array(target.dimension);
  const lp = target.logDensity(position, gradient);
  return { position, gradient, lp };
}

const isFinite = ({ lp, gradient }: Point): boolean => Number.isFinite(lp) && gradient.every(Number.isFinite);

/** Throws where the density at a chain's start is not finite: no proposal would ever be better or worse than it. */
export function finitePoint(target: Target, position: Float64Array): Point {
  const point = pointAt(target, position);
  if (isFinite(point)) return point;
  throw new Error('the log density is not finite where the chain starts');
}

/** Stan's start: uniform in (−2, 2) per coordinate, tried again where the density is not finite. */
export function initialPoint(target: Target, random: RandomStream): Point {
  for (let attempt = 0; attempt < INITIAL_ATTEMPTS; attempt++) {
    random.seek(0, SITE.initial, attempt * target.dimension);
    const position = Float64Array.from(
      { length: target.dimension },
      () => INITIAL_RADIUS * (2 * random.uniform() - 1),
    );
    const point = pointAt(target, position);
    if (isFinite(point)) return point;
  }
  throw new Error(`no finite log density among ${INITIAL_ATTEMPTS} starting points within ${INITIAL_RADIUS}`);
}

/** p ~ N(0, M) with M = 1 / variances, from the momentum site of `iteration`. */
export function drawMomentum(
  random: RandomStream,
  iteration: number,
  variances: Float64Array,
  momentum: Float64Array,
  firstWord = 0,
): void {
  random.seek(iteration, SITE.momentum, firstWord);
  for (let i = 0; i < momentum.length; i++) momentum[i] = random.normal() / Math.sqrt(variances[i]);
}

export function kineticEnergy(momentum: Float64Array, variances: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < momentum.length; i++) sum += momentum[i] * momentum[i] * variances[i];
  return 0.5 * sum;
}

/** One leapfrog step in place; returns the new log density. `step` is negative backwards in time. */
export function leapfrog(
  target: Target,
  position: Float64Array,
  momentum: Float64Array,
  gradient: Float64Array,
  step: number,
  variances: Float64Array,
): number {
  const half = 0.5 * step;
  for (let i = 0; i < position.length; i++) {
    const p = momentum[i] + half * gradient[i];
    momentum[i] = p;
    position[i] += step * variances[i] * p;
  }
  const lp = target.logDensity(position, gradient);
  for (let i = 0; i < position.length; i++) momentum[i] += half * gradient[i];
  return lp;
}

/**
 * Up to `steps` leapfrogs in place from where the energy was `energy`, fewer where one diverges; by the target's own
 * integrator where it has one.
 */
export function integrate(
  target: Target,
  motion: Motion,
  step: number,
  variances: Float64Array,
  steps: number,
  energy: number,
): Flight {
  if (target.integrate) return target.integrate(motion, step, variances, steps, energy, DIVERGENCE_ENERGY);
  const { position, momentum, gradient } = motion;
  let lp = NaN;
  let error = 0;
  let leapfrogs = 0;
  while (leapfrogs < steps && error <= DIVERGENCE_ENERGY) {
    lp = leapfrog(target, position, momentum, gradient, step, variances);
    error = kineticEnergy(momentum, variances) - lp - energy;
    leapfrogs += 1;
  }
  return { lp, error, leapfrogs };
}
