// Pareto-smoothed importance sampling: what a posterior would say without some of its data, and whether that holds.
//
// Vehtari, Simpson, Gelman, Yao, Gabry, "Pareto smoothed importance sampling" (JMLR 2024); the generalised Pareto fit is
// that of Zhang and Stephens (Technometrics 2009) with the weak prior on k of the former. Equal to R's package loo.
import { exp, log, log1p } from '../math/elementary.ts';
import { orderOf } from './order.ts';

/** Above this k the smoothed weights have too heavy a tail to be trusted. */
export const PARETO_K_BOUND = 0.7;

const GRID_LEAST = 30;
const GRID_PRIOR = 3;
/** The prior on k counts as this many observations at ½. */
const PRIOR_COUNT = 10;
const PRIOR_K = 0.5;
const TAIL_LEAST = 5;
const TAIL_SHARE = 0.2;

/** log Σ exp(x), safe from overflow; −∞ of an empty or wholly −∞ input. */
export function logSumExp(x: Float64Array): number {
  let top = -Infinity;
  for (const value of x) if (value > top) top = value;
  if (!Number.isFinite(top)) return top;
  let sum = 0;
  for (const value of x) sum += exp(value - top);
  return top + log(sum);
}

export interface GeneralisedPareto {
  readonly k: number;
  readonly sigma: number;
}

/** Mean of log(1 − θ x): minus the shape that θ implies. */
function meanLog(theta: number, x: Float64Array): number {
  let sum = 0;
  for (const value of x) sum += log1p(-theta * value);
  return sum / x.length;
}

/** Posterior mean of θ = −k/σ over the grid of Zhang and Stephens (equations 6 and 7); `x` ascends and is positive. */
function thetaOf(x: Float64Array): number {
  const n = x.length;
  const size = GRID_LEAST + Math.floor(Math.sqrt(n));
  const quartile = x[Math.floor(n / 4 + 0.5) - 1];
  const theta = Float64Array.from(
    { length: size },
    (_, j) => 1 / x[n - 1] + (1 - Math.sqrt(size / (j + 0.5))) / GRID_PRIOR / quartile,
  );
  const profile = theta.map((value) => {
    const k = meanLog(value, x);
    return n * (log(-value / k) - k - 1);
  });
  const total = logSumExp(profile);
  return theta.reduce((sum, value, j) => sum + value * exp(profile[j] - total), 0);
}

/** Shape and scale of the excesses `x`, ascending and positive; k is infinite where the fit breaks down. */
export function fitGeneralisedPareto(x: Float64Array): GeneralisedPareto {
  const n = x.length;
  const theta = thetaOf(x);
  const raw = meanLog(theta, x);
  const k = (raw * n + PRIOR_COUNT * PRIOR_K) / (n + PRIOR_COUNT);
  return Number.isNaN(k) ? { k: Infinity, sigma: NaN } : { k, sigma: -raw / theta };
}

/** σ (e^x − 1) / k with x = −k log(1 − p); its series where the difference would lose its digits. */
function paretoQuantile(p: number, { k, sigma }: GeneralisedPareto): number {
  const level = -log1p(-p);
  const x = k * level;
  return Math.abs(x) < 1e-5 ? sigma * level * (1 + x / 2 + (x * x) / 6) : (sigma * (exp(x) - 1)) / k;
}

export interface SmoothedWeights {
  /** Log weights up to a constant, the largest ones replaced by expected order statistics of their tail. */
  readonly logWeights: Float64Array;
  /** Shape of the tail: up to .7 the weights can be trusted; infinite where there is no tail to fit. */
  readonly k: number;
}

/** Draws whose weights count as the tail: 3 √(S / relative efficiency), at most a fifth of the S. */
const tailSize = (draws: number, efficiency: number): number =>
  Math.ceil(Math.min(TAIL_SHARE * draws, 3 * Math.sqrt(draws / efficiency)));

/** Smooths log importance ratios; `efficiency` is the draws' effective share (1 for independent draws). */
export function smoothWeights(logRatios: Float64Array, efficiency = 1): SmoothedWeights {
  const top = logRatios.reduce((most, value) => Math.max(most, value), -Infinity);
  const logWeights = logRatios.map((value) => value - top);
  const tail = tailSize(logWeights.length, efficiency);
  if (tail < TAIL_LEAST) return { logWeights, k: Infinity };
  const order = orderOf(logWeights);
  const first = logWeights.length - tail;
  const floor = logWeights[order[first - 1]];
  const largest = Float64Array.from(order.subarray(first), (s) => logWeights[s]);
  if (largest[tail - 1] - largest[0] < Number.EPSILON / 100) return { logWeights, k: Infinity };
  const pareto = fitGeneralisedPareto(largest.map((value) => exp(value) - exp(floor)));
  if (Number.isFinite(pareto.k))
    for (let i = 0; i < tail; i++) {
      const smoothed = log(paretoQuantile((i + 0.5) / tail, pareto) + exp(floor));
      logWeights[order[first + i]] = Math.min(0, smoothed);
    }
  return { logWeights, k: pareto.k };
}

export interface LeftOut {
  /** Log predictive density of the part left out, given the rest. */
  readonly elpd: number;
  readonly k: number;
}

/** Leave-one-part-out from the part's log likelihood at every draw (all chains, one after another). */
export function leaveOut(logLikelihood: Float64Array, efficiency = 1): LeftOut {
  const { logWeights, k } = smoothWeights(
    logLikelihood.map((value) => -value),
    efficiency,
  );
  const joint = logWeights.map((weight, s) => weight + logLikelihood[s]);
  return { elpd: logSumExp(joint) - logSumExp(logWeights), k };
}
