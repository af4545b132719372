import { describe, expect, it } from 'vitest';
import { runRow } from '../../../../src/app/live/rows.ts';
import { stepWords } from '../../../../src/app/portability/step-words.ts';
import { findingWord } from '../../../../src/instruments/portability/views-words.ts';
import { mechanismWord } from '../../../../src/instruments/portability/mechanism/words.ts';
import type { MechanismReport } from '../../../../src/instruments/portability/mechanism/reported.ts';
import type { RobustnessReport } from '../../../../src/instruments/portability/robustness/report.ts';
import { robustnessWord } from '../../../../src/instruments/portability/robustness/words.ts';
import type { PortabilityReport } from '../../../../src/instruments/portability/report.ts';
import { newRecord } from '../../../../src/state/run-records.ts';
import { plan, views } from '../../instruments/portability/agents-run.ts';

const reportOf = (p: readonly (number | null)[], least_p: number): PortabilityReport => ({
  cells: p.map((p_adjusted) => ({ ...views.cells[0], p_adjusted, least_p })),
  correction: 'bh',
});

describe('the word of a finished step', () => {
  it('counts cells above their floor among those that were tested', () => {
    expect(views.word).toBe('1 of 2 above floor');
    expect(findingWord(reportOf([0.05, 0.04, 0.3, null], 0.01))).toBe('2 of 3 above floor');
  });

  it('is none where no cell can be told from its floor', () => {
    expect(findingWord(reportOf([0.2, 0.2], 0.1))).toBeNull();
    expect(findingWord(reportOf([null], 0.01))).toBeNull();
  });

  it('counts cells whose variants agree, and cells that framings add to', () => {
    const of = (index: number, p: number) => ({ index, p, least_p: 0.01 });
    const variants = [
      of(0, 0.01),
      of(0, 0.05),
      of(1, 0.5),
      of(1, 0.01),
      of(2, 0.5),
      { ...of(2, 0.1), least_p: 0.1 },
    ];
    expect(robustnessWord({ variants } as unknown as RobustnessReport)).toBe('variants agree in 2 of 3');
    const cells = [0.01, 0.2, null].map((p) => ({ ridge: { delta: { p } } }));
    expect(mechanismWord({ cells } as unknown as MechanismReport)).toBe('framings add in 1 of 2');
  });

  it('stands in lists and steps in place of the state; a failed task stands before it', () => {
    const record = newRecord('r', plan, '1', 0);
    const done = {
      ...record,
      state: 'done',
      severity: 'fine',
      headline: views.finding,
      word: views.word!,
    } as const;
    const measure = [runRow(done, null, null)];
    const word = stepWords([], { measure, robustness: [], mechanism: [] }).measure;
    expect(word).toEqual({ state: 'fine', word: '1 of 2 above floor' });
    expect(runRow({ ...done, word: undefined }, null, null).word).toBe('Fine');
    expect(runRow({ ...done, severity: 'fail' }, null, null).word).toBe('Failed checks');
  });
});
