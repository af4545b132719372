import { describe, expect, it } from 'vitest';
import { linearLearner } from '../../../../src/statistics/portability/learner.ts';
import { regretComparer, type Objective } from '../../../../src/statistics/portability/regret.ts';
import { fixtureCell, fixtureFolds, fixtureJson, fixtureRows, META, type FixtureSplit } from './fixture.ts';

type ByGame<T> = { readonly games: Record<string, Record<string, T>> };
interface Expected {
  readonly id: number;
  readonly S: string[];
  readonly target: string;
  readonly pred_out?: number[];
  readonly pred_in?: number[];
}
const splits = fixtureJson<ByGame<FixtureSplit>>('splits.json');
const oracle = fixtureJson<ByGame<Expected[]>>('ols_tv.json');

const LOTTERY: Objective = {
  formula: 'action * (pA * HA + (1 - pA) * LA) + (1 - action) * (pB * HB + (1 - pB) * LB)',
  features: META.features.lottery,
  actions: { low: 0, high: 1, whole: true, upTo: null },
};

describe('payoff lost in lotteries', () => {
  const rows = fixtureRows('lottery');

  it.each(Object.keys(oracle.games.lottery))(
    '%s: expected values at the reference’s own predictions',
    (key) => {
      const [model, regime] = key.split('|');
      const fixture = fixtureCell(rows, 'lottery', model, regime);
      const { cell, names } = fixture;
      const folds = fixtureFolds(fixture, splits.games.lottery[key]);
      const regret = regretComparer(cell, folds, linearLearner, LOTTERY);
      const told = oracle.games.lottery[key].filter(({ pred_out }) => pred_out !== undefined);
      expect(told.length).toBeGreaterThan(1);
      for (const { S, target, pred_out, pred_in } of told) {
        const place = names.indexOf(target);
        const test = [...folds.test[place]];
        const values = test.map((row) => {
          const [pA, HA, LA, pB, HB, LB] = cell.x.subarray(row * 6, row * 6 + 6);
          return [pB * HB + (1 - pB) * LB, pA * HA + (1 - pA) * LA];
        });
        const act = (y: number): 0 | 1 => (y >= 0.5 ? 1 : 0);
        const lost = values.map((value, i) => value[act(pred_in![i])] - value[act(pred_out![i])]);
        const changed = test.filter((_, i) => act(pred_in![i]) !== act(pred_out![i])).length;
        const found = regret({ sources: S.map((name) => names.indexOf(name)), target: place });
        expect([found[0], found[1], found[3]]).toEqual([place, test.length, changed / test.length]);
        expect(found[2]).toBeCloseTo(lost.reduce((sum, value) => sum + value, 0) / test.length, 6);
      }
    },
  );
});

describe('payoff lost in amounts', () => {
  const rows = fixtureRows('dictator');
  const fixture = fixtureCell(rows, 'dictator', 'frame', 'noncot');
  const folds = fixtureFolds(fixture, splits.games.dictator['frame|noncot']);
  const set = { sources: [1, 2], target: 0 };
  const objective = (formula: string, whole: boolean): Objective => ({
    formula,
    features: ['E'],
    actions: { low: 0, high: Infinity, whole, upTo: 0 },
  });

  it('is the mean difference of predictions for who counts what is kept, actions within their bounds', () => {
    const learner = linearLearner(fixture.cell, folds);
    const [out, inside] = [
      learner.fit([1, 2]).predict(folds.test[0]),
      learner.fit([0]).predict(folds.test[0]),
    ];
    const bound = (y: number, i: number) =>
      Math.min(fixture.cell.x[folds.test[0][i]], Math.max(0, Math.round(y)));
    const kept = [...out].map((y, i) => bound(y, i) - bound(inside[i], i));
    const regret = regretComparer(fixture.cell, folds, linearLearner, objective('E - action', true));
    expect(regret(set)[2]).toBeCloseTo(kept.reduce((sum, value) => sum + value, 0) / kept.length, 9);
  });

  it('is nothing under an objective that no action moves', () => {
    const regret = regretComparer(fixture.cell, folds, linearLearner, objective('E', false));
    expect(regret(set)[2]).toBe(0);
  });

  it('names an objective that cannot be read or is not finite', () => {
    expect(() => regretComparer(fixture.cell, folds, linearLearner, objective('E - a', true))).toThrow(
      'objective “E - a”: no variable a; needed one of action, E',
    );
    const divided = regretComparer(fixture.cell, folds, linearLearner, objective('action / 0', true));
    expect(() => divided(set)).toThrow('objective “action / 0” is not finite on every row');
  });
});
