// The distance of a cell under other predictors, other bins and other numbers of sources, in independent rows.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { splitFolds, type Cell, type Folds } from './cell.ts';
import type { ChoiceLearner, ChoiceLearnerOf } from './choice.ts';
import { exchangeOf } from './clusters.ts';
import { comparePredictions, meterFor, testFolds, type SourceTarget } from './compare.ts';
import { compareChoice } from './law.ts';
import type { Learner, LearnerOf } from './learner.ts';
import { binnedLevels, distinctLevels, type ActionLevels } from './levels.ts';
import { logitLearner } from './logit.ts';
import { orderedLearner } from './ordered.ts';
import { PREDICTORS } from './predictors.ts';
import { distanceColumns, type RobustnessPart, type RobustnessWork } from './robustness-parts.ts';
import { coveringSets, sampledSet, type SetStream } from './sets.ts';
import { drawnFolds } from './work.ts';

/** Values of one comparison in the order of the columns of `splits`. */
type Comparer = (set: SourceTarget) => Float64Array;

/** Each fit once: the same sources come again, and a source is a target as well. */
function remembering<Fit>({ fit }: { fit(environments: readonly number[]): Fit }) {
  const made = new Map<string, Fit>();
  return {
    fit(environments: readonly number[]): Fit {
      const key = environments.join();
      const known = made.get(key) ?? fit(environments);
      made.set(key, known);
      return known;
    },
  };
}

function scalarComparer(cell: Cell, folds: Folds, learnerOf: LearnerOf, bins: readonly number[]): Comparer {
  const learner: Learner = remembering(learnerOf(cell, folds));
  const fold = testFolds(cell, folds, learner);
  const meter = meterFor(folds, bins);
  return ({ sources, target }) => {
    const test = fold(target);
    const fit = learner.fit(sources);
    const out = fit.predict(test.rows);
    const { rows, numerators, gap, r2 } = comparePredictions(test, out, bins, meter);
    return Float64Array.of(
      ...numerators.map((numerator) => numerator / (2 * rows)),
      gap ?? NaN,
      r2 ?? NaN,
      test.insideErrors.r2 ?? NaN,
      Number(fit.deficient || test.inside.deficient),
      target,
      rows,
    );
  };
}

/** Log scores take the place of a gap: target-trained less transported, in nats a row. */
function lawComparer(cell: Cell, folds: Folds, learnerOf: ChoiceLearnerOf, levels: ActionLevels): Comparer {
  const learner: ChoiceLearner = remembering(learnerOf(cell, folds, levels));
  return (set) => {
    const { tv, rows, scoreOut, scoreIn, flagged } = compareChoice(learner, folds, levels, set);
    const gap = Number.isFinite(scoreIn - scoreOut) ? scoreIn - scoreOut : NaN;
    return Float64Array.of(tv, gap, NaN, NaN, Number(flagged), set.target, rows);
  };
}

/** Comparisons of a variant on any folds of the cell. */
function comparerOf(cell: Cell, { predictor, bins, levels }: RobustnessWork, stream: SetStream) {
  if (predictor !== 'choice') {
    const learnerOf = PREDICTORS[predictor](stream);
    return (folds: Folds): Comparer => scalarComparer(cell, folds, learnerOf, bins);
  }
  const whole = levels === null ? distinctLevels(cell.action) : binnedLevels(cell.action, levels);
  const learnerOf = levels === null ? logitLearner : orderedLearner;
  return (folds: Folds): Comparer => lawComparer(cell, folds, learnerOf, whole);
}

/**
 * Row `index` (from 0) of a part, comparison by comparison. Splits, folds and exchanges are those of the cell's own
 * measurement under the same seed, whatever the predictor; source sets of one split are nested in their size.
 */
export function robustnessRows(cell: Cell, work: RobustnessWork, stream: SetStream) {
  const on = comparerOf(cell, work, stream);
  const { environments } = cell;
  const distances = distanceColumns(work).length;
  const folds = drawnFolds(cell, stream);
  const exchange = exchangeOf(cell);
  let fixed: Comparer | null = null;

  function* averaged(compare: Comparer): Generator<undefined, Float64Array> {
    const sets = coveringSets(stream, environments, work.sources);
    const sums = new Float64Array(distances);
    for (const set of sets) {
      const values = compare(set);
      for (let d = 0; d < distances; d++) sums[d] += values[d];
      yield undefined;
    }
    return sums.map((sum) => sum / sets.length);
  }

  function* exchanged(index: number): Generator<undefined, Float64Array> {
    const random = randomStream(stream.seed, stream.task, 2);
    random.seek(index + 1, SITE.exchange);
    return yield* averaged(on(splitFolds(exchange.draw(random), random)));
  }

  function* split(index: number): Generator<undefined, Float64Array> {
    yield undefined;
    fixed ??= on(folds);
    return fixed(sampledSet(stream, environments, work.sources, index));
  }

  return (part: RobustnessPart, index: number): Generator<undefined, Float64Array> => {
    switch (part) {
      case 'observed':
        return averaged((fixed ??= on(folds)));
      case 'splits':
        return split(index);
      case 'permutations':
        return exchanged(index);
    }
  };
}
