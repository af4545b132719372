import { describe, expect, it } from 'vitest';
import {
  ridgeFit,
  ridgeGain,
  repeatedRidge,
  ridgeSplit,
  type RidgeScaling,
} from '../../../../src/statistics/portability/ridge.ts';
import { GAMES, fixtureCell, fixtureFolds, fixtureJson, fixtureRows, type FixtureSplit } from './fixture.ts';

interface Expected {
  readonly r2_x: number;
  readonly r2_xz: number;
  readonly delta: number;
  readonly w_x?: number[];
  readonly w_xz?: number[];
}

type ByGame<T> = { readonly games: Record<string, Record<string, T>> };

const splits = fixtureJson<ByGame<FixtureSplit>>('splits.json');
const oracle = fixtureJson<ByGame<Record<string, Expected>>>('ridge.json');

describe.each(GAMES)('%s', (game) => {
  const rows = fixtureRows(game);

  it.each(Object.keys(oracle.games[game]))('%s: R² and weights of the reference', (key) => {
    const [model, regime] = key.split('|');
    const fixture = fixtureCell(rows, game, model, regime);
    const folds = fixtureFolds(fixture, splits.games[game][key]);
    for (const [setting, expected] of Object.entries(oracle.games[game][key])) {
      const [scaling, alpha] = setting.split('|');
      const settings = { scaling: scaling as RidgeScaling, alpha: Number(alpha) };
      const { payoffs, payoffsAndEnvironments, delta } = ridgeGain(fixture.cell, folds, settings);
      expect(Math.abs(payoffs.r2! - expected.r2_x)).toBeLessThan(1e-9);
      expect(Math.abs(payoffsAndEnvironments.r2! - expected.r2_xz)).toBeLessThan(1e-9);
      expect(Math.abs(delta! - expected.delta)).toBeLessThan(1e-9);
      const close = (found: Float64Array, wanted: readonly number[] | undefined) =>
        wanted?.forEach((w, j) => expect(Math.abs(found[j] - w)).toBeLessThan(1e-9 * (1 + Math.abs(w))));
      close(payoffs.weights, expected.w_x);
      close(payoffsAndEnvironments.weights, expected.w_xz);
    }
  });
});

describe('repeated splits', () => {
  const rows = fixtureRows('dictator');
  const { cell } = fixtureCell(rows, 'dictator', 'frame', 'noncot');

  it('average what each split gives', () => {
    const found = repeatedRidge(cell, { seed: 7, task: 2 }, 12);
    const each = Array.from({ length: 12 }, (_, index) => ridgeSplit(cell, { seed: 7, task: 2 }, index)!);
    expect(found.splits).toEqual(each);
    expect(found.mean!.delta).toBeCloseTo(each.reduce((sum, { delta }) => sum + delta, 0) / 12, 12);
    expect(found.mean!.delta).toBeCloseTo(found.mean!.r2XZ - found.mean!.r2X, 12);
    expect(new Set(each.map(({ delta }) => delta)).size).toBe(12);
  });

  it('tell frames that matter from frames that do not', () => {
    const { cell: portable } = fixtureCell(rows, 'dictator', 'portable', 'noncot');
    expect(repeatedRidge(cell, { seed: 1, task: 0 }, 10).mean!.delta).toBeGreaterThan(0.4);
    expect(Math.abs(repeatedRidge(portable, { seed: 1, task: 0 }, 10).mean!.delta)).toBeLessThan(0.02);
  });

  it('have no R² where actions do not vary', () => {
    const constant = { ...cell, action: new Float64Array(cell.action.length).fill(3) };
    expect(repeatedRidge(constant, { seed: 1, task: 0 }, 3)).toEqual({
      splits: [],
      mean: null,
      deltaSd: null,
    });
  });

  it('shrink weights to nothing under a large penalty', () => {
    const fixture = fixtureCell(rows, 'dictator', 'frame', 'noncot');
    const folds = fixtureFolds(fixture, splits.games.dictator['frame|noncot']);
    const { weights } = ridgeFit(cell, folds, true, { alpha: 1e12, scaling: 'all' });
    expect(Math.max(...weights.map(Math.abs))).toBeLessThan(1e-6);
  });
});
