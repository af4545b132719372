import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../../../../src/formats/dataset.ts';
import { datasetOf } from '../../../../../src/formats/hash.ts';
import { calibrationReport } from '../../../../../src/instruments/seu/calibration/calibrate.ts';
import { matchedContrasts } from '../../../../../src/instruments/seu/calibration/matched.ts';
import { matchedArms, sampleSizeArms } from '../../../../../src/instruments/seu/calibration/matched-plan.ts';
import {
  calibrationSampler,
  type CalibrationArm,
  type CalibrationPlan,
} from '../../../../../src/instruments/seu/calibration/plan.ts';
import { choicesOf, recoveryReport } from '../../../../../src/instruments/seu/calibration/recover.ts';
import type {
  RecoveredQuantity,
  RecoveryArm,
} from '../../../../../src/instruments/seu/calibration/recovery-report.ts';
import type { ReplicateRows } from '../../../../../src/instruments/seu/calibration/rows.ts';
import {
  matchedRows,
  sampleSizeRows,
} from '../../../../../src/instruments/seu/calibration/views/recovery.ts';
import { designContent } from '../../../../../src/instruments/seu/design/generate.ts';
import { DEFAULT_DESIGN } from '../../../../../src/instruments/seu/design/settings.ts';
import { SEU_PRESETS } from '../../../../../src/models/seu/presets.ts';
import { mockRows, NAMES } from './mock.ts';

const content = designContent({ ...DEFAULT_DESIGN, menus: 8, riskyMenus: 6, lotteries: 8 });
const source = { file: 'd', address: null, licence: null, citation: null };
const dataset: Dataset = await datasetOf(content, { name: 'd', condition: '', source, history: [] });
const datasets = new Map([[dataset.hash, dataset]]);

const plan = (arms: readonly CalibrationArm[], count: number): CalibrationPlan => ({
  instrument: 'seu',
  analysis: 'recover',
  title: 'recovery',
  datasets: [dataset.hash],
  settings: {
    arms,
    replicates: { first: 0, count },
    looks: { level: 0.05, planned: [count], added: [] },
    shard: null,
    posterior: null,
    sampler: calibrationSampler(SEU_PRESETS.m_1),
    quantities: { psi: 0, projections: 1 },
  },
  seed: 3,
  engine: 'cpu',
});

const recovered = ({ quantities }: RecoveryArm, variable: string): RecoveredQuantity | undefined =>
  quantities.find((quantity) => quantity.variable === variable);

/** The same truths with widths and errors of every posterior times `factor` about its truth. */
function sharper(rows: ReplicateRows, factor: number): ReplicateRows {
  const { truth } = rows.summaries;
  const towards = (values: Float64Array): Float64Array =>
    values.map((value, i) => truth[i] + factor * (value - truth[i]));
  const { mean, median, q5, q95, sd } = rows.summaries;
  return {
    ...rows,
    summaries: {
      ...rows.summaries,
      mean: towards(mean),
      median: towards(median),
      q5: towards(q5),
      q95: towards(q95),
      sd: sd.map((value) => factor * value),
    },
  };
}

describe('recovery of exact posteriors', () => {
  const rows = mockRows({ replicates: 150, maxRank: 99, failed: [7] });
  const arms = sampleSizeArms(dataset.hash, SEU_PRESETS.m_1, content, [2, 8]);
  const report = recoveryReport(plan(arms, 150), datasets, [rows, sharper(rows, 0.5)]);
  const beta = recovered(report.arms[0], 'beta[1,1]')!;

  it('has no bias, nominal coverage, and the RMSE and width of the posterior', () => {
    expect(beta.iterations).toBe(149);
    expect(Math.abs(beta.bias)).toBeLessThan(4 * Math.sqrt(0.5 / 149));
    expect(beta.rmse).toBeCloseTo(Math.SQRT1_2, 0);
    expect(beta.meanWidth).toBeCloseTo(2 * 1.645 * Math.SQRT1_2, 0);
    expect(beta.coverage.lower).toBeLessThan(0.9);
    expect(beta.coverage.upper).toBeGreaterThan(0.9);
    expect(report.arms[0].failures).toEqual([{ replicate: 7, message: null }]);
  });

  it('shrinks: errors fall with the truth', () => {
    const points = beta.shrinkage;
    expect(points).toHaveLength(5);
    expect(points[0].error).toBeGreaterThan(0.3);
    expect(points[4].error).toBeLessThan(-0.3);
  });

  it('draws curves over the sizes, and counts choices of both blocks', () => {
    expect(report.arms.map(({ choices }) => choices)).toEqual([4, 14]);
    const alpha = sampleSizeRows(report).filter(({ variable }) => variable === 'alpha');
    expect(alpha.map(({ choices }) => choices)).toEqual([4, 14]);
    expect(alpha[1].rmse).toBeCloseTo(alpha[0].rmse / 2, 12);
    expect(beta.truth).toHaveLength(149);
    expect(choicesOf({ ...arms[1], fitted: SEU_PRESETS.m_0 }, dataset)).toBe(8);
  });

  it('couples errors with an interval, and judges the bounds of an application', () => {
    const [pair] = report.arms[0].coupling;
    expect([pair.first, pair.second]).toEqual(['delta[1]', 'contrast[1,1]']);
    expect(pair.lower).toBeLessThan(0);
    expect(pair.upper).toBeGreaterThan(0);
    const looks = { level: 0.05, planned: [150], added: [] };
    const context = { label: '', model: '', fitted: '', planned: 150, looks };
    expect(report.arms[0].coupling).toEqual(calibrationReport(context, rows).informativeness.coupling);
    // Fisher's interval by hand: atanh r ± 1.96 / √(n − 3), n = 149.
    const half = 1.959964 / Math.sqrt(146);
    expect(Math.atanh(pair.lower)).toBeCloseTo(Math.atanh(pair.correlation) - half, 6);
    expect(Math.atanh(pair.upper)).toBeCloseTo(Math.atanh(pair.correlation) + half, 6);
    expect(report.arms[0].scale.map(({ variable }) => variable)).toEqual(['alpha', 'delta[1]', 'delta[2]']);
    expect(report.finding).toMatch(/^2 menus: over 149 replicates alpha has a relative bias/);
  });

  it('says that errors fall with alpha where they do, with their standard errors', () => {
    const [low, , , , high] = recovered(report.arms[0], 'alpha')!.shrinkage;
    expect(low.error).toBeGreaterThan(0);
    expect(high.error).toBeLessThan(0);
    const figure = (value: number): string => String(Number(value.toPrecision(2)));
    expect(report.sentences.find((sentence) => sentence.includes('mean errors of alpha'))).toBe(
      `2 menus: mean errors of alpha are ${figure(low.error)} (standard error ${figure(low.errorSe)}) where alpha is ` +
        `about ${figure(low.truth)} and ${figure(high.error)} (standard error ${figure(high.errorSe)}) where alpha is ` +
        `about ${figure(high.truth)}: they fall with alpha, as where a prior pulls towards its centre.`,
    );
  });

  it.each([
    ['rise with alpha', (truth: number, noise: number) => 1.5 * truth + noise],
    ['not told from chance', (truth: number, noise: number) => truth + noise],
    ['fall with alpha', (truth: number, noise: number) => 0.5 * truth + noise],
  ])('says what else errors do: %s', (words, estimate) => {
    const Q = NAMES.length;
    const { truth } = rows.summaries;
    const mean = truth.map((value, i) => estimate(value, (Math.floor(i / Q) % 2) - 0.5));
    const summaries = { ...rows.summaries, mean };
    const other = recoveryReport(plan(arms.slice(0, 1), 150), datasets, [{ ...rows, summaries }]);
    expect(other.sentences.find((sentence) => sentence.includes('mean errors of alpha'))).toContain(words);
  });

  it('says nothing of errors by truth where a group has no standard error', () => {
    const few = mockRows({ replicates: 6, maxRank: 99 });
    const small = recoveryReport(plan(arms.slice(0, 1), 6), datasets, [few]);
    expect(small.sentences.some((sentence) => /errors of alpha|off by/.test(sentence))).toBe(false);
  });

  it('begins with nothing', () => {
    const empty = mockRows({ replicates: 0, maxRank: 99 });
    const nothing = recoveryReport(plan(arms, 10), datasets, [empty, empty]);
    expect(nothing.finding).toBe('2 menus: no replicate was fitted yet.');
  });
});

describe('the matched comparison', () => {
  const a = mockRows({ replicates: 60, maxRank: 99 });
  const tables = [a, sharper(a, 0.8), sharper(a, 0.8), sharper(a, 0.4)];

  it('finds the gain that was made, by error and by width', () => {
    const contrasts = matchedContrasts(['A', 'B', 'C', 'D'], tables, 1);
    expect(contrasts.map(({ quantity, from, to }) => `${quantity} ${from}${to}`)).toEqual([
      'alpha AB',
      'alpha BC',
      'alpha CD',
      'delta AB',
      'delta BC',
      'delta CD',
    ]);
    for (const { from, rmse, width, narrower, wilcoxon } of contrasts) {
      const gain = { A: 20, B: 0, C: 50 }[from]!;
      expect(rmse.estimate.estimate).toBeCloseTo(gain, 9);
      expect(rmse.estimate.lower).toBeCloseTo(gain, 9);
      expect(width.estimate.estimate).toBeCloseTo(gain, 9);
      expect(narrower).toBe(gain === 0 ? 0 : 1);
      if (gain > 0) expect(wilcoxon.pValue).toBeLessThan(1e-9);
    }
  });

  it('averages components of δ before it compares, and has an interval where arms differ by chance', () => {
    const b = mockRows({ replicates: 60, maxRank: 99, seed: 2 });
    const [, , , delta] = matchedContrasts(['A', 'B', 'C', 'D'], [a, { ...b }, a, a], 1);
    const q = [NAMES.indexOf('delta[1]'), NAMES.indexOf('delta[2]')];
    const total = ({ summaries: { mean, truth } }: ReplicateRows): number =>
      a.replicates.reduce(
        (sum, _, row) =>
          sum +
          q.reduce((so, k) => so + (mean[row * NAMES.length + k] - truth[row * NAMES.length + k]) ** 2, 0),
        0,
      );
    expect(delta.rmse.estimate.estimate).toBeCloseTo(100 * (1 - Math.sqrt(total(b) / total(a))), 9);
    expect(delta.rmse.estimate.lower).toBeLessThan(delta.rmse.estimate.estimate);
    expect(delta.rmse.estimate.upper).toBeGreaterThan(delta.rmse.estimate.estimate);
  });

  it('uses replicates that every arm has fitted', () => {
    const lost = mockRows({ replicates: 60, maxRank: 99, failed: [0, 1, 2] });
    const [pair] = matchedContrasts(['A', 'B', 'C', 'D'], [lost, a, a, a], 1);
    expect(pair.width.estimate.estimate).toBe(0);
    expect(matchedContrasts(['A', 'B'], [a, a], 1)).toEqual([]);
  });

  it('compares alpha alone between two consequences, where utilities are not estimated', () => {
    const quantities = ['alpha', 'beta[1,1]', 'contrast[1,1]', 'log_lik'];
    const two = mockRows({ replicates: 60, maxRank: 99, quantities });
    const arms = [two, sharper(two, 0.8), two, two];
    const contrasts = matchedContrasts(['A', 'B', 'C', 'D'], arms, 1);
    expect(contrasts.map(({ quantity, from, to }) => `${quantity} ${from}${to}`)).toEqual([
      'alpha AB',
      'alpha BC',
      'alpha CD',
    ]);
    expect(contrasts[0].rmse.estimate.estimate).toBeCloseTo(20, 9);
  });

  it('is reported with its arms, its rows and its words', () => {
    const arms = matchedArms(content, dataset.hash, SEU_PRESETS.m_1);
    const report = recoveryReport(plan(arms, 60), datasets, tables);
    expect(matchedRows(report)).toHaveLength(12);
    expect(report.curve).toEqual([]);
    expect(report.finding).toMatch(/^Twice the choices of the same kind make alpha more precise/);
    expect(report.sentences[0]).toMatch(/^A to B: the RMSE of alpha gains \+20 %/);
  });
});
