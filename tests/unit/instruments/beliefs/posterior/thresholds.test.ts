import { beforeAll, describe, expect, it } from 'vitest';
import { differencesOf, thresholdsOf } from '../../../../../src/instruments/beliefs/posterior/thresholds.ts';
import {
  posteriorJson,
  posteriorTables,
} from '../../../../../src/instruments/beliefs/posterior/report-tables.ts';
import { selectCases } from '../../../../../src/models/beliefs/cell.ts';
import { beliefModel } from '../../../../../src/models/beliefs/model.ts';
import { summariseDraws } from '../../../../../src/statistics/summarise.ts';
import { drawn, posteriorCell, posteriorPlan, type Drawn } from '../../../../support/belief-posterior.ts';

const model = beliefModel('linear', posteriorCell.outputs);
const decisions = posteriorCell.outputs.filter(({ family }) => family === 'decision');

/** Draws whose α and β are given by decision; two chains of two. */
function drawsOf(alphas: readonly (readonly number[])[], betas: readonly (readonly number[])[]) {
  const logistic = (x: number) => 1 / (1 + Math.exp(-x));
  const columns = decisions.flatMap(({ prompt }, k) => [
    { name: `${prompt}.alpha`, values: alphas[k] },
    { name: `${prompt}.beta`, values: betas[k] },
    { name: `${prompt}.threshold`, values: alphas[k].map((alpha, i) => logistic(-alpha / betas[k][i])) },
  ]);
  return {
    variables: columns.map(({ name }) => name),
    iterations: 2,
    chains: 2,
    values: Float64Array.from(columns.flatMap(({ values }) => values)),
  };
}

const ONES = [1, 1, 1, 1];
const ALPHAS = [
  [-1, -2, -3, -4],
  [0, 0, 0, 0],
  [-2, -2, -2, -2],
  [-1, -1, -1, -9],
];

describe('thresholds over draws', () => {
  it('stand beside their instruction, with the share of answers 1 among the training cases', () => {
    const draws = drawsOf(ALPHAS, [ONES, ONES, ONES, ONES]);
    const rows = thresholdsOf(model, summariseDraws(draws), posteriorCell);
    expect(rows.map(({ prompt, framing, nominal }) => [prompt, framing, nominal])).toEqual([
      ['told_low', 'threshold', 0.2],
      ['told_high', 'threshold', 0.5],
      ['bet_low', 'bet', 0.2],
      ['bet_high', 'bet', 0.5],
    ]);
    const answers = posteriorCell.cases.map((_, i) => posteriorCell.responses[i * 5 + 1]);
    expect(rows[0].rate).toBeCloseTo(answers.reduce((sum, value) => sum + value, 0) / answers.length, 12);
    expect(rows.map(({ caution }) => caution)).toEqual([null, null, null, null]);
  });

  it('mean nothing where a twentieth of the draws has a slope near 0, or the decision never varies', () => {
    const draws = drawsOf(ALPHAS, [ONES, [0.01, 0.01, 3, 3], ONES, ONES]);
    const accepting = posteriorCell.cases
      .map((_, i) => i)
      .filter((i) => posteriorCell.responses[i * 5 + 3] === 1);
    const rows = thresholdsOf(model, summariseDraws(draws), selectCases(posteriorCell, accepting));
    expect(rows[1].caution).toBe('the slope may be near 0');
    expect(rows[2].caution).toBe('the decision never varies');
  });

  it('differ between framings by the mean over equal instructions, in every draw', () => {
    const draws = drawsOf(ALPHAS, [ONES, ONES, ONES, ONES]);
    const thresholds = thresholdsOf(model, summariseDraws(draws), posteriorCell);
    const [difference, ...others] = differencesOf(thresholds, draws);
    expect(others).toEqual([]);
    // ((1, 2, 3, 4) − 2 + 0 − (1, 1, 1, 9)) / 2
    const values = [-1, -0.5, 0, -3.5];
    expect(difference).toMatchObject({ first: 'threshold', second: 'bet', thresholds: [0.2, 0.5] });
    expect(difference.mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / 4, 12);
    expect(difference.median).toBeCloseTo(-0.75, 12);
    expect(difference.probability).toBe(0);
  });

  it('that mean nothing are no part of a difference', () => {
    const draws = drawsOf(ALPHAS, [ONES, [0.01, 0.01, 3, 3], ONES, ONES]);
    const thresholds = thresholdsOf(model, summariseDraws(draws), posteriorCell);
    expect(differencesOf(thresholds, draws)[0].thresholds).toEqual([0.2]);
  });
});

describe('the report of a run', () => {
  let run: Drawn;
  beforeAll(async () => {
    run = await drawn();
  }, 60_000);

  it('finds the framing that waits for more, and judges the difference by its chains', () => {
    const { differences, diagnostics } = run.report.estimates!;
    expect(differences.map(({ first, second }) => [first, second])).toEqual([['threshold', 'bet']]);
    expect(differences[0].q95).toBeLessThan(0);
    expect(differences[0].probability).toBeLessThan(0.05);
    expect(diagnostics.map(({ id }) => id)).toContain('rhat:threshold less bet');
  });

  it('says the same as JSON and as tables', () => {
    const { estimates } = run.report;
    const [cell] = posteriorJson(posteriorPlan(), [run.report], 1).cells;
    expect(cell.differences).toBe(estimates!.differences);
    expect(cell.convergence).toMatch(/^Not converged/);
    const tables = posteriorTables([run.report]);
    expect(Object.keys(tables)).toEqual(['summary.csv', 'thresholds.csv', 'differences.csv', 'scores.csv']);
    const [head, row] = tables['differences.csv'].split('\n').map((line) => line.split(','));
    expect(row[head.indexOf('thresholds')]).toBe('0.2 0.5');
    expect(Number(row[head.indexOf('median')])).toBe(estimates!.differences[0].median);
    expect(tables['thresholds.csv'].trim().split('\n')).toHaveLength(5);
  });
});
