import { describe, expect, it } from 'vitest';
import { agentTable } from '../../../../src/instruments/portability/agents.ts';
import {
  DEFAULT_ROBUSTNESS,
  robustnessCells,
  robustnessTasks,
  sourceCounts,
  type RobustnessPlan,
} from '../../../../src/instruments/portability/robustness/plan.ts';
import { robustnessReport } from '../../../../src/instruments/portability/robustness/report.ts';
import {
  robustnessNotes,
  robustnessTables,
} from '../../../../src/instruments/portability/robustness/tables.ts';
import { robustnessFinding } from '../../../../src/instruments/portability/robustness/words.ts';
import { placeAmong } from '../../../../src/statistics/portability/permutation.ts';
import { PREDICTORS } from '../../../../src/statistics/portability/predictors.ts';
import { cellWork } from '../../../../src/statistics/portability/work.ts';
import { workedTasks } from './worked.ts';

const tables = new Map([
  [
    'd',
    agentTable({
      game: 'dictator',
      agents: ['portable', 'frame'],
      regimes: [''],
      environments: 5,
      instances: 24,
      draws: 2,
      shared: false,
      seed: 5,
    }),
  ],
]);
const plan: RobustnessPlan = {
  instrument: 'portability',
  analysis: 'robustness',
  title: '',
  datasets: ['d'],
  settings: {
    predictors: ['ols', 'forest', 'choice'],
    sources: [1, null, 4, 9],
    bins: [4, 10],
    splits: 8,
    permutations: 39,
    slowPermutations: 3,
    levels: 5,
  },
  seed: 3,
  engine: 'cpu',
};

const chunks = await workedTasks(robustnessTasks(plan, tables));
const report = robustnessReport(plan, tables, chunks);
const STREAM = { seed: 3, task: 0 };

describe('a robustness study', () => {
  it('has every predictor, number of sources that leaves a target, and number of bins', () => {
    expect(sourceCounts(plan.settings, 5)).toEqual([1, 4]);
    expect(report.variants).toHaveLength(2 * (2 * 2 * 2 + 2));
    expect(robustnessCells(plan, tables)[0].variants).toHaveLength(6);
    expect(report.variants.filter(({ predictor }) => predictor === 'choice').map(({ bins }) => bins)).toEqual(
      [null, null, null, null],
    );
  });

  it('has the distances and floors of a measurement with the same settings', () => {
    for (const variant of report.variants.filter(
      ({ predictor, bins }) => predictor !== 'choice' && bins === 10,
    )) {
      const stream = { ...STREAM, task: variant.index };
      const learner = PREDICTORS[variant.predictor as 'ols' | 'forest'](stream);
      const [{ cell }] = robustnessCells(plan, tables).filter(({ index }) => index === variant.index);
      const settings = { learner, sources: variant.sources, bins: 10, folds: null, sets: null };
      const work = cellWork(cell, settings, stream);
      const tv = Array.from({ length: 8 }, (_, i) => {
        const row = work.row('splits', i);
        return row[2] / (2 * row[1]);
      });
      expect(variant.tv_mean).toBeCloseTo(tv.reduce((sum, value) => sum + value, 0) / 8, 12);
      const permuted = Array.from({ length: variant.permutations }, (_, i) => work.row('permutations', i)[0]);
      expect(variant.perm_mean).toBeCloseTo(
        permuted.reduce((sum, value) => sum + value, 0) / permuted.length,
        12,
      );
      expect(variant.p).toBeCloseTo(placeAmong(work.row('observed', 0)[0], permuted, 0).p, 12);
      expect(variant.permutations).toBe(variant.predictor === 'ols' ? 39 : 3);
    }
  });

  it('tells agents apart under least squares and under the law of the action', () => {
    const of = (model: string, predictor: string) =>
      report.variants.find(
        (entry) =>
          entry.model === model && entry.predictor === predictor && entry.sources === 4 && entry.bins !== 10,
      )!;
    for (const predictor of ['ols', 'choice'])
      expect(of('frame', predictor).tv_mean!).toBeGreaterThan(of('portable', predictor).tv_mean!);
    expect(of('frame', 'ols').p).toBe(1 / 40);
    expect(of('frame', 'choice')).toMatchObject({ bins: null, r2_in: null, least_p: 1 / 4 });
  });

  it('does not depend on the order in which chunks arrive', () => {
    expect(robustnessReport(plan, tables, [...chunks].reverse())).toEqual(report);
  });

  it('says how few permutations the slow floors rest on, and writes a row a variant', () => {
    expect(robustnessNotes(report).join(' ')).toMatch(
      /few permutations: forest, choice on 3 \(p ≥ \.250\); ols on 39 \(p ≥ \.025\)/,
    );
    expect(robustnessTables(report)['robustness.csv'].trim().split('\n')).toHaveLength(21);
    expect(robustnessFinding(report)).toMatch(
      /^Of 2 cells, \d stands? above the floor in every one of 4 variants/,
    );
    const rough = report.variants.filter(({ least_p }) => least_p !== null && least_p > 0.05).length;
    expect(rough).toBeGreaterThan(0);
    expect(robustnessFinding(report)).toContain(`${rough} distances rest on fewer than 19 permutations`);
  });

  it('says that distances without floors say nothing', () => {
    const bare = { ...plan, settings: { ...DEFAULT_ROBUSTNESS, permutations: 0, slowPermutations: 0 } };
    const empty = robustnessReport(bare, tables, []);
    expect(empty.variants.every(({ tv_mean, p }) => tv_mean === null && p === null)).toBe(true);
    expect(robustnessFinding(empty)).toMatch(/^No noise floor/);
  });
});
