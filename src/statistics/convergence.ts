// Convergence of one variable's chains, as R's package posterior reports it.
import { chainMeans, chainsOf, chainVariances, isDegenerate, splitChains } from './chains.ts';
import type { Chains } from './chains.ts';
import { effectiveSize } from './effective-size.ts';
import { mean, sd, variance } from './moments.ts';
import { inOrder, orderOf } from './order.ts';
import { distancesFrom, quantileOfSorted, sortedCopy } from './quantile.ts';
import { normalScores } from './ranks.ts';

// Every function below takes the draws of one variable, chain after chain, and the number of chains, and gives null
// where posterior gives NA: constant or NaN draws, chains too short, and infinite draws where values and not ranks are
// used. Reference: Vehtari, Gelman, Simpson, Carpenter, Bürkner, "Rank-normalization, folding, and localization: an
// improved R-hat", Bayesian Analysis 16 (2021).

const splitOf = (values: Float64Array, chains: number): Chains => splitChains(chainsOf(values, chains));

/** The order of the draws that splitting keeps: of an odd number of iterations the middle one is left out. */
function splitOrder(order: Uint32Array, iterations: number): Uint32Array {
  if (iterations % 2 === 0 || iterations < 2) return order;
  const middle = (iterations - 1) / 2;
  const kept = new Uint32Array(order.length - order.length / iterations);
  let next = 0;
  for (let i = 0; i < order.length; i++) {
    const chain = Math.floor(order[i] / iterations);
    const at = order[i] - chain * iterations;
    if (at !== middle) kept[next++] = order[i] - chain - (at > middle ? 1 : 0);
  }
  return kept;
}

/** The split chains on the normal-score scale, or null where draws cannot be ranked. `order` is that of `values`. */
function scoredOf(values: Float64Array, chains: number, order?: Uint32Array): Chains | null {
  if (values.includes(NaN)) return null;
  const split = splitOf(values, chains);
  const own = order ? splitOrder(order, values.length / chains) : undefined;
  return { ...split, values: normalScores(split.values, own) };
}

function plainRhat(x: Chains | null): number | null {
  if (x === null || x.iterations < 2 || isDegenerate(x.values)) return null;
  const between = x.iterations * variance(chainMeans(x));
  const within = mean(chainVariances(x));
  return Math.sqrt((between / within + x.iterations - 1) / x.iterations);
}

const greater = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.max(a, b);

const lesser = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.min(a, b);

/** R-hat of the rank-normalised split chains: sensitive to location. Infinite where chains are stuck apart. */
export const rhatBulk = (values: Float64Array, chains: number): number | null =>
  plainRhat(scoredOf(values, chains));

const rhatAround = (values: Float64Array, chains: number, median: number): number | null =>
  rhatBulk(distancesFrom(values, median), chains);

/** R-hat of the rank-normalised distances from the median: sensitive to scale. */
export const rhatFolded = (values: Float64Array, chains: number): number | null =>
  rhatAround(values, chains, quantileOfSorted(sortedCopy(values), 0.5));

/** The greater of bulk and folded R-hat; null where either is. */
export const rhat = (values: Float64Array, chains: number): number | null =>
  greater(rhatBulk(values, chains), rhatFolded(values, chains));

const essOf = (x: Chains | null): number | null => (x === null ? null : effectiveSize(x));

/** Effective sample size of the rank-normalised split chains. */
export const essBulk = (values: Float64Array, chains: number): number | null =>
  essOf(scoredOf(values, chains));

/** Effective sample size for the mean: the split chains as they are. */
export const essMean = (values: Float64Array, chains: number): number | null =>
  effectiveSize(splitOf(values, chains));

/** Effective sample size of the indicator of lying at or below the quantile at `probability`. */
export function essQuantile(
  values: Float64Array,
  chains: number,
  probability: number,
  sorted = sortedCopy(values),
): number | null {
  if (isDegenerate(values)) return null;
  const inner = probability === 1 ? (values.length - 0.5) / values.length : probability;
  const bound = quantileOfSorted(sorted, inner);
  const indicator = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) indicator[i] = values[i] <= bound ? 1 : 0;
  return effectiveSize(splitOf(indicator, chains));
}

/** The lesser effective sample size of the 5 % and 95 % quantiles; null where either is. */
export const essTail = (values: Float64Array, chains: number, sorted = sortedCopy(values)): number | null =>
  lesser(essQuantile(values, chains, 0.05, sorted), essQuantile(values, chains, 0.95, sorted));

/** Monte Carlo standard error of the mean. */
export function mcseMean(values: Float64Array, chains: number): number | null {
  const ess = essMean(values, chains);
  return ess === null ? null : sd(values) / Math.sqrt(ess);
}

/** What a summary says of convergence; the names are posterior's. */
export interface Convergence {
  readonly rhat: number | null;
  readonly ess_bulk: number | null;
  readonly ess_tail: number | null;
  readonly mcse_mean: number | null;
}

/** Draws without NaN, their order and the draws in that order. */
export interface OrderedDraws {
  readonly values: Float64Array;
  readonly order: Uint32Array;
  readonly sorted: Float64Array;
}

export function orderedDraws(values: Float64Array): OrderedDraws {
  const order = orderOf(values);
  return { values, order, sorted: inOrder(values, order) };
}

/** Those that need no value of the draws beside their order: all but `mcse_mean`. From one sort. */
export function rankConvergence(
  { values, order, sorted }: OrderedDraws,
  chains: number,
): Omit<Convergence, 'mcse_mean'> {
  const scored = scoredOf(values, chains, order);
  const folded = rhatAround(values, chains, quantileOfSorted(sorted, 0.5));
  return {
    rhat: greater(plainRhat(scored), folded),
    ess_bulk: essOf(scored),
    ess_tail: essTail(values, chains, sorted),
  };
}

/** The four together. `sorted` is an ascending copy of the draws. */
export function convergenceOf(
  values: Float64Array,
  chains: number,
  sorted = sortedCopy(values),
): Convergence {
  const order = values.includes(NaN) ? new Uint32Array(0) : orderOf(values);
  return {
    ...rankConvergence({ values, order, sorted }, chains),
    mcse_mean: mcseMean(values, chains),
  };
}
