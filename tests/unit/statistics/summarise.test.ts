// Summaries of several variables, against R and for constants by design.
import { describe, expect, it } from 'vitest';
import type { Draws } from '../../../src/statistics/draws.ts';
import { summariseDraws } from '../../../src/statistics/summarise.ts';
import { caseNamed, drawsOf, expectValue } from './reference.ts';

const odd = caseNamed('odd');
const ties = caseNamed('ties');
const draws: Draws = {
  variables: ['alpha', 'count', 'upsilon[1]', 'stuck'],
  chains: 4,
  iterations: 101,
  values: Float64Array.from([
    ...drawsOf(odd),
    ...drawsOf(ties),
    ...new Float64Array(404),
    ...new Float64Array(404).fill(2),
  ]),
};
const rows = summariseDraws(draws, new Map([['upsilon[1]', '0 by design']]));

describe('summary of draws', () => {
  it('has one row per variable, in order', () => {
    expect(rows.map(({ variable }) => variable)).toEqual(draws.variables);
  });

  it.each([
    [0, odd],
    [1, ties],
  ] as const)('gives row %i the values of posterior::summarise_draws', (index, { values }) => {
    const row = rows[index];
    for (const key of ['mean', 'median', 'sd', 'mad', 'rhat', 'ess_bulk', 'ess_tail', 'mcse_mean'] as const)
      expectValue(row[key], values[key], key);
    expectValue(row.q5, values.quantiles[0], 'q5');
    expectValue(row.q95, values.quantiles[4], 'q95');
    expect(row.constant).toBeNull();
  });

  it('names the reason of a constant by design, and gives it no diagnostics', () => {
    expect(rows[2]).toEqual({
      variable: 'upsilon[1]',
      mean: 0,
      median: 0,
      sd: 0,
      mad: 0,
      q5: 0,
      q95: 0,
      rhat: null,
      ess_bulk: null,
      ess_tail: null,
      mcse_mean: null,
      constant: '0 by design',
    });
  });

  it('leaves a variable that is stuck without a reason', () => {
    expect(rows[3]).toMatchObject({ mean: 2, sd: 0, rhat: null, ess_bulk: null, constant: null });
  });
});
