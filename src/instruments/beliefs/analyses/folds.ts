// Cross-fitting: every case is tested once, by the fit to the other folds; scores over all of them together.
import { selectCases, type BeliefCell } from '../../../models/beliefs/cell.ts';
import type { BeliefPlan } from '../plan.ts';
import type { PlannedBeliefs } from '../planned.ts';
import type { FoldsReport } from '../report-types/scores.ts';
import { foldsOf } from '../folds.ts';
import { concordanceReport, singleScores } from './held-out.ts';
import type { Landed, PartColumns } from './joined.ts';

/** Values of all tested cases, output after output, from those of each fold. */
export function joinFolds(
  folds: readonly { readonly cases: number; readonly column: Float64Array }[],
  outputs: number,
): Float64Array {
  const total = folds.reduce((sum, { cases }) => sum + cases, 0);
  const all = new Float64Array(total * outputs);
  for (let j = 0; j < outputs; j++) {
    let at = j * total;
    for (const { cases, column } of folds) {
      all.set(column.subarray(j * cases, (j + 1) * cases), at);
      at += cases;
    }
  }
  return all;
}

/** The folds that have landed; null where none has. */
export function foldsReport(
  plan: BeliefPlan,
  own: PlannedBeliefs,
  cells: readonly PlannedBeliefs[],
  landed: Landed,
): FoldsReport | null {
  const rows = foldsOf(plan, cells, own, 'folds');
  const found = landed
    .rows('folds')
    .flatMap((columns, fold) => (columns === undefined ? [] : [{ columns, tested: rows[fold].test }]));
  if (found.length === 0) return null;
  const test: BeliefCell = selectCases(
    own.fitted,
    found.flatMap(({ tested }) => tested),
  );
  const column = (name: 'cross' | 'single'): Float64Array =>
    joinFolds(
      found.map(({ columns, tested }) => ({ cases: tested.length, column: columns[name] })),
      own.fitted.outputs.length,
    );
  const columns: PartColumns = { cross: column('cross'), single: column('single') };
  const single = singleScores(test, columns, null);
  if (single === null) return null;
  return {
    folds: plan.settings.folds,
    landed: found.length,
    cases: test.cases.length,
    concordance: concordanceReport(test, columns, null),
    single,
    logLikelihood: found.reduce((sum, fold) => sum + fold.columns.test[0], 0) / test.cases.length,
  };
}
