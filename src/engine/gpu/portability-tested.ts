// The statistics of a portability test as comparisons for a device: as observed, and under exchanged labels.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { splitFolds, type Cell, type Folds } from '../../statistics/portability/cell.ts';
import { exchangeOf } from '../../statistics/portability/clusters.ts';
import type { SourceTarget } from '../../statistics/portability/compare.ts';
import { linearLearner } from '../../statistics/portability/learner.ts';
import type { SetStream } from '../../statistics/portability/sets.ts';
import type { Found } from './portability-cell.ts';
import type { Question } from './portability-folds.ts';
import { DETAIL, type Detail } from './portability-layout.ts';
import {
  coefficientsOf,
  logGap,
  mean,
  type AskedRow,
  type FoldOf,
  type RowMaker,
} from './portability-rows.ts';

/** Comparisons of every set on the given folds. */
export function questionsOn(
  cell: Cell,
  folds: Folds,
  sets: readonly SourceTarget[],
  foldOf: FoldOf,
  detail: Detail,
): Question[] {
  const learner = linearLearner(cell, folds);
  return sets.map(({ sources, target }) => ({
    fold: foldOf(folds.test[target]),
    out: coefficientsOf(learner.fit(sources)),
    inside: coefficientsOf(learner.fit([target])),
    detail,
  }));
}

/** Mean TV on the plan's bins, then on fewer. */
export const distances = (questions: readonly Question[], found: readonly Found[]): [number, number] => [
  mean(found.map(({ numerator }, i) => numerator / (2 * questions[i].fold.rows))),
  mean(found.map(({ numeratorFew }, i) => numeratorFew / (2 * questions[i].fold.rows))),
];

/** Twin of src/statistics/portability/statistics.ts. */
export function statisticRow(
  cell: Cell,
  folds: Folds,
  sets: readonly SourceTarget[],
  foldOf: FoldOf,
): AskedRow {
  const questions = questionsOn(cell, folds, sets, foldOf, DETAIL.errors);
  return {
    questions,
    columns: (found) =>
      Float64Array.of(
        ...distances(questions, found),
        mean(found.map((one) => logGap(one) ?? 0)),
        mean(found.map(({ squares }, i) => squares / questions[i].fold.rows)),
      ),
  };
}

/** Twin of src/statistics/portability/permutation.ts: row 0 is its number 1. */
export function permutedRows(
  cell: Cell,
  sets: readonly SourceTarget[],
  foldOf: FoldOf,
  { seed, task }: SetStream,
): RowMaker {
  const exchange = exchangeOf(cell);
  return (index) => {
    const random = randomStream(seed, task, 2);
    random.seek(index + 1, SITE.exchange);
    return statisticRow(cell, splitFolds(exchange.draw(random), random), sets, foldOf);
  };
}
