// Posterior predictive checks: each draw simulates every choice anew and compares three statistics.
import { exp, log } from '../../math/elementary.ts';
import type { RandomStream } from '../../math/random.ts';
import { menuCount, type MenuBlock } from './data.ts';

/** A chosen probability within this of the menu's best counts as modal. */
const MODAL_SLACK = 1e-9;

/** [log likelihood, modal choices, sum of chosen probabilities] of the data and of a replicate. */
export interface PredictiveStatistics {
  readonly observed: readonly [number, number, number];
  readonly replicated: readonly [number, number, number];
}

/**
 * Statistics of `menus` at sensitivity a and values η; takes one uniform per menu from `random` where it stands.
 * Adds [log probability, probability] of each observed choice to `sums`, menu by menu.
 */
export function predictiveStatistics(
  menus: MenuBlock,
  a: number,
  eta: Float64Array,
  random: RandomStream,
  sums: Float64Array,
): PredictiveStatistics {
  const observed: [number, number, number] = [0, 0, 0];
  const replicated: [number, number, number] = [0, 0, 0];
  for (let m = 0; m < menuCount(menus); m++) {
    const probabilities = menuProbabilities(menus, m, a, eta);
    count(observed, probabilities, menus.chosen[m]);
    const chosen = probabilities[menus.chosen[m]];
    sums[2 * m] += log(chosen);
    sums[2 * m + 1] += chosen;
    count(replicated, probabilities, drawChoice(probabilities, random.uniform()));
  }
  return { observed, replicated };
}

/** Choice probabilities of menu m, in the order of its members. */
export function menuProbabilities(menus: MenuBlock, m: number, a: number, eta: Float64Array): Float64Array {
  const start = menus.starts[m];
  const weights = new Float64Array(menus.starts[m + 1] - start);
  let top = -Infinity;
  for (let i = 0; i < weights.length; i++) top = Math.max(top, eta[menus.items[start + i]]);
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i] = exp(a * (eta[menus.items[start + i]] - top));
  for (let i = 0; i < weights.length; i++) weights[i] /= sum;
  return weights;
}

/** The member at which the cumulative probability passes `uniform`. */
export function drawChoice(probabilities: Float64Array, uniform: number): number {
  let cumulative = 0;
  for (let i = 0; i < probabilities.length - 1; i++) {
    cumulative += probabilities[i];
    if (uniform < cumulative) return i;
  }
  return probabilities.length - 1;
}

function count(statistics: [number, number, number], probabilities: Float64Array, choice: number): void {
  const chosen = probabilities[choice];
  let best = 0;
  for (let i = 0; i < probabilities.length; i++) if (probabilities[i] > best) best = probabilities[i];
  statistics[0] += log(chosen);
  statistics[1] += chosen >= best - MODAL_SLACK ? 1 : 0;
  statistics[2] += chosen;
}
