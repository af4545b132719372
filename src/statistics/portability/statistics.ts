// The four statistics of a portability test, averaged over comparisons that make each environment once the target.
import type { Cell, Folds } from './cell.ts';
import { comparePredictions, meterFor, testFold, type SourceTarget } from './compare.ts';
import type { DistanceMeter } from './distance.ts';
import type { LearnerOf } from './learner.ts';

/** TV at the plan's bins (20 unless told), TV at fewer bins, mean log-RMSE gap, mean squared distance of predictions. */
export const TEST_STATISTICS = ['tv20', 'tvB', 'gap', 'pred'] as const;
export type TestStatistic = (typeof TEST_STATISTICS)[number];

export const PAPER_BINS = 20;

/** Bins for a fold of n rows: min(20, ⌊n / 10⌋), at least 2. */
export const fewerBins = (rows: number): number => Math.max(2, Math.min(PAPER_BINS, Math.floor(rows / 10)));

/** Bins that suit the smallest test fold of a cell. */
export const cellBins = ({ test }: Folds): number => fewerBins(Math.min(...test.map((rows) => rows.length)));

export interface StatisticsOf {
  readonly learner: LearnerOf;
  readonly sets: readonly SourceTarget[];
  /** Bins of the first and of the second total variation. */
  readonly bins: readonly [number, number];
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Means over the comparisons, in the order of TEST_STATISTICS. A gap with an RMSE of 0 counts as 0. */
export function testStatistics(
  cell: Cell,
  folds: Folds,
  { learner: learnerOf, sets, bins }: StatisticsOf,
  meter: DistanceMeter = meterFor(folds, bins),
): Float64Array {
  const learner = learnerOf(cell, folds);
  const comparisons = sets.map(({ sources, target }) => {
    const fold = testFold(cell, folds, learner, target);
    const out = learner.fit(sources).predict(fold.rows);
    return comparePredictions(fold, out, bins, meter);
  });
  return Float64Array.from([
    mean(comparisons.map(({ numerators, rows }) => numerators[0] / (2 * rows))),
    mean(comparisons.map(({ numerators, rows }) => numerators[1] / (2 * rows))),
    mean(comparisons.map(({ gap }) => gap ?? 0)),
    mean(comparisons.map(({ distance }) => distance)),
  ]);
}
