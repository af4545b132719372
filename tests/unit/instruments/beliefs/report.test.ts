import { describe, expect, it } from 'vitest';
import { beliefCellReport } from '../../../../src/instruments/beliefs/report.ts';
import type { BeliefSettings } from '../../../../src/instruments/beliefs/plan.ts';
import type { Splits } from '../../../../src/instruments/beliefs/splits.ts';
import {
  completeCases,
  selectCases,
  selectOutputs,
  type BeliefCell,
} from '../../../../src/models/beliefs/cell.ts';
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

const splits = beliefFixture<Splits>('splits.json');
const settings: BeliefSettings = {
  kind: 'linear',
  estimator: 'map',
  clip: 1e-4,
  missing: 'complete',
  splits,
  given: true,
};
const name = 'noisy|forecasting';
const cell = mainCells().get(name)!;

describe('the report of a cell', () => {
  const report = beliefCellReport(cell, settings, 1);
  const estimates = report.estimates!;

  it('holds the reference likelihoods and scores of the weak-prior fit', () => {
    const { loglik } = beliefFixture<Fits>('o03_fits.json').cells[name].lbfgs_weak_prior;
    for (const part of ['train', 'validation', 'test'] as const)
      expect(Math.abs(estimates.logLikelihood[part]! - loglik[part])).toBeLessThan(0.05);
    const expected = beliefFixture<Predictions>('o05_predict.json').cells[name].lbfgs_weak_prior;
    const { reports_to_decisions: rd, decisions_to_reports: dr, single_output: single } = estimates.scores;
    for (const [found, reference] of [
      [rd!, expected.R_to_D],
      [dr!, expected.D_to_R],
      [single!, expected.single_output],
    ] as const) {
      expect(Math.abs(found.macroConcordance - reference.macro_concordance)).toBeLessThan(0.002);
      expect(Math.abs(found.pooledR2 - reference.pooled_r2)).toBeLessThan(0.002);
    }
    expect(rd!.targets.map(({ prompt }) => prompt)).toContain('bet_r4');
  });

  it('counts cases, and puts thresholds beside instructions', () => {
    expect(report.retention).toMatchObject({ cases: 500, complete: 484 });
    expect(report.cases.train + report.cases.validation + report.cases.test).toBe(484);
    const bet = estimates.thresholds!.find(({ prompt }) => prompt === 'bet_r2')!;
    expect(bet.nominal).toBe(1 / 3);
    // Generated with a shift of 1.3 logits above the instruction: 0.647.
    expect(bet.implied).toBeGreaterThan(0.55);
    expect(bet.caution).toBeNull();
    expect(estimates.gap).toBeGreaterThanOrEqual(0);
    expect(estimates.diagnostics.map(({ id }) => id)).toContain('weak_slopes');
    expect(report.limits).toEqual([]);
  });
});

describe('missing answers', () => {
  const few = selectCases(
    cell,
    Array.from({ length: 150 }, (_, i) => i),
  );
  const responses = few.responses.map((value, i) => (i % 16 === 3 && (i - 3) % 5 > 0 ? NaN : value));
  const gone = { ...few, responses };

  it('cost cases, or are left out of the likelihood', () => {
    const strict = beliefCellReport(gone, settings, 1);
    const lenient = beliefCellReport(gone, { ...settings, missing: 'omit' }, 1);
    const kept = (part: 'train' | 'test'): number =>
      splits.forecasting[part].filter((name) => few.cases.includes(name)).length;
    expect([lenient.cases.train, lenient.cases.test]).toEqual([kept('train'), kept('test')]);
    expect(strict.cases.train).toBeLessThan(kept('train') / 3);
    expect(lenient.retention).toEqual(strict.retention);
    const tested = lenient.estimates!.scores.single_output!.targets;
    const undirected = tested.find(({ prompt }) => prompt === 'decision_no_threshold')!;
    expect(undirected.cases).toBeLessThan(kept('test') / 2);
    expect(tested[0].cases).toBeGreaterThan(kept('test') - 3);
    const none = beliefCellReport(selectCases(few, completeCases(few)), { ...settings, missing: 'omit' }, 1);
    expect(none.estimates).toEqual(beliefCellReport(few, settings, 1).estimates);
  });
});

describe('what cannot be estimated', () => {
  const small = { ...splits, forecasting: splits.forecasting };
  const only = (keep: (family: string) => boolean): BeliefCell =>
    selectOutputs(cell, ({ family }) => keep(family));

  it('is said of cells without decisions', () => {
    const { estimates, limits } = beliefCellReport(
      only((family) => family === 'probability'),
      { ...settings, splits: small },
      1,
    );
    expect(estimates!.scores).toEqual({
      reports_to_decisions: null,
      decisions_to_reports: null,
      single_output: null,
    });
    expect(estimates!.thresholds).toEqual([]);
    expect(limits).toHaveLength(2);
  });

  it('is said where no case is complete', () => {
    const none = { ...cell, responses: cell.responses.map((value, i) => (i % 16 === 3 ? NaN : value)) };
    const { estimates, limits, retention } = beliefCellReport(none, settings, 1);
    expect(estimates).toBeNull();
    expect(retention.complete).toBe(0);
    expect(limits[0]).toBe('No fit: no training case has an answer to every prompt.');
  });

  it('is said of a decision without an instruction under equation 1', () => {
    const undirected = selectOutputs(
      cell,
      ({ family, prompt }) => family !== 'decision' || prompt === 'decision_no_threshold',
    );
    const { limits, estimates } = beliefCellReport(undirected, { ...settings, kind: 'shared' }, 1);
    expect(limits[0]).toContain('decision_no_threshold');
    expect(estimates!.thresholds).toBeNull();
  });
});
