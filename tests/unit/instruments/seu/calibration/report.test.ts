import { describe, expect, it } from 'vitest';
import {
  calibrationReport,
  type CalibrationContext,
} from '../../../../../src/instruments/seu/calibration/calibrate.ts';
import { informationOf } from '../../../../../src/instruments/seu/calibration/information.ts';
import { joinRows } from '../../../../../src/instruments/seu/calibration/rows.ts';
import type {
  CalibrationReport,
  QuantityColumns,
} from '../../../../../src/instruments/seu/calibration/report.ts';
import { powerWords, signature } from '../../../../../src/instruments/seu/calibration/sentences.ts';
import { SEU_PRESETS } from '../../../../../src/models/seu/presets.ts';
import { HIERARCHICAL_PRESETS } from '../../../../../src/models/hierarchical/presets.ts';
import { hierarchicalQuantities } from '../../../../../src/models/hierarchical/quantities.ts';
import { quantityNames } from '../../../../../src/models/seu/quantities.ts';
import { hierarchicalDataOf } from '../../../../support/hierarchical-stan.ts';
import { dataOf, readFixture, type StanData } from '../../../../support/seu.ts';
import { mockRows, NAMES, slice, type MockOptions } from './mock.ts';

const context = (planned: number, parts: Partial<CalibrationContext['looks']> = {}): CalibrationContext => ({
  label: 'm_0',
  model: 'm_0',
  fitted: 'm_0',
  planned,
  looks: { level: 0.05, planned: [planned], added: [], ...parts },
});

const reportOf = (options: MockOptions): CalibrationReport =>
  calibrationReport(context(options.replicates), mockRows(options));

const quantity = ({ quantities }: CalibrationReport, variable: string) =>
  quantities.find((own) => own.variable === variable)!;

const verdictOf = ({ state }: CalibrationReport) => {
  if (state.kind !== 'look') throw new Error('no look is due');
  return state.verdict;
};

describe('a calibration report of exact posteriors', () => {
  const report = reportOf({ replicates: 200, maxRank: 99 });

  it('passes, with coverage near its levels and the contraction of the model', () => {
    const verdict = verdictOf(report);
    expect(verdict.passes).toBe(true);
    expect(verdict.worst_case).toEqual({ passes: true, p: verdict.p });
    expect(report.finding).toMatch(/^m_0 is calibrated as far as 200 replicates can tell/);
    for (const own of report.quantities)
      for (const { level, estimate } of Object.values(own.coverage))
        expect(Math.abs(estimate - level)).toBeLessThan(4 * Math.sqrt((level * (1 - level)) / 200));
    // 1 − ½, on the log scale for alpha; the sd of 200 truths is known to 5 %.
    for (const name of ['alpha', 'beta[1,1]', 'projection[1]'])
      expect(Math.abs(quantity(report, name).contraction! - 0.5)).toBeLessThan(0.15);
    expect(quantity(report, 'log_lik').contraction).toBeNull();
  });

  it('counts what says the same once', () => {
    const verdict = verdictOf(report);
    expect(verdict.distinct).toBe(NAMES.length - 1);
    expect(quantity(report, 'delta[2]').adjusted).toBeNull();
    expect(quantity(report, 'delta[2]').information).toBe('delta[1]');
    expect(verdict.expected_outside).toBeGreaterThan(0.2);
    expect(verdict.expected_outside).toBeLessThanOrEqual(0.05 * verdict.distinct);
  });

  it('says what it could have seen, and spends less than the level of the study', () => {
    const { power, level, spent, study_level } = verdictOf(report);
    expect([level, spent, study_level].map((value) => Number(value.toFixed(6)))).toEqual([0.04, 0.04, 0.05]);
    expect(power.shift!).toBeGreaterThan(0.1);
    expect(power.shift!).toBeLessThan(0.6);
    expect(report.sentences.join(' ')).toMatch(
      /To be found in 8 of 10 studies of 200 replicates, one among 6 quantities, a posterior must be shifted by 0\.\d+ sd, or/,
    );
  });

  it('says what it could not have seen as more than the largest that was tried', () => {
    const power = { level: 0.01, power: 0.8, shift: null, tooWide: null, tooNarrow: 0.4 };
    expect(powerWords({ power, replicates: 5, distinct: 1 })).toBe(
      'To be found in 8 of 10 studies of 5 replicates, one among 1 quantity, a posterior must be shifted by more than ' +
        '4.6 sd, or have an sd 60 % too small or more than 9900 % too large.',
    );
    expect(powerWords({ power: { ...power, tooNarrow: null }, replicates: 5, distinct: 2 })).toContain(
      'have an sd more than 99 % too small',
    );
  });

  it('is the same whatever is asked of it twice', () => {
    expect(reportOf({ replicates: 200, maxRank: 99 })).toEqual(report);
  });

  it('holds what every picture shows', () => {
    const { ecdf, histogram, coverage_curve, columns } = quantity(report, 'alpha');
    expect(ecdf[0]).toMatchObject({ z: 0, ecdf_diff: 0 });
    expect(ecdf.at(-1)).toMatchObject({ z: 1, ecdf_diff: 0 });
    expect(histogram!.counts.reduce((sum, count) => sum + count, 0)).toBe(200);
    expect([histogram!.bins.edges[0], histogram!.bins.edges.at(-1)]).toEqual([0, 100]);
    expect(coverage_curve.every(({ lower, estimate, upper }) => lower <= estimate && estimate <= upper)).toBe(
      true,
    );
    const inside = columns.truth.filter((truth, i) => columns.q5[i] <= truth && truth <= columns.q95[i]);
    expect(Math.abs(inside.length - 180)).toBeLessThan(20);
    expect(report.quantities.map(({ variable }) => variable)).toEqual(NAMES);
  });
});

describe('a calibration report of wrong posteriors', () => {
  it.each([
    ['alpha', 0.5, 1, 'lie above their truths'],
    ['beta[1,1]', -0.5, 1, 'lie below their truths'],
    ['contrast[1,1]', 0, 0.6, 'are too narrow'],
    ['delta[1]', 0, 1.7, 'are too wide'],
  ])('names %s, shifted by %d and scaled by %d: %s', (variable, shift, scale, words) => {
    const report = reportOf({ replicates: 300, maxRank: 99, wrong: { variable, shift, scale } });
    const verdict = verdictOf(report);
    expect(verdict.passes).toBe(false);
    expect(verdict.worst).toBe(variable);
    expect(report.finding).toContain(`not calibrated: the ranks of ${variable}`);
    // Exponentials of a normal posterior are skewed: the z-scores of alpha are not judged by their mean.
    if (variable !== 'alpha') expect(report.finding).toContain(words);
    expect(quantity(report, variable).ecdf_verdict).toBe('outside');
    expect(quantity(report, variable).departure).toBeGreaterThan(1);
  });

  it('says what failed fits said most often, and takes the truths of a stored fit for what they are', () => {
    const rows = mockRows({ replicates: 60, maxRank: 99, failed: [1, 4, 7] });
    const messages = new Map([
      [1, 'no finite log density'],
      [4, 'out of memory'],
      [7, 'no finite log density'],
    ]);
    const report = calibrationReport({ ...context(60), truthsOf: 'posterior' }, { ...rows, messages });
    expect(report.failures[1]).toEqual({ replicate: 4, message: 'out of memory' });
    const { hint } = report.diagnostics.find(({ id }) => id === 'failures')!;
    expect(hint).toMatch(/^3 of 60 fits failed.*Most often: no finite log density \(2\)\.$/);
    expect(report.sentences.join(' ')).toContain('of that of the posterior of the fit that truths come from');
  });

  it('turns where failed replicates could hide it', () => {
    const failed = Array.from({ length: 60 }, (_, i) => 3 * i);
    const report = reportOf({ replicates: 200, maxRank: 99, failed });
    const verdict = verdictOf(report);
    expect(verdict.passes).toBe(true);
    expect(verdict.worst_case.passes).toBe(false);
    expect(verdict.replicates).toBe(200);
    expect(report.failures.map(({ replicate }) => replicate)).toEqual(failed);
    expect(quantity(report, 'alpha').n).toBe(140);
    expect(report.sentences.join(' ')).toMatch(/Had the 60 failed fits ranked as badly as ranks can/);
  });
});

describe('a growing study', () => {
  const rows = mockRows({ replicates: 60, maxRank: 20, wrong: { variable: 'alpha', shift: 3, scale: 1 } });

  it('shows curves and no verdict before the planned number', () => {
    const report = calibrationReport(context(100), rows);
    expect(report.state).toEqual({ kind: 'growing', replicates: 60, next: 100 });
    expect(report.finding).toBe('60 of 100 replicates are in; the verdict comes at 100.');
    expect(
      report.quantities.every(({ p, adjusted, ecdf_verdict }) => (p ?? adjusted ?? ecdf_verdict) === null),
    ).toBe(true);
    expect(report.quantities[0].ecdf.length).toBeGreaterThan(10);
    expect(JSON.stringify([report.finding, report.sentences])).not.toMatch(/calibrated/);
  });

  it('stands between looks without a word either', () => {
    const report = calibrationReport(context(60, { planned: [40, 80] }), rows);
    expect(report.state).toEqual({ kind: 'growing', replicates: 60, next: 80 });
    expect(calibrationReport(context(50, { planned: [50] }), rows).finding).toMatch(
      /no look is planned beyond/,
    );
  });

  it('pays for replicates added later', () => {
    const report = calibrationReport(context(60, { planned: [30], added: [45, 60] }), rows);
    const { look, level, spent } = verdictOf(report);
    expect([look, level, spent].map((value) => Number(value.toFixed(6)))).toEqual([3, 0.0025, 0.0475]);
    expect(report.sentences.join(' ')).toMatch(/This is look 3/);
  });

  it('gives no verdict over other replicates than the first N', () => {
    const looks = { planned: [30, 60] };
    const gap = joinRows([slice(rows, 0, 20), slice(rows, 50, 60)]);
    const report = calibrationReport({ ...context(60, looks), first: 0 }, gap);
    expect(report.state).toEqual({ kind: 'growing', replicates: 30, next: 30 });
    expect(report.finding).toBe(
      '30 of 60 replicates are in, but not all of the first 30; the verdict comes at 30.',
    );
    expect(report.quantities.every(({ p }) => p === null)).toBe(true);
    const second = calibrationReport({ ...context(30, looks), first: 0 }, slice(rows, 30, 60));
    expect(second.state).toEqual({ kind: 'growing', replicates: 30, next: 30 });
    const whole = calibrationReport({ ...context(60, looks), first: 0 }, slice(rows, 0, 30));
    expect(verdictOf(whole)).toMatchObject({ look: 1, replicates: 30 });
    // Rows without a plan begin where they begin.
    expect(verdictOf(calibrationReport(context(30, looks), slice(rows, 30, 60))).look).toBe(1);
  });

  it('begins with nothing', () => {
    const report = calibrationReport(context(10), slice(rows, 0, 0));
    expect(report.replicates).toBe(0);
    expect(report.quantities.every(({ n, ecdf }) => n === 0 && ecdf.length === 0)).toBe(true);
    expect(report.diagnostics.every(({ severity }) => severity !== 'fail')).toBe(true);
  });
});

describe('unconverged fits', () => {
  it('are counted by quantities of interest, named, and ranked all the same', () => {
    const rows = mockRows({ replicates: 40, maxRank: 999 });
    const Q = NAMES.length;
    rows.summaries.rhat[7 * Q] = 1.2;
    rows.summaries.ess_bulk[9 * Q + NAMES.indexOf('log_lik')] = 30;
    rows.summaries.rhat[11 * Q + NAMES.indexOf('beta[1,1]')] = 1.5;
    const report = calibrationReport(context(40), rows);
    expect(report.unconverged.map(({ replicate, variable }) => [replicate, variable])).toEqual([
      [7, 'alpha'],
      [9, 'log_lik'],
    ]);
    expect(quantity(report, 'alpha').n).toBe(40);
    expect(report.diagnostics.find(({ id }) => id === 'unconverged')).toMatchObject({
      value: 2,
      severity: 'look',
    });
  });
});

describe('fits whose chains stood still', () => {
  const rows = mockRows({ replicates: 40, maxRank: 999 });
  const Q = NAMES.length;
  const at = (replicate: number, variable: string): number => replicate * Q + NAMES.indexOf(variable);
  rows.summaries.rhat[at(3, 'alpha')] = NaN;
  rows.summaries.sd[at(5, 'log_lik')] = 0;
  rows.summaries.ess_bulk[at(8, 'alpha')] = NaN;
  rows.summaries.rhat[at(8, 'log_lik')] = 1.4;
  rows.summaries.sd[at(11, 'beta[1,1]')] = 0;
  const report = calibrationReport(context(40), rows);

  it('are not converged: an unknown R-hat or effective size, or no spread', () => {
    expect(report.unconverged.map(({ replicate, variable }) => [replicate, variable])).toEqual([
      [3, 'alpha'],
      [5, 'log_lik'],
      [8, 'alpha'],
    ]);
    expect(report.unconverged[1]).toMatchObject({ sd: 0, rhat: 1 });
    const { value, hint } = report.diagnostics.find(({ id }) => id === 'unconverged')!;
    expect(value).toBe(3);
    expect(hint).toMatch(/R-hat above 1.01 or unknown, .* or draws that never varied/);
  });
});

describe('the signature of z-scores', () => {
  const of = (...z: readonly number[]): string =>
    signature({ columns: { z_score: Float64Array.from(z) } as unknown as QuantityColumns });

  it('is read where posteriors vary, and says how many do not', () => {
    expect(of(-2, -1, 0, 1, 2)).toBe('are too narrow');
    expect(of(-2, -1, 0, 1, 2, Infinity, -Infinity, NaN)).toBe(
      'are too narrow and do not vary at all in 3 of 8 replicates',
    );
    expect(of(1, -1, Infinity)).toBe('do not vary at all in 1 of 3 replicates');
    expect(of(Infinity, Infinity)).toBe('do not vary at all in 2 of 2 replicates');
    expect(of(1, -1)).toBe('');
  });
});

describe('information', () => {
  const names = (file: string, model = SEU_PRESETS.m_0): readonly string[] =>
    quantityNames(model, dataOf(readFixture<{ data: StanData }>(file).data), { psi: 1, projections: 1 });

  it('joins δ₁ and δ₂ at K = 3 alone', () => {
    const three = names('logdensity_m_0_small_K3.json');
    const words = informationOf(three);
    expect(three.filter((name, i) => words[i] !== name)).toEqual(['delta[2]']);
    const four = names('logdensity_m_0_small_K4.json');
    const own = informationOf(four);
    expect(four.filter((name, i) => own[i] !== name)).toEqual(['upsilon[3]']);
    expect(own[four.indexOf('upsilon[3]')]).toBe('delta[3]');
  });

  it('joins both ψ of an alternative at K = 2', () => {
    expect(informationOf(['psi[1,1]', 'psi[1,2]'])).toEqual(['psi[1,1]', 'psi[1,1]']);
    expect(informationOf(['psi[1,1]', 'psi[1,2]', 'psi[1,3]'])).toEqual(['psi[1,1]', 'psi[1,2]', 'psi[1,3]']);
  });

  it('joins both ψ of an alternative of a cell at K = 2, whatever its numbers', () => {
    const psi = ['psi[1,1,1]', 'psi[1,1,2]', 'psi[1,2,1]', 'psi[1,2,2]'];
    expect(informationOf(psi)).toEqual(['psi[1,1,1]', 'psi[1,1,1]', 'psi[1,2,1]', 'psi[1,2,1]']);
    const three = [...psi, 'psi[1,1,3]', 'psi[1,2,3]'];
    expect(informationOf(three)).toEqual(three);
    // Between three consequences the second alternative's ψ are its own, though each name ends in a number up to 2.
    const second = ['psi[2,1]', 'psi[2,2]', 'psi[2,3]'];
    expect(informationOf(second)).toEqual(second);
    expect(informationOf(['psi[2,1]', 'psi[2,2]'])).toEqual(['psi[2,1]', 'psi[2,1]']);
  });

  it('joins them in the quantities of a hierarchical model of two consequences', () => {
    const data = hierarchicalDataOf({
      J: 2,
      K: 2,
      D: 1,
      R: 3,
      P: 1,
      w: [[-1], [0], [1]],
      cell: [1, 2],
      I: [
        [1, 1, 0],
        [0, 1, 1],
      ],
      y: [1, 2],
      X: [[0], [1]],
    });
    const names = hierarchicalQuantities(HIERARCHICAL_PRESETS.h_m01, data, { psi: 2, projections: 1 });
    const words = informationOf(names);
    expect(names.filter((name, i) => words[i] !== name)).toEqual(['psi[1,1,2]', 'psi[1,2,2]']);
  });
});
