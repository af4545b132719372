// Binomial and Poisson probabilities by recurrence from the mode: all terms positive, none lost to cancellation.
import { exp, log } from '../../math/elementary.ts';
import { logGamma } from '../../math/gamma.ts';

/** P(X ≤ c) for c = 0 … trials, X binomial with probability part / whole (0 < part < whole); relative error about 1e-13. */
export function binomialTails(trials: number, part: number, whole: number): Float64Array {
  const tails = new Float64Array(trials + 1);
  const odds = part / (whole - part);
  const mode = Math.min(trials, Math.floor(((trials + 1) * part) / whole));
  tails[mode] = 1;
  for (let c = mode; c < trials; c++) tails[c + 1] = (tails[c] * odds * (trials - c)) / (c + 1);
  for (let c = mode; c > 0; c--) tails[c - 1] = (tails[c] * c) / (odds * (trials - c + 1));
  let sum = 0;
  for (let c = 0; c <= trials; c++) tails[c] = sum += tails[c];
  for (let c = 0; c <= trials; c++) tails[c] /= sum;
  return tails;
}

/** Smallest count whose tail is above `tail`, or equal to it where equal ones are kept; the length where there is none. */
export function firstKept(tails: Float64Array, tail: number, keepsEqual: boolean): number {
  let low = 0;
  let high = tails.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tails[middle] > tail || (keepsEqual && tails[middle] === tail)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Poisson probabilities of 0 … last at `rate` ≥ 0. */
export function poissonTable(rate: number, last: number): Float64Array {
  const table = new Float64Array(last + 1);
  if (rate === 0) {
    table[0] = 1;
    return table;
  }
  const mode = Math.min(last, Math.floor(rate));
  table[mode] = exp(mode * log(rate) - rate - logGamma(mode + 1));
  for (let c = mode; c < last; c++) table[c + 1] = (table[c] * rate) / (c + 1);
  for (let c = mode; c > 0; c--) table[c - 1] = (table[c] * c) / rate;
  return table;
}
