// Predictive p-values beside what they are when the model holds, for they are not uniform.
import { quantiles, sortedCopy } from '../../../statistics/quantile.ts';

export interface CalibratedPredictive {
  readonly p: number;
  /** 5 %, 50 % and 95 % points of p over replicates in which the model holds. */
  readonly q5: number;
  readonly median: number;
  readonly q95: number;
  readonly replicates: number;
  /** Share of replicates at most, and at least, as large as p, counting p itself among them. */
  readonly below: number;
  readonly above: number;
  /** 2 min(below, above), at most 1: uniform, or nearly, where the model holds. */
  readonly calibrated: number;
}

const count = (x: Float64Array, holds: (value: number) => boolean): number =>
  x.reduce((n, value) => n + (holds(value) ? 1 : 0), 0);

/** Places p among the p-values of `replicates`: data sets simulated from the model at parameters like the fit's. */
export function calibratedPredictive(p: number, replicates: Float64Array): CalibratedPredictive {
  if (replicates.length === 0) throw new RangeError('no replicates to place a p-value among');
  const [q5, median, q95] = quantiles(replicates, [0.05, 0.5, 0.95]);
  const below = (1 + count(replicates, (value) => value <= p)) / (1 + replicates.length);
  const above = (1 + count(replicates, (value) => value >= p)) / (1 + replicates.length);
  const calibrated = Math.min(1, 2 * Math.min(below, above));
  return { p, q5, median, q95, replicates: replicates.length, below, above, calibrated };
}

export interface PredictivePower {
  readonly level: number;
  /** p below the first, or above the second, is called a misfit: true of a share `level` of the sound at most. */
  readonly bounds: readonly [number, number];
  /** Misfit replicates that are called so, of how many. */
  readonly hits: number;
  readonly cases: number;
}

/** Rounding of level · (replicates + 1) / 2. */
const SLACK = 1e-9;

/** p below the first bound or above the second has `calibrated` at most `level`: one rule for a fit and for power. */
export function predictiveBounds(sound: Float64Array, level: number): readonly [number, number] {
  const sorted = sortedCopy(sound);
  const each = Math.floor((level / 2) * (1 + sorted.length) + SLACK) - 1;
  return each < 0 ? [-Infinity, Infinity] : [sorted[each], sorted[sorted.length - 1 - each]];
}

/** Power against one kind of misfit at a two-sided `level`, both distributions from simulated data sets. */
export function predictivePower(sound: Float64Array, misfit: Float64Array, level: number): PredictivePower {
  const [low, high] = predictiveBounds(sound, level);
  const hits = count(misfit, (p) => p < low || p > high);
  return { level, bounds: [low, high], hits, cases: misfit.length };
}
