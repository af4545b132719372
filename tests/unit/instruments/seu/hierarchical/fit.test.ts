import { beforeAll, describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../../src/engine/types.ts';
import { hierarchicalFitReport } from '../../../../../src/instruments/seu/hierarchical/fit.ts';
import {
  hierarchicalTasks,
  parseHierarchicalKey,
} from '../../../../../src/instruments/seu/hierarchical/plan.ts';
import type { HierarchicalReport } from '../../../../../src/instruments/seu/hierarchical/report.ts';
import { cellRows, coefficientRows } from '../../../../../src/instruments/seu/hierarchical/views.ts';
import { chainOf, variableIndex, variableOf } from '../../../../../src/statistics/draws.ts';
import { mean } from '../../../../../src/statistics/moments.ts';
import { WHOLE_MODEL, type HierarchicalFixture } from '../../../../support/hierarchical.ts';
import { readFixture } from '../../../../support/seu.ts';
import { chunksOf, runOf, type HierarchicalRun } from './runs.ts';

const { data } = readFixture<HierarchicalFixture>('logdensity_h_m01_size_small_K3.json');

/** Size and pool effects at once. */
let run: HierarchicalRun;
let chunks: readonly Chunk[];
let report: HierarchicalReport;

beforeAll(async () => {
  const sampler = { name: 'hmc', chains: 2, warmup: 60, draws: 60 } as const;
  run = await runOf({ ...data, pool: [1, 2, 1] }, WHOLE_MODEL, sampler);
  chunks = await chunksOf(run);
  report = hierarchicalFitReport(run.plan, run.datasets, chunks, [], 0)!;
}, 60_000);

const drawsOf = (variable: string): Float64Array =>
  variableOf(report.draws, variableIndex(report.draws, variable));

describe('the plan of hierarchical fits', () => {
  it('stands for a pooled warmup and its chains, whose keys are its own', () => {
    const tasks = hierarchicalTasks(run.plan, run.datasets);
    expect(tasks.map(({ key }) => key)).toEqual(['h000/tune', 'h000/k000', 'h000/k001']);
    expect(tasks.map(({ key }) => parseHierarchicalKey(key))).toEqual([
      { fit: 0, chain: null },
      { fit: 0, chain: 0 },
      { fit: 0, chain: 1 },
    ]);
    expect(parseHierarchicalKey('c000/k001')).toBeNull();
    const later = { ...run.plan, settings: { ...run.plan.settings, firstTask: 7 } };
    expect(hierarchicalTasks(later, run.datasets)[1].stream).toEqual({ seed: 5, task: 7, chain: 0 });
  });

  it('says which dataset is missing', () => {
    expect(() => hierarchicalTasks(run.plan, new Map())).toThrow(/of cell 1 in cells is not at hand/);
  });
});

describe('the report of a hierarchical fit', () => {
  it('names every variable once, under the names of the models', () => {
    const { variables } = report.draws;
    expect(new Set(variables).size).toBe(variables.length);
    const scalars = ['gamma0', 'gamma[1]', 'gamma[2]', 'gamma_size', 'sigma_cell', 'sigma_pool', 'alpha[1]'];
    expect(variables.slice(0, 7)).toEqual(scalars);
    for (const name of ['alpha[3]', 'delta[2]', 'upsilon[3]', 'psi[3,7,3]', 'eta[3,7]', 'log_lik', 'lp__'])
      expect(variables).toContain(name);
    const constant = report.summary.find(({ variable }) => variable === 'upsilon[1]');
    expect(constant).toMatchObject({ mean: 0, rhat: null, constant: '0 by design' });
  });

  it('pools the choices of all cells in its predictive checks, menu sizes and all', () => {
    const [ll, modal, prob] = report.ppc;
    const likelihood = drawsOf('log_lik');
    likelihood.forEach((value, s) => expect(ll.observed[s]).toBeCloseTo(value, 9));
    for (const { p } of [ll, modal, prob]) expect(p >= 0 && p <= 1).toBe(true);
    expect(Math.max(...modal.observed)).toBeLessThanOrEqual(10);
    expect(report.menus).toBe(10);
  });

  it('spreads the log likelihood over single choices of named cells', () => {
    expect(report.choices.map(({ cell, menu }) => `${cell}.${menu}`)).toEqual(
      [1, 2, 3].flatMap((cell) =>
        Array.from(
          { length: data.cell.filter((own) => own === cell).length },
          (_, m) => `cell ${cell}.${m + 1}`,
        ),
      ),
    );
    const sum = report.choices.reduce((total, { log_lik }) => total + log_lik, 0);
    expect(sum).toBeCloseTo(mean(drawsOf('log_lik')), 9);
    const chosen = report.choices.reduce((total, { probability }) => total + probability, 0);
    expect(chosen).toBeCloseTo(mean(report.ppc[2].observed), 9);
  });

  it('does not depend on the order or the size of chunks', async () => {
    const parts = [...(await chunksOf(run, 300))];
    expect(parts.length).toBeGreaterThan(chunks.length);
    expect(hierarchicalFitReport(run.plan, run.datasets, parts, [], 0)).toEqual(report);
    expect(hierarchicalFitReport(run.plan, run.datasets, parts.reverse(), [], 0)).toEqual(report);
  });

  it('leaves other tasks of the run alone, and names its own that failed', () => {
    const stranger = { ...chunks[1], taskKey: 'c000/k000' };
    const state = { iteration: 0, iterations: 9, done: true, engine: 'cpu' } as const;
    const states = [
      { ...state, key: 'h000/k001', failure: 'no finite log density' },
      { ...state, key: 'c000/k001', failure: 'not here' },
    ];
    const again = hierarchicalFitReport(run.plan, run.datasets, [...chunks, stranger], states, 0)!;
    expect(again.draws).toEqual(report.draws);
    expect(again.failures).toEqual([{ task: 'h000/k001', message: 'no finite log density' }]);
    expect(hierarchicalFitReport(run.plan, run.datasets, [stranger], states, 0)).toBeNull();
  });

  it('judges the regression and every alpha, then what the flat fits are judged by', () => {
    const ids = report.diagnostics.map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual(['prior:gamma0', 'prior:sigma_cell']);
    for (const name of ['gamma0', 'gamma[2]', 'gamma_size', 'sigma_cell', 'sigma_pool', 'alpha[3]', 'lp__'])
      expect(ids).toEqual(expect.arrayContaining([`rhat:${name}`, `ess_bulk:${name}`, `ess_tail:${name}`]));
    for (const id of ['divergences', 'ebfmi', 'stay', 'agreement', 'rhat:eta', 'ppc:uncertain:ll'])
      expect(ids).toContain(id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(report.diagnostics.find(({ id }) => id === 'agreement')!.value).toBeLessThan(1e-12);
  });

  it('has rows for tables: cells with their predictors, coefficients beside their priors', () => {
    const rows = cellRows(report);
    expect(rows.map(({ cell, predictors }) => [cell, predictors])).toEqual(
      data.X.map((row, j) => [`cell ${j + 1}`, row]),
    );
    rows.forEach(({ variable, mean: centre }) => expect(centre).toBe(mean(drawsOf(variable))));
    const coefficients = coefficientRows(report);
    expect(coefficients.map(({ variable }) => variable)).toEqual([
      'gamma0',
      'gamma[1]',
      'gamma[2]',
      'gamma_size',
      'sigma_cell',
      'sigma_pool',
    ]);
    const cell = coefficients.find(({ variable }) => variable === 'sigma_cell')!;
    expect(cell.prior_mean).toBeCloseTo(0.3 * Math.sqrt(2 / Math.PI), 12);
    expect(cell.prior_sd).toBeCloseTo(0.3 * Math.sqrt(1 - 2 / Math.PI), 12);
    expect(cell.probability_negative).toBe(0);
    const slope = coefficients[1];
    expect(slope.contraction).toBeCloseTo(1 - (slope.sd / 0.5) ** 2, 12);
  });

  it('keeps no psi of a study', () => {
    const brief = hierarchicalFitReport(run.plan, run.datasets, chunks, [], 0, 'study')!;
    expect(brief.draws.variables.some((name) => name.startsWith('psi'))).toBe(false);
    const eta = variableIndex(brief.draws, 'eta[2,3]');
    expect(chainOf(brief.draws, eta, 1)).toEqual(
      chainOf(report.draws, variableIndex(report.draws, 'eta[2,3]'), 1),
    );
  });
});
