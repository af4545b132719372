import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../../../../src/formats/dataset.ts';
import {
  joinPlans,
  onePresentationPlan,
  stricterPlan,
  type PlannedRefit,
} from '../../../../../src/instruments/seu/check/refits.ts';
import { samplerShift, shiftRows, slopeShifts } from '../../../../../src/instruments/seu/check/shifts.ts';
import { resolutionOf } from '../../../../../src/instruments/seu/compare/detectable.ts';
import {
  fixedFeaturesPlan,
  referenceConditions,
  withFeaturesOf,
} from '../../../../../src/instruments/seu/compare/fixed-features.ts';
import {
  sweepFindings,
  sweepPlan,
  sweepRow,
  sweptPrior,
} from '../../../../../src/instruments/seu/compare/sweep.ts';
import { DEFAULT_SAMPLER, fitTasks, type FitPlan } from '../../../../../src/instruments/seu/plan.ts';
import { randomStream } from '../../../../../src/math/random.ts';
import { SEU_PRESETS } from '../../../../../src/models/seu/presets.ts';
import { summariseDraws } from '../../../../../src/statistics/summarise.ts';
import { dataset } from '../fits.ts';
import { contentOf, repeated } from '../check/content.ts';
import { cellReport, drawsOf, fitReport, slopeOf } from '../views/reports.ts';

const shown = repeated(
  [
    [0, 1],
    [1, 2, 3],
  ],
  3,
);

async function study(): Promise<PlannedRefit> {
  const cold = contentOf(shown);
  const hot = { ...cold, features: [[5], [6], [7], [8]] };
  const datasets = await Promise.all([dataset(hot, 'hot'), dataset(cold, 'cold')]);
  const conditions = datasets.map(({ hash, name }, i) => ({
    dataset: hash,
    label: name,
    model: SEU_PRESETS.m_01,
    cell: 'a',
    temperature: 1 - i,
  }));
  const plan: FitPlan = {
    instrument: 'seu',
    analysis: 'study',
    title: 'heat',
    datasets: datasets.map(({ hash }) => hash),
    settings: {
      conditions,
      sampler: DEFAULT_SAMPLER,
      study: { cells: [{ id: 'a', agent: 'A', task: 't', merge: [] }], compare: [] },
    },
    seed: 4,
    engine: 'cpu',
  };
  return { plan, datasets: new Map(datasets.map((one: Dataset) => [one.hash, one])) };
}

describe('refits', () => {
  it('sample more strictly under the same seed', async () => {
    const { plan } = await study();
    const stricter = stricterPlan(plan);
    expect(stricter.settings.sampler).toMatchObject({
      name: 'nuts',
      targetAcceptance: 0.99,
      maxDepth: 12,
      warmup: 2000,
      draws: 1000,
    });
    expect(stricter.settings.conditions).toEqual(plan.settings.conditions);
    expect(stricter.seed).toBe(plan.seed);
  });

  it('keep one presentation a problem, and say so in the data', async () => {
    const { plan, datasets } = await study();
    const refit = await onePresentationPlan(plan, datasets);
    expect(refit.plan.settings.conditions[0].label).toBe('hot, one presentation');
    const data = refit.datasets.get(refit.plan.settings.conditions[0].dataset)!;
    expect(data.content.uncertain.menus).toEqual([
      [0, 1],
      [1, 2, 3],
    ]);
    expect(data.history).toEqual(['Only the first presentation of each problem is kept.']);
  });

  it('join into one plan whose tasks do not collide', async () => {
    const first = await study();
    const second = await onePresentationPlan(first.plan, first.datasets);
    const { plan, datasets } = joinPlans(first, [second]);
    const keys = fitTasks(plan, datasets).map(({ key }) => key);
    expect(new Set(keys).size).toBe(4 * 4);
  });
});

describe('fixed features', () => {
  it('are those of the lowest temperature of the cell', async () => {
    const { plan, datasets } = await study();
    expect(referenceConditions(plan)).toEqual([1, 1]);
    const fixed = await fixedFeaturesPlan(plan, datasets);
    const contents = fixed.plan.settings.conditions.map(
      ({ dataset: hash }) => fixed.datasets.get(hash)!.content,
    );
    for (const { features } of contents) expect(features).toEqual([[0], [1], [2], [3]]);
    expect(fixed.datasets.get(plan.settings.conditions[0].dataset)).toBeUndefined();
  });

  it('need the same alternatives', () => {
    const content = contentOf(shown);
    expect(withFeaturesOf(content, { ...content, features: [[1], [2]] })).toBeNull();
    const named = { ...content, alternatives: ['a', 'b', 'c', 'd'] };
    expect(withFeaturesOf(named, { ...content, alternatives: ['a', 'b', 'd', 'c'] })).toBeNull();
    expect(withFeaturesOf(content, named)?.alternatives).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('the prior sweep', () => {
  it('has the published four priors', () => {
    const base = { mu: 3, sigma: 0.75 };
    expect((['baseline', 'down', 'up', 'wide'] as const).map((prior) => sweptPrior(base, prior))).toEqual([
      { mu: 3, sigma: 0.75 },
      { mu: 2.5, sigma: 0.75 },
      { mu: 3.5, sigma: 0.75 },
      { mu: 3, sigma: 1.25 },
    ]);
  });

  it('changes the prior of α alone', async () => {
    const { plan, datasets } = await study();
    const [hot] = sweepPlan(plan, datasets, 'wide').plan.settings.conditions;
    expect(hot).toEqual({
      ...plan.settings.conditions[0],
      label: 'hot, prior wide',
      model: {
        ...SEU_PRESETS.m_01,
        priors: { ...SEU_PRESETS.m_01.priors, alpha: { mu: 3, sigma: 1.25 } },
      },
    });
  });

  it('says whether the reading of a cell depends on the prior', () => {
    const rowWith = (draws: readonly number[]) =>
      sweepRow(
        'up',
        cellReport({
          agent: 'A',
          task: 't',
          temperatures: [0, 1],
          alphas: [
            [1, 2],
            [2, 3],
          ],
          slope: { ...slopeOf(0, 0, 0), draws: Float64Array.from(draws) },
          minimumDetectable: 1,
        }),
      );
    const falling = rowWith([-3, -2, -1, -4]);
    const open = rowWith([-3, -2, 1, -4]);
    expect(falling).toMatchObject({ prior: 'up', slope_median: -2.5, p_slope_negative: 1 });
    expect(sweepFindings([falling, open])).toEqual([
      { cell: 'A × t', sign_stable: true, reading_stable: false, p_range: [0.75, 1] },
    ]);
  });
});

describe('shifts of a refit', () => {
  const reportOf = (alpha: readonly number[], delta: readonly number[], parts = {}) => {
    const draws = drawsOf(
      { alpha, 'delta[1]': delta, 'delta[2]': delta.map((d) => 1 - d), log_lik: alpha },
      1,
    );
    return fitReport({ draws, summary: summariseDraws(draws), ...parts });
  };
  const fit = reportOf([1, 2, 3, 4, 5], [0.1, 0.2, 0.3, 0.4, 0.5]);
  const sd = Math.sqrt(2.5);

  it('are told by block, in posterior sds', () => {
    const refit = reportOf([2, 3, 4, 5, 6], [0.1, 0.2, 0.3, 0.4, 0.5]);
    const rows = shiftRows(fit, refit);
    expect(rows.map(({ block, variables }) => [block, variables])).toEqual([
      ['alpha', 1],
      ['delta', 2],
      ['log_lik', 1],
    ]);
    expect(rows[0].largest_shift).toBeCloseTo(1 / sd, 12);
    expect(rows[0].sd_ratio).toBeCloseTo(1, 12);
    expect(rows[1]).toMatchObject({ largest_shift: 0, variable: 'delta[1]' });
  });

  it('do not compare log likelihoods of different data', () => {
    const other = reportOf([2, 3, 4, 5, 6], [0.1, 0.2, 0.3, 0.4, 0.5], { dataset: 'other' });
    expect(shiftRows(fit, other).map(({ block }) => block)).toEqual(['alpha', 'delta']);
  });

  it('stand beside the sampler’s counts and the slopes', () => {
    const refit = fitReport({ sampler: { ...fit.sampler, divergences: 3, saturated: 0.5 } });
    expect(samplerShift(fit, refit)).toMatchObject({
      divergences: 0,
      divergences_refit: 3,
      saturated_refit: 0.5,
    });
    const cell = (median: number) =>
      cellReport({
        agent: 'A',
        task: 't',
        temperatures: [0, 1],
        alphas: [[1], [2]],
        slope: slopeOf(median, median - 3.29, median + 3.29),
        minimumDetectable: 1,
      });
    expect(slopeShifts([cell(-4)], [cell(-3)])).toEqual([
      { cell: 'A × t', median: -4, median_refit: -3, shift: 0.5, p_negative: 0.984, p_negative_refit: 0.984 },
    ]);
    expect(slopeShifts([cell(-4)], [])).toEqual([]);
  });
});

it('states the resolution of a cell by three methods, with its power curve', () => {
  const draws = [0, 1, 2].map((l) =>
    Float64Array.from({ length: 400 }, (_, s) => 10 + ((s * 7 + 3 * l) % 11)),
  );
  const random = randomStream(1, 0, 0);
  random.seek(0, 0);
  const { rows, power, slope } = resolutionOf('a', { temperatures: [0, 1, 3], draws }, random, 20_000);
  expect(rows.map(({ level }) => level)).toEqual([0.95, 0.975]);
  expect(rows[0].gaussian).toBeCloseTo(1.6448536269514722 * slope.sd, 10);
  expect(rows[1].proportional).toBeGreaterThan(rows[0].proportional);
  expect(rows[0].fraction_of_alpha).toBeCloseTo((rows[0].proportional * 3) / 15, 1);
  expect(power).toHaveLength(33);
  const after = power.find(({ size }) => size > rows[0].proportional)!;
  expect(after.probability).toBeGreaterThan(0.95);
});
