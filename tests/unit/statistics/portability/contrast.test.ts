import { describe, expect, it } from 'vitest';
import { nullBootstrap } from '../../../../src/statistics/portability/bootstrap.ts';
import {
  contrastFolds,
  contrastSets,
  targetFigures,
  type TargetSettings,
} from '../../../../src/statistics/portability/contrast.ts';
import { linearLearner } from '../../../../src/statistics/portability/learner.ts';
import { cellWork, COMPARISON_COLUMNS } from '../../../../src/statistics/portability/work.ts';
import { fixtureCell, fixtureRows } from './fixture.ts';

const rows = fixtureRows('dictator');
const { cell } = fixtureCell(rows, 'dictator', 'frame', 'noncot');
const settings: TargetSettings = {
  learner: linearLearner,
  sources: 4,
  sets: 3,
  bins: 5,
  nullDraws: 6,
  seed: 9,
  task: 2,
};

describe('source sets of a contrast', () => {
  it('hold out each target, several times where sources are drawn', () => {
    const sets = contrastSets(8, settings);
    sets.forEach((own, target) => {
      expect(own).toHaveLength(3);
      for (const set of own) {
        expect(set.target).toBe(target);
        expect(set.sources).toHaveLength(4);
        expect(set.sources).not.toContain(target);
      }
    });
    expect(new Set(sets.flat().map(({ sources }) => sources.join())).size).toBeGreaterThan(12);
  });

  it('are one a target where all others are sources', () => {
    const sets = contrastSets(8, { ...settings, sources: 7 });
    expect(sets.map((own) => own.length)).toEqual(new Array(8).fill(1));
  });
});

describe('figures by target', () => {
  const figures = targetFigures(cell, settings);
  const folds = contrastFolds(cell, settings);
  const sets = contrastSets(8, settings);

  it('are means of the comparisons that a run makes on the same folds', () => {
    const work = cellWork(
      cell,
      { learner: linearLearner, sources: 4, bins: 5, folds, sets: sets.flat() },
      { seed: 1, task: 0 },
    );
    const at = (row: number, name: (typeof COMPARISON_COLUMNS)[number]): number =>
      work.row('splits', row)[COMPARISON_COLUMNS.indexOf(name)];
    for (let target = 0; target < 8; target++) {
      const own = [0, 1, 2].map((k) => 3 * target + k);
      const tv = own.map((row) => at(row, 'numerator') / (2 * at(row, 'rows')));
      expect(figures.tv[target]).toBeCloseTo((tv[0] + tv[1] + tv[2]) / 3, 14);
      const gap = own.map((row) => at(row, 'gap'));
      expect(figures.gap[target]).toBeCloseTo((gap[0] + gap[1] + gap[2]) / 3, 14);
    }
    expect(figures.deficient).toBe(false);
  });

  it('have the null of the bootstrap that a run subtracts', () => {
    const [set] = sets[5];
    const means = [0, 1, 2].map((task) => {
      const draw = nullBootstrap(cell, folds, [set], [5], { seed: 3, task });
      return Array.from({ length: 100 }, (_, i) => draw(i)[0]).reduce((sum, tv) => sum + tv, 0) / 100;
    });
    const { nulls } = targetFigures(cell, { ...settings, nullDraws: 100 });
    // Means of 100 draws, each with an sd of about .1.
    for (const mean of means) expect(Math.abs(nulls![5] - mean)).toBeLessThan(0.06);
    expect(targetFigures(cell, { ...settings, nullDraws: 0 }).nulls).toBeNull();
  });

  it('are the same bits for a cell with the same rows', () => {
    expect(targetFigures({ ...cell, action: cell.action.slice() }, settings)).toEqual(figures);
  });

  it('say where x does not determine a fit', () => {
    expect(targetFigures({ ...cell, x: cell.x.map(() => 500) }, settings).deficient).toBe(true);
  });
});
