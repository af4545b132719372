// How two regimes differ on average over targets, with an interval from targets drawn anew, the same in both regimes.
import { betaQuantile } from '../beta.ts';
import { variance } from '../moments.ts';
import {
  mean,
  observed,
  resampledMeans,
  strataOf,
  type Means,
  type PairedTargets,
  type Stratum,
} from './contrast-resamples.ts';

/** `to` less `from`, pairs weighing the same; interval bounds are null where a single target leaves nothing to draw. */
export interface Difference {
  readonly from: number;
  readonly to: number;
  readonly delta: number;
  readonly delta_lo: number | null;
  readonly delta_hi: number | null;
  /** 100 · delta / from; null where `from` is not positive. */
  readonly percent: number | null;
  readonly percent_lo: number | null;
  readonly percent_hi: number | null;
}

/** Probability beyond either bound of the central 90 %. */
const TAIL = 0.05;
/** Degrees of freedom that are as good as infinite. */
const MANY = 1e6;

/** t with P(|T| > t) = 2 · TAIL on `df` degrees of freedom: T² / (df + T²) is a beta variable. */
export function studentBound(df: number): number {
  const x = betaQuantile(2 * TAIL, df / 2, 0.5);
  return Math.sqrt((df * (1 - x)) / x);
}

/** Sum over pairs of one game of each target's share in the difference, about its mean. */
function targetScores(pairs: readonly PairedTargets[], targets: readonly string[]): Float64Array {
  const scores = new Float64Array(targets.length);
  for (const pair of pairs) {
    const own = observed(pair);
    pair.targets.forEach((target, t) => {
      const difference = pair.to[t] - pair.from[t] - (own.to - own.from);
      scores[targets.indexOf(target)] += difference / pair.targets.length;
    });
  }
  return scores;
}

/** Satterthwaite's degrees of freedom of a mean over pairs, whose games vary independently of one another. */
function freedom(pairs: readonly PairedTargets[], strata: ReadonlyMap<string, Stratum>): number {
  let [total, squares] = [0, 0];
  for (const [game, { targets }] of strata) {
    const own = pairs.filter((pair) => pair.game === game);
    const n = targets.length;
    const sum = targetScores(own, targets).reduce((all, score) => all + score ** 2, 0);
    const size = (sum * n) / (n - 1);
    total += size;
    squares += size ** 2 / (n - 1);
  }
  return squares > 0 ? total ** 2 / squares : MANY;
}

const percentOf = ({ from, to }: Means): number => (from > 0 ? (100 * (to - from)) / from : NaN);

const around = (value: number, draws: Float64Array, bound: number): readonly [number, number] => {
  const half = bound * Math.sqrt(variance(draws));
  return [value - half, value + half];
};

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/**
 * The mean difference over pairs with a central 90 % interval: Student's quantile times the bootstrap standard
 * deviation. In each resample the targets of a game are drawn with replacement once, for both regimes and all models;
 * framings count as a sample of those that could have been written.
 */
export function differenceOf(pairs: readonly PairedTargets[], seed: number): Difference {
  const means = pairs.map(observed);
  const whole = { from: mean(means.map(({ from }) => from)), to: mean(means.map(({ to }) => to)) };
  const delta = mean(means.map(({ from, to }) => to - from));
  const point = { ...whole, delta, percent: orNull(percentOf(whole)) };
  if (pairs.some(({ targets }) => targets.length < 2))
    return { ...point, delta_lo: null, delta_hi: null, percent_lo: null, percent_hi: null };
  const strata = strataOf(pairs, seed);
  const { from, to } = resampledMeans(pairs, strata);
  const bound = studentBound(freedom(pairs, strata));
  const [delta_lo, delta_hi] = around(
    delta,
    to.map((value, i) => value - from[i]),
    bound,
  );
  const shares = to.map((value, i) => percentOf({ from: from[i], to: value }));
  const [low, high] = around(percentOf(whole), shares, bound);
  return { ...point, delta_lo, delta_hi, percent_lo: orNull(low), percent_hi: orNull(high) };
}
