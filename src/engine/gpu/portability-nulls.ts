// The null-imposed bootstrap of a cell and of its resamples as comparisons for a device.
import { clusterSums, nullRefits, type Refit } from '../../statistics/portability/bootstrap.ts';
import type { Cell, Folds } from '../../statistics/portability/cell.ts';
import type { SourceTarget } from '../../statistics/portability/compare.ts';
import { INNER_DRAWS, resamples } from '../../statistics/portability/outer.ts';
import type { SetStream } from '../../statistics/portability/sets.ts';
import type { Found } from './portability-cell.ts';
import type { DeviceFold, Question } from './portability-folds.ts';
import { DETAIL } from './portability-layout.ts';
import { fixedFolds, mean, type FoldOf, type RowMaker } from './portability-rows.ts';
import { distances, questionsOn } from './portability-tested.ts';

const refitQuestions = (refits: readonly Refit[], fold: (target: number) => DeviceFold): Question[] =>
  refits.map(({ target, out, inside }) => ({ fold: fold(target), out, inside, detail: DETAIL.distances }));

/** Mean TV over the comparisons of one draw, as src/statistics/portability/bootstrap.ts adds it up. */
function nullDistances(questions: readonly Question[], found: readonly Found[]): [number, number] {
  let [plan, few] = [0, 0];
  questions.forEach(({ fold: { rows } }, i) => {
    plan += found[i].numerator / (2 * rows * questions.length);
    few += found[i].numeratorFew / (2 * rows * questions.length);
  });
  return [plan, few];
}

export function nullRows(
  cell: Cell,
  folds: Folds,
  sets: readonly SourceTarget[],
  foldOf: FoldOf,
  stream: SetStream,
): RowMaker {
  const refits = nullRefits(cell, clusterSums(cell, folds), sets, stream);
  const fold = fixedFolds(folds, foldOf);
  return (index) => {
    const questions = refitQuestions(refits(index), fold);
    return { questions, columns: (found) => Float64Array.from(nullDistances(questions, found)) };
  };
}

/** The distances of a resample, then the draws of the null on it. */
export function outerRows(
  cell: Cell,
  folds: Folds,
  sets: readonly SourceTarget[],
  foldOf: FoldOf,
  stream: SetStream,
): RowMaker {
  const draw = resamples(cell, folds, stream);
  return (index) => {
    const resample = draw(index);
    if (resample === null) return { questions: [], columns: () => new Float64Array(4).fill(NaN) };
    const own = questionsOn(cell, resample.folds, sets, foldOf, DETAIL.distances);
    const refits = nullRefits(cell, resample.sums, sets, resample.stream);
    const fold = fixedFolds(resample.folds, foldOf);
    const draws = Array.from({ length: INNER_DRAWS }, (_, i) => refitQuestions(refits(i), fold));
    return { questions: [own, ...draws].flat(), columns: (found) => outerColumns(own, draws, found) };
  };
}

function outerColumns(
  own: readonly Question[],
  draws: readonly (readonly Question[])[],
  found: readonly Found[],
): Float64Array {
  const [plan, few] = distances(own, found.slice(0, own.length));
  const nulls = draws.map((questions, i) =>
    nullDistances(questions, found.slice(own.length * (i + 1), own.length * (i + 2))),
  );
  return Float64Array.of(
    plan,
    mean(nulls.map(([value]) => value)),
    few,
    mean(nulls.map(([, value]) => value)),
  );
}
