import { beforeAll, describe, expect, it } from 'vitest';
import type { BeliefSettings } from '../../../../src/instruments/beliefs/plan.ts';
import type { BeliefCellReport } from '../../../../src/instruments/beliefs/report-types.ts';
import { beliefReport } from '../../../../src/instruments/beliefs/report.ts';
import {
  completeCases,
  selectCases,
  selectOutputs,
  type BeliefCell,
} from '../../../../src/models/beliefs/cell.ts';
import { beliefPlan, TESTS, study, tableOf, type Studied } from '../../../support/belief-study.ts';
import { beliefFixture, mainCells } from '../../../support/beliefs.ts';

interface Fits {
  readonly cells: Record<
    string,
    { readonly lbfgs_weak_prior: { readonly loglik: Record<'train' | 'validation' | 'test', number> } }
  >;
}
interface Predictions {
  readonly cells: Record<
    string,
    {
      readonly lbfgs_weak_prior: Record<
        'R_to_D' | 'D_to_R' | 'single_output',
        { readonly macro_concordance: number; readonly pooled_r2: number }
      >;
    }
  >;
}

const name = 'noisy|forecasting';
const cell = mainCells().get(name)!;
const { splits } = beliefPlan().settings;

async function reported(own: BeliefCell, settings: Partial<BeliefSettings> = {}): Promise<BeliefCellReport> {
  const { report, states } = await study(beliefPlan(settings), tableOf([{ cell: own }]));
  expect(states.map(({ failure }) => failure).filter((failure) => failure !== null)).toEqual([]);
  return report.cells[0];
}

describe('the report of a cell', () => {
  const plan = beliefPlan({
    analyses: ['concordance', 'curves', 'sufficiency', 'outcome'],
    draws: { cases: 200, targets: 1000, curves: 200, outcome: 20, outcomeNull: 20, prefixes: 10, ...TESTS },
  });
  const table = tableOf([{ cell }]);
  let studied: Studied;
  let report: BeliefCellReport;
  beforeAll(async () => {
    studied = await study(plan, table);
    [report] = studied.report.cells;
  }, 30_000);

  it('holds the reference likelihoods and scores of the weak-prior fit', () => {
    const { loglik } = beliefFixture<Fits>('o03_fits.json').cells[name].lbfgs_weak_prior;
    for (const part of ['train', 'validation', 'test'] as const)
      expect(Math.abs(report.fit!.logLikelihood[part]! - loglik[part])).toBeLessThan(0.05);
    const expected = beliefFixture<Predictions>('o05_predict.json').cells[name].lbfgs_weak_prior;
    const { reportsToDecisions, decisionsToReports } = report.concordance!;
    for (const [found, reference] of [
      [reportsToDecisions, expected.R_to_D],
      [decisionsToReports, expected.D_to_R],
      [report.single!, expected.single_output],
    ] as const) {
      expect(Math.abs(found.macroConcordance.value! - reference.macro_concordance)).toBeLessThan(0.002);
      expect(Math.abs(found.pooledR2.value! - reference.pooled_r2)).toBeLessThan(0.002);
      expect(found.macroConcordance.lower!).toBeLessThan(found.macroConcordance.value!);
      expect(found.macroConcordance.upper!).toBeGreaterThan(found.macroConcordance.value!);
    }
    expect(reportsToDecisions.targets.map(({ prompt }) => prompt)).toContain('bet_r4');
  });

  it('counts cases, and puts thresholds beside instructions', () => {
    expect(report.retention).toMatchObject({ cases: 500, complete: 484 });
    expect(report.cases.train + report.cases.validation + report.cases.test).toBe(484);
    const bet = report.thresholds!.find(({ prompt }) => prompt === 'bet_r2')!;
    expect(bet.nominal).toBe(1 / 3);
    // Generated with a shift of 1.3 logits above the instruction: 0.647.
    expect(bet.implied).toBeGreaterThan(0.55);
    expect(bet.lower!).toBeLessThan(0.647);
    expect(bet.upper!).toBeGreaterThan(0.647);
    expect(bet.caution).toBeNull();
    expect(report.fit!.gap).toBeGreaterThanOrEqual(0);
    expect(report.fit!.diagnostics.map(({ id }) => id)).toContain('weak_slopes');
    expect(report.limits).toEqual([]);
  });

  it('has what one probability keeps, with intervals of either kind', () => {
    const { ratioByTargets, ratioByCases, defined, others, report: alone } = report.sufficiency!;
    expect(defined).toBe(true);
    expect(ratioByTargets.value).toBe(ratioByCases.value);
    expect(ratioByCases.upper! - ratioByCases.lower!).toBeGreaterThan(0.02);
    expect([others.targets.length, alone.targets.length]).toEqual([15, 15]);
  });

  it('has choice curves beside the fitted ones', () => {
    const curves = report.curves!;
    expect(curves).toHaveLength(13);
    for (const { points, fitted, cases } of curves) {
      expect(fitted).toHaveLength(128);
      expect(cases).toHaveLength(report.cases.test);
      for (const { rate, lower, upper } of points) {
        expect(lower).toBeLessThanOrEqual(rate + 0.2);
        expect(upper).toBeGreaterThanOrEqual(rate - 0.2);
      }
    }
  });

  it('has the violation of outcome sufficiency beside its null', () => {
    const { mean, kept, null: expected, prompts, excluded } = report.outcome!;
    expect(mean.value).toBe(kept.value);
    expect(prompts.length + excluded.length).toBe(13);
    expect(expected!.studies).toBe(20);
    expect(expected!.mean).toBeGreaterThan(0.01);
    expect(expected!.mean).toBeLessThan(0.12);
    expect(expected!.p).toBeGreaterThan(0);
  });

  it('does not depend on the order of chunks, and holds what has landed', () => {
    const tables = new Map([['table', table]]);
    const { chunks } = studied;
    expect(beliefReport(plan, tables, [...chunks].reverse())).toEqual(studied.report);
    const [none] = beliefReport(plan, tables, []).cells;
    expect([none.fit, none.concordance, none.outcome]).toEqual([null, null, null]);
    expect(none.retention).toEqual(report.retention);
    const fits = chunks.filter(({ taskKey }) => taskKey.includes('/fit/'));
    const [fitted] = beliefReport(plan, tables, fits).cells;
    expect(fitted.concordance!.mean).toEqual(report.concordance!.mean);
    expect(fitted.concordance!.reportsToDecisions.macroConcordance.lower).toBeNull();
    expect(fitted.curves).toBeNull();
  });
});

describe('missing answers', () => {
  const few = selectCases(
    cell,
    Array.from({ length: 150 }, (_, i) => i),
  );
  const responses = few.responses.map((value, i) => (i % 16 === 3 && (i - 3) % 5 > 0 ? NaN : value));
  const gone = { ...few, responses };

  it('cost cases, or are left out of the likelihood', async () => {
    const strict = await reported(gone);
    const lenient = await reported(gone, { missing: 'omit' });
    const kept = (part: 'train' | 'test'): number =>
      splits.forecasting[part].filter((own) => few.cases.includes(own)).length;
    expect([lenient.cases.train, lenient.cases.test]).toEqual([kept('train'), kept('test')]);
    expect(strict.cases.train).toBeLessThan(kept('train') / 3);
    expect(lenient.retention).toEqual(strict.retention);
    const tested = lenient.single!.targets;
    const undirected = tested.find(({ prompt }) => prompt === 'decision_no_threshold')!;
    expect(undirected.cases).toBeLessThan(kept('test') / 2);
    expect(tested[0].cases).toBeGreaterThan(kept('test') - 3);
    const none = await reported(selectCases(few, completeCases(few)), { missing: 'omit' });
    expect(none.fit).toEqual((await reported(few)).fit);
  });
});

describe('what cannot be estimated', () => {
  it('is said of cells without decisions', async () => {
    const own = selectOutputs(cell, ({ family }) => family === 'probability');
    const { concordance, single, thresholds, limits, sufficiency, curves } = await reported(own, {
      analyses: ['concordance', 'curves', 'sufficiency', 'outcome', 'transfer', 'prefixes'],
    });
    expect([concordance, single, sufficiency, curves]).toEqual([null, null, null, null]);
    expect(thresholds).toEqual([]);
    expect(limits).toHaveLength(2);
  });

  it('is said of decisions without instructions, of one framing alone, and of few cases without outcomes', async () => {
    const among = async (wanted: (framing: string) => boolean) => {
      const few = selectCases(cell, [...Array(45).keys()]);
      const own = selectOutputs(few, (output) => output.family !== 'decision' || wanted(output.framing));
      return (await reported({ ...own, outcomes: own.outcomes.map(() => NaN) })).limits;
    };
    const free = await among((framing) => framing === 'none');
    expect(free[0]).toContain('No decision comes with an instruction');
    expect(free[1]).toMatch(/^\d test cases?, fewer than 10/);
    expect(free[2]).toContain('No outcome is known');
    expect((await among((framing) => framing === 'bet'))[0]).toContain('of one framing, bet:');
  });

  it('is said where no case is complete', async () => {
    const missing = (i: number): boolean => i % 16 === (i < cell.responses.length / 2 ? 3 : 4);
    const none = { ...cell, responses: cell.responses.map((value, i) => (missing(i) ? NaN : value)) };
    const { fit, limits, retention } = await reported(none);
    expect(fit).toBeNull();
    expect(retention.complete).toBe(0);
    expect(limits[0]).toBe('No fit: no training case has an answer to every prompt.');
  });

  it('is said of a decision without an instruction under equation 1', async () => {
    const undirected = selectOutputs(
      cell,
      ({ family, prompt }) => family !== 'decision' || prompt === 'decision_no_threshold',
    );
    const { limits, thresholds, fit } = await reported(undirected, { kind: 'shared' });
    expect(limits[0]).toContain('decision_no_threshold');
    expect(fit).not.toBeNull();
    expect(thresholds).toBeNull();
  });
});
