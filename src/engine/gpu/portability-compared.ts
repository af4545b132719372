// Sampled splits and pairs of environments as comparisons for a device, with every companion of their distance.
import type { Cell } from '../../statistics/portability/cell.ts';
import { actionScale, isNoisy } from '../../statistics/portability/companions.ts';
import { testFolds } from '../../statistics/portability/compare.ts';
import { linearLearner } from '../../statistics/portability/learner.ts';
import type { CellWork } from '../../statistics/portability/work.ts';
import { DETAIL } from './portability-layout.ts';
import { coefficientsOf, fixedFolds, logGap, type FoldOf, type RowMaker } from './portability-rows.ts';

/** Twin of `comparer` in src/statistics/portability/work.ts. Rows whose predictions need snapping are made by it. */
export function comparisonRows(
  cell: Cell,
  work: CellWork,
  foldOf: FoldOf,
  part: 'splits' | 'pairs',
): RowMaker {
  const trained = linearLearner(cell, work.folds);
  const test = testFolds(cell, work.folds, trained);
  const fold = fixedFolds(work.folds, foldOf);
  const scale = actionScale(cell.action);
  return (index) => {
    const { sources, target } = work.set(part, index);
    const { inside, insideErrors, sst } = test(target);
    const fit = trained.fit(sources);
    const out = coefficientsOf(fit);
    const own = coefficientsOf(inside);
    const question = { fold: fold(target), out, inside: own, detail: DETAIL.companions };
    const deficient = Number(fit.deficient || inside.deficient);
    const { rows } = question.fold;
    return {
      questions: [question],
      columns: ([found]) =>
        isNoisy(found.closest, scale)
          ? work.row(part, index)
          : Float64Array.of(
              target,
              rows,
              found.numerator,
              found.numeratorFew,
              logGap(found) ?? NaN,
              found.squares / rows,
              sst > 0 ? 1 - found.out / sst : NaN,
              insideErrors.r2 ?? NaN,
              found.moved,
              found.occupied,
              found.largest / (2 * rows),
              deficient,
              found.scaleNumerator / (2 * rows),
              found.numerator,
              found.sorted / rows,
            ),
    };
  };
}
