// Partial pooling in numbers: the regression's line, the cells' own fits, and what the axis is called.
import { beforeAll, describe, expect, it } from 'vitest';
import { apartModel, apartPlan } from '../../../../../src/instruments/seu/hierarchical/apart.ts';
import {
  coefficientViews,
  describeCoefficients,
} from '../../../../../src/instruments/seu/hierarchical/coefficients.ts';
import { hierarchicalFitReport } from '../../../../../src/instruments/seu/hierarchical/fit.ts';
import type { HierarchicalPlan } from '../../../../../src/instruments/seu/hierarchical/plan.ts';
import {
  describePooling,
  poolingView,
  predictorNames,
} from '../../../../../src/instruments/seu/hierarchical/pooling.ts';
import type { HierarchicalReport } from '../../../../../src/instruments/seu/hierarchical/report.ts';
import {
  regressionCaveats,
  regressionFinding,
  regressionHeadline,
} from '../../../../../src/instruments/seu/hierarchical/sentences.ts';
import { fitTasks } from '../../../../../src/instruments/seu/plan.ts';
import { HIERARCHICAL_PRESETS } from '../../../../../src/models/hierarchical/presets.ts';
import { variableIndex, variableOf } from '../../../../../src/statistics/draws.ts';
import { median, quantiles } from '../../../../../src/statistics/quantile.ts';
import { readFixture } from '../../../../support/seu.ts';
import { chunksOf, runOf, type HierarchicalRun } from './runs.ts';

const SAMPLER = { name: 'hmc', chains: 2, warmup: 60, draws: 60 } as const;
const X = [-0.7, -0.4, 0, 0.3, 0.8];

let run: HierarchicalRun;
let report: HierarchicalReport;

beforeAll(async () => {
  run = await runOf(readFixture('posterior_h_m01_J5_data.json'), HIERARCHICAL_PRESETS.h_m01, SAMPLER);
  report = hierarchicalFitReport(run.plan, run.datasets, await chunksOf(run), [], 0, 'study')!;
}, 60_000);

const drawsOf = (variable: string): Float64Array =>
  variableOf(report.draws, variableIndex(report.draws, variable));
const lineAt = (x: number): number[] =>
  [...drawsOf('gamma0')].map((g, s) => Math.exp(g + x * drawsOf('gamma[1]')[s]));
const called = (labels: readonly string[]): HierarchicalReport => ({
  ...report,
  cells: report.cells.map((cell, j) => ({ ...cell, label: labels[j] })),
});

describe('pooling', () => {
  it('has the regression’s expectation of every cell, and along its axis', () => {
    const { rows, curve, axis, apartSlope } = poolingView(report, []);
    expect(axis).toEqual({ name: 'X[1]', centre: 0 });
    expect(rows.map(({ x }) => x)).toEqual(report.cells.map(({ predictors }) => predictors[0]));
    const [q5, middle] = quantiles(Float64Array.from(lineAt(X[4])), [0.05, 0.5]);
    expect(rows[4].line.median).toBeCloseTo(middle, 10);
    expect(rows[4].line.q5).toBeCloseTo(q5, 10);
    expect(rows[4].joint.median).toBeCloseTo(median(drawsOf('alpha[5]')), 12);
    expect(curve[0].x).toBeCloseTo(X[0], 12);
    expect(curve[curve.length - 1].median).toBeCloseTo(rows[4].line.median, 10);
    expect(rows.every(({ apart }) => apart === null)).toBe(true);
    expect(apartSlope).toBeNull();
  });

  it('has the least-squares slope of log α over the cells’ own fits', () => {
    const own = X.map((x) => Float64Array.from([1, 2], (scale) => Math.exp(3 - 0.5 * scale * x)));
    const { rows, apartSlope } = poolingView(report, own);
    expect(apartSlope!.median).toBeCloseTo(-0.75, 10);
    expect(apartSlope!.probabilityNegative).toBe(1);
    expect(rows[0].apart!.q95).toBeGreaterThan(rows[0].apart!.q5);
    const lacking = poolingView(report, [null, ...own.slice(1)]);
    expect(lacking.apartSlope).toBeNull();
    expect(lacking.rows.map(({ apart }) => apart === null)).toEqual([true, false, false, false, false]);
    expect(describePooling(lacking)).toMatch(/^α of 5 cells .*; cell 2 .* alone /);
  });

  it('calls the axis temperature only where X is temperature less its mean', () => {
    const labels = ['0', '0.3', '0.7', '1', '1.5'].map((T) => `A × x, T = ${T}`);
    const view = poolingView(called(labels), []);
    expect(view.axis!.name).toBe('temperature');
    expect(view.axis!.centre).toBeCloseTo(0.7, 12);
    expect(view.rows.map(({ x }) => Number(x!.toFixed(10)))).toEqual([0, 0.3, 0.7, 1, 1.5]);
    expect(predictorNames(called(['0', '0.3', '0.7', '1', '1.6'].map((T) => `T = ${T}`)))).toEqual(['X[1]']);
    expect(predictorNames(report, ['agent = B'])).toEqual(['agent = B']);
  });
});

describe('the regression', () => {
  it('stands beside its priors', () => {
    const rows = coefficientViews(report);
    expect(rows.map(({ variable, label, group }) => [variable, label, group])).toEqual([
      ['gamma0', 'γ₀', 'intercept'],
      ['gamma[1]', 'γ X[1]', 'slopes'],
      ['sigma_cell', 'σ cells', 'spreads'],
    ]);
    // qnorm(.95) = 1.6449; quantiles of |z|: qnorm(.525) = 0.0627, qnorm(.975) = 1.9600
    expect(rows[0].prior.q95).toBeCloseTo(2.5 + 0.5 * 1.644854, 5);
    expect(rows[1].prior.q5).toBeCloseTo(-0.5 * 1.644854, 5);
    expect(rows[2].prior.q5).toBeCloseTo(0.3 * 0.062707, 5);
    expect(rows[2].prior.q95).toBeCloseTo(0.3 * 1.959964, 5);
    expect(describeCoefficients(rows)).toMatch(/^Regression of log α.*γ X\[1\] \S+ \[.*\]; σ cells .*\.$/);
  });

  it('is told in one line and in sentences', () => {
    expect(regressionHeadline(report)).toMatch(/^γ X\[1\] \S+ \[\S+, \S+\]$/);
    expect(regressionFinding(report, ['heat'])).toMatch(
      /^Log α over 5 cells: γ heat is .*P\(γ heat < 0\) [=<>] .* Cells lie .* from it \(sd of log α\)\.$/,
    );
    const flagged = {
      ...report,
      diagnostics: report.diagnostics.map((one) =>
        one.id === 'prior:gamma0' ? { ...one, severity: 'look' as const, hint: 'Choose the prior.' } : one,
      ),
    };
    expect(regressionCaveats(flagged)[0]).toMatch(/^Posterior mean of gamma0 .*: Choose the prior\.$/);
    expect(regressionCaveats({ ...report, cells: report.cells.slice(0, 2) }).join(' ')).toContain(
      'With 2 cells the spread between them rests on its prior',
    );
  });
});

describe('fits of single cells', () => {
  it('have the prior of α that the regression implies', () => {
    const fit = run.plan.settings.fits[0];
    const { priors, name } = apartModel(fit, fit.cells[0]);
    // Var log α = 0.5² + 0.7² · 0.5² + 0.3²
    expect([name, priors.alpha.mu]).toEqual(['m_0', 2.5]);
    expect(priors.alpha.sigma ** 2).toBeCloseTo(0.25 + 0.49 * 0.25 + 0.09, 12);
    expect(priors.beta).toEqual(fit.model.priors.beta);
  });

  it('are planned for the cells that lack one, with the joint fit’s sampler', () => {
    const plan: HierarchicalPlan = { ...run.plan, title: 'cells' };
    const own = apartPlan(plan, 0, (cell) => cell !== 1);
    expect(own.title).toBe('cells, each cell alone');
    expect(own.settings.conditions.map(({ label }) => label)).toEqual([
      'cell 1',
      'cell 3',
      'cell 4',
      'cell 5',
    ]);
    expect(own.settings.sampler).toEqual(plan.settings.sampler);
    expect(fitTasks(own, run.datasets)).toHaveLength(4 * 3);
  });
});
