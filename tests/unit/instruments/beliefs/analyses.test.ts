import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BeliefTask } from '../../../../src/engine/types.ts';
import { beliefAgentTable } from '../../../../src/instruments/beliefs/agents.ts';
import { importResponses } from '../../../../src/instruments/beliefs/import/import.ts';
import { branchesOf } from '../../../../src/instruments/beliefs/import/prefix-cells.ts';
import { prefixReport } from '../../../../src/instruments/beliefs/analyses/prefixes.ts';
import { plannedBeliefs } from '../../../../src/instruments/beliefs/planned.ts';
import type { BeliefCellReport } from '../../../../src/instruments/beliefs/report-types.ts';
import { BELIEF_ANALYSES } from '../../../../src/instruments/beliefs/plan.ts';
import { seededSplits } from '../../../../src/instruments/beliefs/splits.ts';
import { beliefCells } from '../../../../src/instruments/beliefs/import/cells.ts';
import { beliefTasks } from '../../../../src/instruments/beliefs/tasks.ts';
import { beliefPlan, TESTS, runTasks, study, tableOf, type Studied } from '../../../support/belief-study.ts';
import { beliefFixture, mainCells } from '../../../support/beliefs.ts';

const table = beliefAgentTable({
  agents: ['framing-biased'],
  domains: ['ckd', 'werewolf'],
  cases: 60,
  seed: 5,
});
const plan = beliefPlan({
  splits: seededSplits(beliefCells(table), 1),
  analyses: BELIEF_ANALYSES.filter((analysis) => analysis !== 'variants' && analysis !== 'coherence'),
  draws: { cases: 10, targets: 100, curves: 10, outcome: 4, outcomeNull: 2, prefixes: 4, ...TESTS },
});
const tables = new Map([['table', table]]);

describe('a study of an agent in two domains', () => {
  let studied: Studied;
  beforeAll(async () => {
    studied = await study(plan, table);
  }, 60_000);

  it('fails nowhere and has every task once', () => {
    expect(studied.states.filter(({ failure }) => failure !== null)).toEqual([]);
    const keys = studied.states.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('transfers over framings and domains, and the count orders as well as its decisions', () => {
    for (const { transfer } of studied.report.cells) {
      expect(transfer!.map((row) => `${row.transfer} ${row.evidence}`)).toEqual([
        ...['within decisions', 'within reports', 'cross_framing decisions', 'cross_framing reports'],
        ...['cross_domain decisions', 'cross_domain reports', 'combined decisions', 'combined reports'],
      ]);
      for (const row of transfer!) {
        expect(row.targets).toHaveLength(12);
        if (row.evidence === 'decisions') expect(row.auroc).toBeCloseTo(row.countAuroc!, 12);
        else expect(row.countAuroc).toBeNull();
        expect(row.logScore!).toBeLessThan(0);
      }
      const [within, , framing] = transfer!;
      expect(within.parameters).toHaveLength(1);
      expect(framing.parameters.map(({ held }) => held)).toEqual(['threshold', 'bet', 'cost']);
    }
  });

  it('tests every kept case once over the folds', () => {
    for (const { folds, retention } of studied.report.cells) {
      expect([folds!.landed, folds!.cases]).toEqual([5, retention.complete]);
      expect(folds!.single.targets[0].cases).toBe(retention.complete);
      expect(folds!.logLikelihood).toBeLessThan(0);
    }
  });

  it('has the same rows whichever task made them', async () => {
    const split = (task: BeliefTask): BeliefTask[] =>
      task.part === 'resamples' ? [{ ...task, first: 3, count: 2 }] : [];
    const tasks = beliefTasks(plan, tables);
    const whole = studied.chunks.find(({ taskKey }) => taskKey === 'b000/resamples/000000')!;
    const fit = studied.chunks.find(({ taskKey }) => taskKey === 'b000/fit/000000')!;
    const [part] = tasks.flatMap(split);
    const { chunks } = await runTasks([{ ...part, fitKey: null, theta: fit.columns.theta }]);
    expect(chunks[0].columns.ratio).toEqual(whole.columns.ratio.slice(3, 5));
  });
});

describe('coherence of an agent', () => {
  const own = beliefAgentTable({ agents: ['framing-biased'], domains: ['werewolf'], cases: 60, seed: 5 });
  let cell: BeliefCellReport;
  let comparisons: readonly unknown[];
  beforeAll(async () => {
    const settings = {
      splits: seededSplits(beliefCells(own), 1),
      analyses: ['coherence'],
      folds: 2,
    } as const;
    const { report, states } = await study(
      beliefPlan({ ...settings, draws: { ...plan.settings.draws, ...TESTS } }),
      own,
    );
    expect(states.filter(({ failure }) => failure !== null)).toEqual([]);
    [cell] = report.cells;
    comparisons = report.comparisons;
  }, 120_000);

  it('is judged from folds and tests', () => {
    const { coherence, retention } = cell;
    expect(coherence!.types.map(({ type }) => type)).toEqual(['probability', 'ordinal', 'decision']);
    expect(coherence!.cases).toBe(retention.complete);
    expect(coherence!.oneLatent.pairs).toHaveLength(120);
    expect(coherence!.noLatent.p).toBeLessThan(0.06);
    expect(comparisons).toEqual([]);
  });

  it('stands beside what is seen without a model, calibration and checks of the answers', () => {
    const { modelFree, calibration, checks, framingShifts, retention } = cell;
    expect(modelFree.disagreements.length).toBeGreaterThan(0);
    expect(calibration!.belief!.cases).toBe(retention.complete);
    expect(checks!.map((one) => one.checks.length)).toEqual([4, ...new Array<number>(15).fill(2)]);
    const bet = framingShifts!.find(({ first, second }) => first === 'threshold' && second === 'bet')!;
    expect(bet.difference).toBeLessThan(0);
  });
});

describe('answers under prefixes', () => {
  const bytes = gunzipSync(
    readFileSync(new URL('../../../fixtures/beliefs/branch_icc.csv.gz', import.meta.url)),
  );
  const imported = importResponses([{ file: 'branch.csv', bytes }], {});
  if (!imported.ok) throw new Error('not read');
  const branched = imported.value.table;

  it('may be repeated, and have the reference correlation', () => {
    const { cells } = beliefFixture<{
      cells: Record<
        string,
        { n_cases: number; mean_case_anova_icc1: number; pooled_nested_anova_icc: number }
      >;
    }>('o10_icc.json');
    const main = mainCells().get('noisy|ckd')!;
    const [own] = plannedBeliefs(beliefPlan(), new Map([['table', tableOf([{ cell: main }])]]));
    const branches = branchesOf(branched, 'noisy', 'ckd');
    const { icc, comparison } = prefixReport({ ...own, branches, prefixes: null }, null, 1e-4, null)!;
    const expected = cells['noisy|ckd'];
    expect(comparison).toBeNull();
    expect(icc!.trees).toHaveLength(expected.n_cases);
    expect(icc!.caseIcc.value).toBeCloseTo(expected.mean_case_anova_icc1, 12);
    const pooled = icc!.estimators.find(({ name }) => name === 'pooledIcc')!;
    expect(pooled.value).toBeCloseTo(expected.pooled_nested_anova_icc, 12);
    expect(Math.abs(pooled.permuted)).toBeLessThan(0.03);
  });
});
