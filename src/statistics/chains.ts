// Draws of one variable as several chains: views, halves and per-chain moments.
import { mean, variance } from './moments.ts';

/** Draws chain after chain: `values[chain · iterations + iteration]`. */
export interface Chains {
  readonly values: Float64Array;
  readonly chains: number;
  readonly iterations: number;
}

/** Reads `values` as `chains` chains of equal length; throws when they do not divide. */
export function chainsOf(values: Float64Array, chains: number): Chains {
  const iterations = values.length / chains;
  if (!Number.isInteger(iterations) || chains < 1)
    throw new RangeError(`${values.length} draws are not ${chains} chains of equal length`);
  return { values, chains, iterations };
}

/** A view of one chain. */
export const oneChain = ({ values, iterations }: Chains, chain: number): Float64Array =>
  values.subarray(chain * iterations, (chain + 1) * iterations);

/** Each chain as two: its halves, without the middle draw of an odd length. A single iteration stays whole. */
export function splitChains(x: Chains): Chains {
  if (x.iterations < 2) return x;
  const half = Math.floor(x.iterations / 2);
  if (x.iterations % 2 === 0) return { values: x.values, chains: 2 * x.chains, iterations: half };
  const values = new Float64Array(2 * half * x.chains);
  for (let chain = 0; chain < x.chains; chain++) {
    const draws = oneChain(x, chain);
    values.set(draws.subarray(0, half), 2 * half * chain);
    values.set(draws.subarray(half + 1), 2 * half * chain + half);
  }
  return { values, chains: 2 * x.chains, iterations: half };
}

const overChains = (x: Chains, statistic: (draws: Float64Array) => number): Float64Array =>
  Float64Array.from({ length: x.chains }, (_, chain) => statistic(oneChain(x, chain)));

export const chainMeans = (x: Chains): Float64Array => overChains(x, mean);

export const chainVariances = (x: Chains): Float64Array => overChains(x, variance);

/** True where diagnostics have no meaning: a NaN, an infinity, or a range below machine epsilon (as posterior). */
export function isDegenerate(values: Float64Array): boolean {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  const range = high - low;
  return !(range >= Number.EPSILON && range < Infinity);
}
