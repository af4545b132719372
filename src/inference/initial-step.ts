// A first step size: doubled or halved until one leapfrog step crosses an acceptance of 0.8.
import { log } from '../math/elementary.ts';
import type { RandomStream } from '../math/random.ts';
import type { Target } from '../models/target.ts';
import { drawMomentum, kineticEnergy, leapfrog, type Point } from './chain.ts';

const CROSSING = 0.8;
const TRIES = 50;

/** Stan's heuristic from `point` (unchanged), with the momenta of iteration 0. */
export function initialStep(
  target: Target,
  random: RandomStream,
  point: Point,
  variances: Float64Array,
): number {
  const n = target.dimension;
  const momentum = new Float64Array(n);
  const logCrossing = log(CROSSING);
  const gain = (step: number, attempt: number): number => {
    drawMomentum(random, 0, variances, momentum, attempt * n);
    const before = point.lp - kineticEnergy(momentum, variances);
    const gradient = point.gradient.slice();
    const lp = leapfrog(target, point.position.slice(), momentum, gradient, step, variances);
    const after = lp - kineticEnergy(momentum, variances);
    return Number.isFinite(after) ? after - before : -Infinity;
  };
  let step = 1;
  const grows = gain(step, 0) > logCrossing;
  for (let attempt = 1; attempt < TRIES; attempt++) {
    const next = grows ? step * 2 : step / 2;
    if (gain(next, attempt) > logCrossing !== grows) return grows ? step : next;
    step = next;
  }
  return step;
}
