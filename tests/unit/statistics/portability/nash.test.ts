import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { nashRate, nashSupport } from '../../../../src/statistics/portability/nash.ts';
import { fixtureCell, fixtureJson, fixtureRows } from './fixture.ts';

interface Oracle {
  readonly games: readonly [number[], string, string, string[], string[]][];
  readonly fixture_rate: Record<string, { n: number; hits: number; rate: number }>;
  readonly chance: { p_both: number; random_player_rate: number; always_A_rate: number };
}

const oracle = fixtureJson<Oracle>('nash.json');

describe('equilibria of 2 × 2 games', () => {
  it('are those of the reference in all 659 games', () => {
    expect(oracle.games.length).toBe(659);
    for (const [payoffs, row, column, pure, mixed] of oracle.games)
      expect({ payoffs, ...nashSupport(payoffs) }).toEqual({ payoffs, row, column, pure, mixed });
  });

  const game = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 8, maxLength: 8 });
  const flip = (support: string) => ({ A: 'B', B: 'A', AB: 'AB' })[support];

  it('swap with the players and with the names of the actions', () => {
    fc.assert(
      fc.property(game, (g) => {
        const { row, column } = nashSupport(g);
        const players = nashSupport([g[1], g[0], g[5], g[4], g[3], g[2], g[7], g[6]]);
        expect([players.row, players.column]).toEqual([column, row]);
        const renamed = nashSupport([g[4], g[5], g[6], g[7], g[0], g[1], g[2], g[3]]);
        expect([renamed.row, renamed.column]).toEqual([flip(row), column]);
      }),
      { seed: 4, numRuns: 500 },
    );
  });

  it('do not depend on the unit or the zero of either payoff', () => {
    fc.assert(
      fc.property(game, (g) => {
        const scaled = g.map((value, i) => (i % 2 === 0 ? 4 * value + 8 : 0.5 * value - 2));
        expect(nashSupport(scaled)).toEqual(nashSupport(g));
      }),
      { seed: 8, numRuns: 300 },
    );
  });
});

describe('the rate of supported actions', () => {
  const rows = fixtureRows('normal_form');

  it.each(Object.keys(oracle.fixture_rate))('of the fixture, %s', (key) => {
    const [model, regime] = key.split('|');
    const { cell } = fixtureCell(rows, 'normal_form', model, regime);
    const { rows: n, hits, rate } = nashRate(cell.x, cell.action);
    expect({ n, hits, rate }).toEqual(oracle.fixture_rate[key]);
  });

  it('of players who do not look at the payoffs', () => {
    const random = randomStream(2, 0, 0);
    const games = 20_000;
    const payoffs = Float64Array.from({ length: 8 * games }, () => Math.floor(101 * random.uniform()));
    const actions = Uint8Array.from({ length: games }, () => (random.uniform() < 0.5 ? 1 : 0));
    const found = nashRate(payoffs, actions);
    const { p_both, random_player_rate, always_A_rate } = oracle.chance;
    expect(Math.abs(found.either! - p_both)).toBeLessThan(0.013);
    expect(Math.abs(found.coin! - random_player_rate)).toBeLessThan(0.007);
    expect(Math.abs(found.alwaysA! - always_A_rate)).toBeLessThan(0.014);
    expect(Math.abs(found.rate! - found.coin!)).toBeLessThan(0.014);
    expect(found.coin).toBeCloseTo((found.alwaysA! + found.alwaysB!) / 2, 12);
  });

  it('is null without rows', () => {
    expect(nashRate(new Float64Array(0), []).rate).toBeNull();
  });
});
