import { beforeAll, describe, expect, it } from 'vitest';
import { stepWords } from '../../../../src/app/beliefs/step-words.ts';
import type { RunRow } from '../../../../src/app/rows.ts';
import type { CoherenceReport } from '../../../../src/instruments/beliefs/coherence/verdict.ts';
import type { BeliefCellReport } from '../../../../src/instruments/beliefs/report-types.ts';
import type { Severity } from '../../../../src/statistics/diagnostic.ts';
import type { PosteriorCell } from '../../../../src/workers/beliefs-posterior.ts';
import { drawn, mapPlan, posteriorTables } from '../../../support/belief-posterior.ts';
import { study } from '../../../support/belief-study.ts';

const row = (state: RunRow['state'], word: string, control: RunRow['control']): RunRow => ({
  ...{ id: 'r', title: 'a', about: '', state, word, problem: null, share: null, control },
  ...{ data: '', engine: '', seconds: 0, changed: 0 },
});
const DONE = row('fine', 'Fine', null);
const RUNNING = row('live', '40 %', 'pause');
const PAUSED = row('idle', 'Paused 40 %', 'resume');

const base = { chosen: 0, retention: [] };

let fitted: BeliefCellReport;
let posterior: PosteriorCell;
beforeAll(async () => {
  const { report } = await study(mapPlan(), posteriorTables.get('table')!);
  [fitted] = report.cells;
  const { report: own } = await drawn();
  posterior = { ...own, traced: null, beside: null } as unknown as PosteriorCell;
}, 60_000);

const ofFit = (cell: BeliefCellReport, run: RunRow) =>
  stepWords({ ...base, run, cell: { fitted: cell, drawn: null } });

function ofDraws(run: RunRow, severity: Severity) {
  const one = { id: 'rhat:phi', label: 'R-hat of phi', value: 1.2, threshold: 1.01, severity, hint: '' };
  const estimates = { ...posterior.estimates!, diagnostics: [one] };
  return stepWords({ ...base, run, cell: { fitted: null, drawn: { ...posterior, estimates } } });
}

describe('a result on the rail', () => {
  it('is no verdict while rows that it rests on are out', () => {
    const coherence = { verdict: 'coherent' } as CoherenceReport;
    const cell = { ...fitted, coherence };
    expect(ofFit(cell, DONE).coherence).toEqual({ state: 'fine', word: 'coherent' });
    expect(ofFit(cell, DONE).thresholds.word).not.toBe('running');
    for (const step of ['coherence', 'thresholds'] as const) {
      expect(ofFit(cell, RUNNING)[step]).toEqual({ state: 'live', word: 'running' });
      expect(ofFit(cell, PAUSED)[step]).toEqual({ state: 'idle', word: 'Paused 40 %' });
    }
    expect(ofFit(cell, RUNNING).instances).toEqual({ state: 'idle', word: 'no prefixes' });
  });

  it('of draws is fine only where chains are done and have converged', () => {
    const score = ofDraws(DONE, 'fine').coherence;
    expect(score).toMatchObject({ state: 'fine', word: expect.stringMatching(/^\.\d\d \[\.\d\d, /) });
    expect(ofDraws(DONE, 'look').coherence).toEqual({ state: 'look', word: 'not converged' });
    expect(ofDraws(DONE, 'fail').thresholds).toEqual({ state: 'fail', word: 'not converged' });
    expect(ofDraws(RUNNING, 'fine').coherence).toEqual({ state: 'live', word: 'running' });
    expect(ofDraws(DONE, 'fail').sufficiency).toEqual({ state: 'idle', word: 'with MAP' });
  });

  it('of thresholds that mean nothing cannot be told', () => {
    const weak = { caution: 'the slope is near 0', lower: null, upper: null };
    const thresholds = fitted.thresholds!.map((one) => (one.framing === 'bet' ? { ...one, ...weak } : one));
    const none = fitted.thresholds!.map((one) => ({ ...one, ...weak }));
    const told = thresholds.map((one) => ({ ...one, nominal: one.implied }));
    expect(ofFit({ ...fitted, thresholds: told }, DONE).thresholds.word).toMatch(/ open$|^cannot tell$/);
    expect(ofFit({ ...fitted, thresholds: none }, DONE).thresholds).toEqual({
      state: 'look',
      word: 'cannot tell',
    });
  });
});
