// Two agents on the same cases: their difference with an interval that resamples cases for both at once.
import { percentileEnds, PORTABLE_SEED, resampled, type Ends } from './portable-draws.ts';

/** A statistic of the cases at given indices, which may repeat. */
export type CaseStatistic = (cases: ArrayLike<number>) => number;

export interface PairedDifference {
  readonly first: number;
  readonly second: number;
  /** first − second. */
  readonly difference: number;
  /** Central 95 % of cases drawn with replacement, the same cases for both. */
  readonly ends: Ends;
  /** Twice the smaller share of resamples on either side of 0, one added to each count. */
  readonly p: number;
  readonly cases: number;
}

/** Difference of two agents' statistics over `cases` cases that both answered. */
export function pairedDifference(
  cases: number,
  first: CaseStatistic,
  second: CaseStatistic,
  resamples = 2000,
  seed = PORTABLE_SEED,
): PairedDifference {
  const all = Int32Array.from({ length: cases }, (_, i) => i);
  const draws = resampled(cases, { resamples, seed }, (drawn) => first(drawn) - second(drawn)).filter(
    (value) => !Number.isNaN(value),
  );
  const tail = (within: (value: number) => boolean): number =>
    (1 + draws.filter(within).length) / (1 + draws.length);
  const [a, b] = [first(all), second(all)];
  return {
    first: a,
    second: b,
    difference: a - b,
    ends: percentileEnds(draws),
    p: Math.min(
      1,
      2 *
        Math.min(
          tail((value) => value <= 0),
          tail((value) => value >= 0),
        ),
    ),
    cases,
  };
}
