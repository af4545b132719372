import { describe, expect, it } from 'vitest';
import { comparePredictions, meterFor, testFold } from '../../../../src/statistics/portability/compare.ts';
import { linearLearner } from '../../../../src/statistics/portability/learner.ts';
import { GAMES, fixtureCell, fixtureFolds, fixtureJson, fixtureRows, type FixtureSplit } from './fixture.ts';

interface Expected {
  readonly id: number;
  readonly S: string[];
  readonly target: string;
  readonly coef_src: number[];
  readonly coef_tgt: number[];
  readonly log_rmse_gap: number | null;
  readonly tv: Record<string, number>;
  readonly tv20_num: number;
}

type ByGame<T> = { readonly games: Record<string, Record<string, T>> };

const splits = fixtureJson<ByGame<FixtureSplit>>('splits.json');
const oracle = fixtureJson<ByGame<Expected[]>>('ols_tv.json');
const BINS = [2, 5, 10, 20, 50];

function closeTo(found: ArrayLike<number>, expected: readonly number[]): number {
  return Math.max(...expected.map((value, i) => Math.abs(found[i] - value) / Math.abs(value)));
}

describe.each(GAMES)('%s', (game) => {
  const rows = fixtureRows(game);

  it.each(Object.keys(oracle.games[game]))('%s: coefficients, gaps and exact distances', (key) => {
    const [model, regime] = key.split('|');
    const fixture = fixtureCell(rows, game, model, regime);
    const { cell, names } = fixture;
    const folds = fixtureFolds(fixture, splits.games[game][key]);
    const learner = linearLearner(cell, folds);
    const meter = meterFor(folds, BINS);
    for (const expected of oracle.games[game][key]) {
      const fold = testFold(cell, folds, learner, names.indexOf(expected.target));
      const out = learner.fit(expected.S.map((name) => names.indexOf(name)));
      const found = comparePredictions(fold, out.predict(fold.rows), BINS, meter);
      expect(closeTo(out.coefficients!, expected.coef_src)).toBeLessThan(1e-9);
      expect(closeTo(fold.inside.coefficients!, expected.coef_tgt)).toBeLessThan(1e-9);
      expect(found.gap).toBeCloseTo(expected.log_rmse_gap!, 9);
      BINS.forEach((bins, b) =>
        expect(found.numerators[b] / (2 * found.rows)).toBe(expected.tv[String(bins)]),
      );
      expect(found.numerators[3]).toBe(expected.tv20_num);
    }
  });
});

describe('the portability matrix', () => {
  const matrices = fixtureJson<ByGame<(number | null)[][]>>('pairwise_tv.json');
  it.each(GAMES)('of %s', (game) => {
    const rows = fixtureRows(game);
    for (const [key, matrix] of Object.entries(matrices.games[game])) {
      const [model, regime] = key.split('|');
      const fixture = fixtureCell(rows, game, model, regime);
      const folds = fixtureFolds(fixture, splits.games[game][key]);
      const learner = linearLearner(fixture.cell, folds);
      const meter = meterFor(folds, [20]);
      const found = matrix.map((row, source) =>
        row.map((_, target) => {
          if (source === target) return null;
          const fold = testFold(fixture.cell, folds, learner, target);
          const out = learner.fit([source]).predict(fold.rows);
          return comparePredictions(fold, out, [20], meter).numerators[0] / (2 * out.length);
        }),
      );
      expect(found).toEqual(matrix);
    }
  });
});

describe('larger cells', () => {
  type Medium = ByGame<{ envs: FixtureSplit['envs']; sets: (Expected & { n_test: number })[] }>;
  const medium = fixtureJson<Medium>('medium.json');
  it.each(Object.keys(medium.games))('of %s', (game) => {
    const rows = fixtureRows(`medium_${game}`);
    for (const [model, { envs, sets }] of Object.entries(medium.games[game])) {
      const fixture = fixtureCell(rows, game, model, 'noncot');
      const folds = fixtureFolds(fixture, { envs });
      const learner = linearLearner(fixture.cell, folds);
      const meter = meterFor(folds, BINS);
      for (const expected of sets) {
        const fold = testFold(fixture.cell, folds, learner, fixture.names.indexOf(expected.target));
        const out = learner.fit(expected.S.map((name) => fixture.names.indexOf(name)));
        const found = comparePredictions(fold, out.predict(fold.rows), BINS, meter);
        expect(found.rows).toBe(expected.n_test);
        expect(closeTo(out.coefficients!, expected.coef_src)).toBeLessThan(1e-9);
        expect(found.numerators.map((n) => n / (2 * found.rows))).toEqual(
          BINS.map((bins) => expected.tv[String(bins)]),
        );
        expect(found.gap).toBeCloseTo(expected.log_rmse_gap!, 9);
      }
    }
  });
});
