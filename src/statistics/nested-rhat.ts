// Nested R-hat: convergence of many short chains, grouped into superchains that start at one point each.
import { chainMeans, chainsOf, chainVariances, isDegenerate } from './chains.ts';
import { mean, variance } from './moments.ts';

const grouped = (x: Float64Array, size: number, statistic: (group: Float64Array) => number): Float64Array =>
  Float64Array.from({ length: x.length / size }, (_, k) => statistic(x.subarray(k * size, (k + 1) * size)));

/**
 * Nested R-hat of the draws as they are, with `superchains` groups of consecutive chains. Null for constant or
 * non-finite draws; throws when the chains do not divide into at least two groups.
 * Margossian, Hoffman, Sountsov, Riou-Durand, Vehtari, Gelman, Bayesian Analysis (2024), equations 15 to 19.
 */
export function nestedRhat(values: Float64Array, chains: number, superchains: number): number | null {
  const x = chainsOf(values, chains);
  const size = chains / superchains;
  if (!Number.isInteger(size) || superchains < 2)
    throw new RangeError(`${chains} chains do not form ${superchains} equal superchains (two at least)`);
  if (isDegenerate(values)) return null;
  const means = chainMeans(x);
  const between = variance(grouped(means, size, mean));
  const betweenChains = size === 1 ? 0 : mean(grouped(means, size, variance));
  const withinChains = x.iterations === 1 ? 0 : mean(chainVariances(x));
  return Math.sqrt(1 + between / (withinChains + betweenChains));
}
