// Effective sample size of chains as they are: Geyer's initial monotone sequence, as in Stan and posterior.
import { log } from '../math/elementary.ts';
import { autocovarianceByLag } from './autocovariance.ts';
import { chainMeans, isDegenerate } from './chains.ts';
import type { Chains } from './chains.ts';
import { variance } from './moments.ts';

interface Sequence {
  /** Autocorrelations by lag, zero beyond `last`. */
  readonly rho: Float64Array;
  readonly last: number;
}

/** Autocorrelation at a lag from within- and between-chain variance (Vehtari et al. 2021, equation 10). */
function correlation(x: Chains): (lag: number) => number {
  const covariance = autocovarianceByLag(x);
  const own = covariance(0);
  const within = (own * x.iterations) / (x.iterations - 1);
  const between = x.chains > 1 ? variance(chainMeans(x)) : 0;
  const total = own + between;
  return (lag) => 1 - (within - covariance(lag)) / total;
}

/** Keeps pairs of lags while their sum is positive; the even half of the first refused pair stays if positive. */
function initialPositive(rhoAt: (lag: number) => number, iterations: number): Sequence {
  const rho = new Float64Array(iterations);
  let last = 0;
  let even = (rho[0] = 1);
  let odd = (rho[1] = rhoAt(1));
  while (last < iterations - 5 && even + odd > 0) {
    last += 2;
    even = rhoAt(last);
    odd = rhoAt(last + 1);
    if (even + odd >= 0) rho.set([even, odd], last);
  }
  if (even > 0) rho[last] = even;
  return { rho, last };
}

/** Lowers every pair that exceeds the pair before it. */
function makeMonotone({ rho, last }: Sequence): void {
  for (let lag = 2; lag <= last - 2; lag += 2) {
    const before = rho[lag - 2] + rho[lag - 1];
    if (rho[lag] + rho[lag + 1] > before) rho.fill(before / 2, lag, lag + 2);
  }
}

/** Integrated autocorrelation time. Lag 0 is summed even where no pair was kept, as posterior does. */
function autocorrelationTime({ rho, last }: Sequence): number {
  let sum = rho[0];
  for (let lag = 1; lag < last; lag++) sum += rho[lag];
  return -1 + 2 * sum + rho[last];
}

/**
 * Effective sample size, capped at S · log₁₀ S for S draws. Null below three iterations, and for draws that are
 * constant or not finite. Equal to posterior's `.ess`.
 */
export function effectiveSize(x: Chains): number | null {
  if (x.iterations < 3 || isDegenerate(x.values)) return null;
  const sequence = initialPositive(correlation(x), x.iterations);
  makeMonotone(sequence);
  const draws = x.chains * x.iterations;
  return draws / Math.max(autocorrelationTime(sequence), Math.LN10 / log(draws));
}
