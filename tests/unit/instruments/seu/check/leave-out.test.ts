import { beforeAll, describe, expect, it } from 'vitest';
import { compareByFolds, compareModels } from '../../../../../src/instruments/seu/check/compare-models.ts';
import { fitLuceItems } from '../../../../../src/instruments/seu/check/item-fit.ts';
import { choiceDraws, seuChoiceDraws } from '../../../../../src/instruments/seu/check/choice-draws.ts';
import {
  elpdDifference,
  exactElpds,
  foldsOf,
  heldOutElpd,
  leaveOneOutOf,
  leaveProblemsOut,
  withExact,
  type ProblemElpd,
} from '../../../../../src/instruments/seu/check/leave-out.ts';
import { exactPlan, foldPlan, heldOutOf } from '../../../../../src/instruments/seu/check/left-out-plans.ts';
import type { FitReport } from '../../../../../src/instruments/seu/report.ts';
import { fitReport } from '../../../../../src/instruments/seu/fit.ts';
import { generateContent } from '../../../../../src/instruments/seu/design/generate.ts';
import { randomStream } from '../../../../../src/math/random.ts';
import { SEU_PRESETS } from '../../../../../src/models/seu/presets.ts';
import { chunksOf, fitOf, type Fit } from '../fits.ts';
import { block, constantDraws, contentOf } from './content.ts';

const SHORT = { chains: 2, warmup: 200, draws: 300, targetAcceptance: 0.9, maxDepth: 8 };

const elpd = (problem: string, value: number, flagged = false): ProblemElpd => ({
  block: 'uncertain',
  problem,
  choices: 1,
  elpd: value,
  k: flagged ? 1 : 0.1,
  flagged,
});

describe('differences in elpd', () => {
  const first = leaveOneOutOf([elpd('a', -1), elpd('b', -2, true), elpd('c', -1)]);
  const second = leaveOneOutOf([elpd('a', -2), elpd('b', -2), elpd('c', -4)]);

  it('are paired by problem', () => {
    expect(elpdDifference(first, second)).toEqual({
      difference: 4,
      se: Math.sqrt(3) * Math.sqrt(7 / 3),
      problems: 3,
      flagged: 1,
    });
  });

  it('are not taken between different problems', () => {
    const other = leaveOneOutOf([elpd('a', -2), elpd('z', -2), elpd('c', -4)]);
    expect(() => elpdDifference(first, other)).toThrow(/not the same ones/);
  });

  it('take exact values where a refit gave them', () => {
    const settled = withExact(first, [elpd('b', -3)]);
    expect(settled).toMatchObject({ elpd: -5, flagged: 0 });
    expect(settled.problems[1].elpd).toBe(-3);
  });
});

it('is exact for draws that do not depend on the data', () => {
  const data = block({
    menus: [
      [0, 1],
      [0, 1],
      [1, 2],
    ],
    chosen: [0, 0, 1],
  });
  const eta = [0.1, 0.4, 0.9, 0];
  const draws = constantDraws(new Array<number>(100).fill(3), eta);
  const [choices] = seuChoiceDraws(SEU_PRESETS.m_0, contentOf(data), draws);
  const loo = leaveProblemsOut([choices]);
  const pair = Math.log(1 / (1 + Math.exp(3 * 0.3)));
  expect(loo.problems[0]).toMatchObject({ problem: '1,2', choices: 2 });
  expect(loo.problems[0].elpd).toBeCloseTo(2 * pair, 10);
  expect(loo.perChoice).toBe(false);
  const [held] = heldOutElpd(choices, [1]);
  expect(held).toMatchObject({ problem: '2,3', choices: 1 });
  expect(held.elpd).toBeCloseTo(Math.log(1 / (1 + Math.exp(-3 * 0.5))), 10);
  const uniform = exactElpds(choices, Float64Array.of(-1, -2, -4));
  expect(uniform.map(({ elpd: value, choices: n }) => [value, n])).toEqual([
    [-3, 2],
    [-4, 1],
  ]);
});

it('deals problems into folds of nearly equal size', () => {
  const random = randomStream(1, 0, 0);
  random.seek(0, 0);
  const folds = foldsOf(23, 10, random);
  expect(folds.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 23 }, (_, i) => i));
  expect(folds.map(({ length }) => length).sort()).toEqual([2, 2, 2, 2, 2, 2, 2, 3, 3, 3]);
});

/** Two items, one menu: v₁ − v₂ = √2 s x with x ~ N(0, 1), log s ~ N(1, 1); integrated on a grid. */
describe('a ranking of two items', () => {
  const wins = 7;
  const losses = 2;
  const posterior = (value: (difference: number) => number): number => {
    let total = 0;
    let weighted = 0;
    for (let i = 0; i < 400; i++)
      for (let j = 0; j < 400; j++) {
        const x = -6 + (12 * (i + 0.5)) / 400;
        const t = -4 + (10 * (j + 0.5)) / 400;
        const d = Math.SQRT2 * Math.exp(t) * x;
        const likelihood = wins * -Math.log1p(Math.exp(-d)) + losses * -Math.log1p(Math.exp(d));
        const weight = Math.exp(likelihood - 0.5 * x * x - 0.5 * (t - 1) ** 2);
        total += weight;
        weighted += weight * value(d);
      }
    return weighted / total;
  };
  const data = block({
    menus: Array.from({ length: wins + losses }, () => [0, 1]),
    chosen: Array.from({ length: wins + losses }, (_, m) => (m < wins ? 0 : 1)),
  });

  it('has the posterior that quadrature gives', () => {
    const fit = fitLuceItems(
      'uncertain',
      data,
      2,
      { seed: 3, condition: 0, fold: 0 },
      { ...SHORT, chains: 4, draws: 500 },
    );
    const [first, second] = fit.draws.variables;
    expect([first, second]).toEqual(['v[1]', 'v[2]']);
    const choices = choiceDraws('uncertain', data, fit.draws, { sensitivity: null, name: 'v', items: 2 });
    const chance = new Float64Array(choices.total);
    const values = new Float64Array(2);
    for (let s = 0; s < choices.total; s++) {
      choices.read(s, values);
      chance[s] = 1 / (1 + Math.exp(values[1] - values[0]));
    }
    const mean = chance.reduce((sum, value) => sum + value, 0) / chance.length;
    expect(Math.abs(mean - posterior((d) => 1 / (1 + Math.exp(-d))))).toBeLessThan(0.02);
  });
});

/** A short fit, its leave-one-problem-out estimate, and the refit that settles one problem. */
describe('left-out problems of a simulated agent', () => {
  let fit: Fit;
  let report: FitReport;
  const sampler = { name: 'hmc', chains: 4, draws: 500, targetAcceptance: 0.9 } as const;
  const content = generateContent(
    { consequences: 3, dimensions: 3, alternatives: 8, menus: 30, smallest: 2, largest: 4, seed: 6 },
    6,
  );
  beforeAll(async () => {
    fit = await fitOf(content, SEU_PRESETS.m_0, sampler, 5);
    report = fitReport(fit.plan, fit.datasets, await chunksOf(fit), [], 0, 'study')!;
  }, 60_000);

  it('agree with refits without them', async () => {
    const [choices] = seuChoiceDraws(SEU_PRESETS.m_0, content, report.draws);
    const estimates = leaveProblemsOut([choices]);
    expect(estimates.problems[2].k).toBeLessThan(0.7);
    const doubted = leaveOneOutOf(estimates.problems.map((one, i) => ({ ...one, flagged: i === 2 })));
    const { datasets } = fit;
    const plan = exactPlan(fit.plan, content, 0, doubted);
    const held = heldOutOf(plan);
    expect(held).toEqual([{ block: 'uncertain', problems: [2] }]);
    const refit = fitReport(plan, datasets, await chunksOf({ plan, datasets }), [], 0, 'study')!;
    const [whole] = seuChoiceDraws(SEU_PRESETS.m_0, content, refit.draws);
    const [exact] = heldOutElpd(whole, held[0].problems);
    expect(exact.problem).toBe(estimates.problems[2].problem);
    expect(Math.abs(exact.elpd - estimates.problems[2].elpd)).toBeLessThan(0.06);
  });

  it('are planned in folds that cover every problem once', () => {
    const random = randomStream(2, 0, 0);
    random.seek(0, 0);
    const plan = foldPlan(fit.plan, content, 0, random, 5);
    const held = heldOutOf(plan);
    const problems = held.flatMap(({ problems: group }) => group).sort((a, b) => a - b);
    expect(problems).toEqual(Array.from({ length: problems.length }, (_, i) => i));
    expect(plan.settings.conditions.map(({ label }) => label)).toEqual(
      [1, 2, 3, 4, 5].map((i) => `test, left out ${i} of 5`),
    );
  });

  it('compare models exactly, in folds', async () => {
    const random = randomStream(2, 0, 0);
    random.seek(0, 0);
    const { datasets } = fit;
    const plan = foldPlan(fit.plan, content, 0, random, 3);
    const held = heldOutOf(plan);
    const chunks = await chunksOf({ plan, datasets });
    const folds = held.map((group, i) => ({
      held: group,
      draws: fitReport(plan, datasets, chunks, [], i, 'study')!.draws,
    }));
    const stream = { seed: 5, condition: 0 };
    const exact = compareByFolds(SEU_PRESETS.m_0, content, folds, stream, SHORT);
    const sampled = compareModels(SEU_PRESETS.m_0, content, report.draws, stream, SHORT);
    expect(exact.rows.map(({ flagged }) => flagged)).toEqual([0, 0, 0]);
    expect(exact.seu.problems.map(({ problem }) => problem)).toEqual(
      sampled.seu.problems.map(({ problem }) => problem),
    );
    // Two thirds of the data predict a little worse than all but one problem, for either model.
    for (const model of [0, 1]) {
      expect(exact.rows[model].elpd).toBeLessThan(sampled.rows[model].elpd);
      expect(exact.rows[model].elpd).toBeGreaterThan(sampled.rows[model].elpd - 4);
    }
    expect(exact.rows[2].elpd).toBeCloseTo(sampled.rows[2].elpd, 10);
  });

  it('say whether SEU adds to a ranking of the items', () => {
    const stream = { seed: 5, condition: 0 };
    const { rows, finding } = compareModels(SEU_PRESETS.m_0, content, report.draws, stream, SHORT);
    expect(rows.map(({ model }) => model)).toEqual(['seu', 'luce_items', 'uniform']);
    const [seu, luce, uniform] = rows;
    expect(seu.difference).toBeNull();
    expect(seu.elpd - luce.elpd).toBeCloseTo(luce.difference!.difference, 8);
    const chance = content.uncertain.menus.reduce((sum, menu) => sum - Math.log(menu.length), 0);
    expect(uniform.elpd).toBeCloseTo(chance, 10);
    expect(uniform.difference!.difference).toBeGreaterThan(0);
    expect(finding).toMatch(/left-out problems/);
  });
});
