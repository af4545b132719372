// The glossary and the states say each thing once, in a sentence.
import { describe, expect, it } from 'vitest';
import { GLOSSARY } from '../../../src/app/glossary.ts';
import { milestoneOf } from '../../../src/app/components/progress.ts';
import { stateOfRun, stateOfSeverity } from '../../../src/app/components/state.ts';

describe('GLOSSARY', () => {
  it.each(Object.entries(GLOSSARY))('%s is explained in one sentence', (_, sentence) => {
    expect(sentence).toMatch(/^[A-Z].*[.?]$/);
    expect(sentence.split(/[.?] (?=[A-Z])/)).toHaveLength(1);
  });
});

describe('states', () => {
  it('takes a finished run’s state from its report', () => {
    expect(stateOfRun('done', 'look')).toBe('look');
    expect(stateOfRun('done', null)).toBe('fine');
    expect(stateOfRun('paused', 'fine')).toBe('idle');
    expect(stateOfRun('failed', null)).toBe('fail');
    expect(stateOfSeverity('na')).toBe('idle');
  });

  it('announces quarters', () =>
    expect([0, 249, 250, 999, 1000].map((done) => milestoneOf(done / 1000))).toEqual([0, 0, 25, 75, 100]));
});
