import { describe, expect, it } from 'vitest';
import { compareChoice } from '../../../../src/statistics/portability/law.ts';
import { binnedLevels } from '../../../../src/statistics/portability/levels.ts';
import { orderedLearner } from '../../../../src/statistics/portability/ordered.ts';
import { PREDICTORS, type PredictorName } from '../../../../src/statistics/portability/predictors.ts';
import {
  robustnessColumns,
  VARIANT_PREDICTORS,
  type RobustnessPart,
  type RobustnessWork,
} from '../../../../src/statistics/portability/robustness-parts.ts';
import { robustnessRows } from '../../../../src/statistics/portability/robustness.ts';
import { cellWork, drawnFolds } from '../../../../src/statistics/portability/work.ts';
import { sampledSet } from '../../../../src/statistics/portability/sets.ts';
import { fixtureCell, fixtureRows } from './fixture.ts';

const STREAM = { seed: 11, task: 2 };
const { cell } = fixtureCell(fixtureRows('dictator'), 'dictator', 'frame', 'noncot');
const WORK: RobustnessWork = { predictor: 'ols', sources: 4, bins: [2, 5, 20], levels: 6 };

function row(work: RobustnessWork, part: RobustnessPart, index: number): Record<string, number> {
  const pieces = robustnessRows(cell, work, STREAM)(part, index);
  let next = pieces.next();
  while (!next.done) next = pieces.next();
  const columns = robustnessColumns(part, work);
  expect(next.value).toHaveLength(columns.length);
  return Object.fromEntries(columns.map((name, k) => [name, next.value[k]]));
}

const measured = (predictor: PredictorName, bins: number, sources: number) =>
  cellWork(cell, { learner: PREDICTORS[predictor](STREAM), sources, bins, folds: null, sets: null }, STREAM);

describe('variants of a cell', () => {
  it.each(['ols', 'poly3', 'xgb_shallow'] as const)(
    '%s: splits and exchanges are those of the measurement, for every number of bins at once',
    (predictor) => {
      const work = { ...WORK, predictor };
      const [split, exchanged] = [row(work, 'splits', 3), row(work, 'permutations', 0)];
      const observed = row(work, 'observed', 0);
      for (const bins of WORK.bins) {
        const own = measured(predictor, bins, 4);
        const expected = own.row('splits', 3);
        expect(split[`tv_${bins}`]).toBe(expected[2] / (2 * expected[1]));
        expect([split.target, split.rows, split.gap]).toEqual([expected[0], expected[1], expected[4]]);
        expect(observed[`tv_${bins}`]).toBeCloseTo(own.row('observed', 0)[0], 12);
        expect(exchanged[`tv_${bins}`]).toBeCloseTo(own.row('permutations', 0)[0], 12);
      }
    },
  );

  it('has one distance of laws, that of the probabilistic predictor itself', () => {
    const work: RobustnessWork = { ...WORK, predictor: 'choice' };
    const folds = drawnFolds(cell, STREAM);
    const levels = binnedLevels(cell.action, 6);
    const set = sampledSet(STREAM, cell.environments, 4, 1);
    const expected = compareChoice(orderedLearner(cell, folds, levels), folds, levels, set);
    const found = row(work, 'splits', 1);
    expect([found.tv, found.target, found.rows]).toEqual([expected.tv, set.target, expected.rows]);
    expect(found.tv).toBeGreaterThan(0);
    expect(row(work, 'observed', 0).tv).toBeGreaterThan(row(work, 'permutations', 0).tv);
  });

  it('are of every predictor, and of the law of the action', () => {
    expect(VARIANT_PREDICTORS).toEqual([...Object.keys(PREDICTORS), 'choice']);
  });

  it('keeps the target and nests the sources of one split as their number grows', () => {
    const sets = [1, 4, 7].map((sources) => sampledSet(STREAM, cell.environments, sources, 5));
    expect(new Set(sets.map(({ target }) => target)).size).toBe(1);
    expect(sets[1].sources).toEqual(expect.arrayContaining([...sets[0].sources]));
    expect(sets[2].sources).toEqual(expect.arrayContaining([...sets[1].sources]));
  });
});
