// What a list says of a finished run: a task that failed is never fine, whatever the analysis.
import { describe, expect, it } from 'vitest';
import type { FitPlan } from '../../../src/instruments/seu/plan.ts';
import type { TaskState } from '../../../src/jobs/run.ts';
import { outcomeOf } from '../../../src/state/outcome.ts';
import type { Severity } from '../../../src/statistics/diagnostic.ts';
import type { AnyPlan } from '../../../src/workers/plans.ts';
import type { Reports } from '../../../src/workers/reports.ts';
import { planOf } from './studies.ts';

const settings = { conditions: [{}], sampler: {}, study: null };
const fit = { analysis: 'fit', settings } as unknown as FitPlan;
const study = { analysis: 'study', settings: { ...settings, study: {} } } as unknown as FitPlan;
const calibration = planOf();
const recovery = { ...calibration, analysis: 'recover' } as const;

/** Reports whose one diagnostic has this severity; a study has none before every condition has draws. */
function reporting(severity: Severity, studied = true): Reports {
  const diagnostics = [{ severity }];
  const report = { diagnostics, summary: [{ variable: 'alpha', median: 2, q5: 1, q95: 4 }] };
  const state = { kind: 'look', verdict: { passes: true } };
  const arm = { finding: 'calibrated', diagnostics, state };
  return {
    fit: async () => report,
    study: async () => (studied ? { finding: 'a slope', cells: [{ conditions: [{ report }] }] } : null),
    calibration: async () => [arm],
    recovery: async () => ({ finding: 'found', diagnostics }),
  } as unknown as Reports;
}

const task = (failure: string | null): TaskState => ({
  ...{ key: 'c000/k000', iteration: 1, iterations: 1, done: true, failure, engine: 'cpu' },
});
const well = [task(null), task(null)];
const ill = [task(null), task('no finite log density')];

describe.each([
  ['fit', fit, 'α = 2.00 [1.00, 4.00]'],
  ['study', study, 'a slope'],
  ['calibration', calibration, 'calibrated'],
  ['recovery', recovery, 'found'],
] as readonly (readonly [string, AnyPlan, string])[])('a finished %s', (_, plan, headline) => {
  it('has the severity of its worst diagnostic', async () => {
    expect(await outcomeOf('r', plan, well, reporting('fine'))).toEqual({ headline, severity: 'fine' });
    expect(await outcomeOf('r', plan, well, reporting('look'))).toEqual({ headline, severity: 'look' });
    expect(await outcomeOf('r', plan, well, reporting('na'))).toEqual({ headline, severity: 'fine' });
  });

  it('has failed where a task failed', async () => {
    expect(await outcomeOf('r', plan, ill, reporting('fine'))).toEqual({ headline, severity: 'fail' });
  });
});

describe('a study', () => {
  it('of which a condition has no draws has failed, without a headline', async () => {
    const outcome = await outcomeOf('r', study, ill, reporting('fine', false));
    expect(outcome).toEqual({ headline: null, severity: 'fail' });
  });
});

it('of beliefs gives the reason of a look, once for all cells', async () => {
  const plan = { analysis: 'beliefs', settings: {} } as unknown as AnyPlan;
  const diagnostics = ['Separated outputs', 'Slopes below 0.1'].map((label) => ({ label, severity: 'look' }));
  const reports = (own: readonly object[]): Reports => {
    const cell = { fit: { diagnostics: own }, concordance: null, single: null, coherence: null };
    return { beliefs: async () => ({ cells: [cell, cell] }) } as unknown as Reports;
  };
  const told = await outcomeOf('r', plan, well, reports(diagnostics));
  expect(told).toMatchObject({ severity: 'look', word: 'Slopes below 0.1 and 1 more' });
  expect((await outcomeOf('r', plan, well, reports([]))).word).toBeUndefined();
});
