import { describe, expect, it } from 'vitest';
import { calibrationReport } from '../../../../../src/instruments/seu/calibration/calibrate.ts';
import { mockRows, type MockOptions } from './mock.ts';

function reportOf(options: MockOptions, planned: number) {
  const looks = { level: 0.05, planned: [planned], added: [] };
  const context = { label: 'toy', model: 'toy', fitted: 'toy', planned, looks };
  return calibrationReport(context, mockRows(options));
}

const ids = ['overall', 'outside', 'joint', 'worst-case'];
const SOUND: MockOptions = { replicates: 60, maxRank: 99 };
const WRONG: MockOptions = { ...SOUND, wrong: { variable: 'beta[1,1]', shift: 2, scale: 1 } };

describe('the verdict among the diagnostics', () => {
  it('comes first, at a look and nowhere before', () => {
    const at = reportOf(SOUND, 60);
    expect(at.diagnostics.slice(0, 4).map(({ id }) => id)).toEqual(ids);
    const before = reportOf(SOUND, 100);
    expect(before.diagnostics.filter(({ id }) => ids.includes(id))).toEqual([]);
    expect(before.diagnostics.map(({ id }) => id)).toContain('failures');
  });

  it('has the verdict’s own numbers and asks for a look where it is negative', () => {
    const { state, diagnostics } = reportOf(WRONG, 60);
    if (state.kind !== 'look') throw new Error('no look');
    const [overall, outside, joint, worst] = diagnostics;
    expect(overall).toMatchObject({
      value: state.verdict.p,
      threshold: state.verdict.level,
      severity: 'look',
    });
    expect(outside.value).toBe(state.verdict.outside);
    expect(joint.value).toBe(state.verdict.joint?.p);
    expect(joint.severity).toBe(joint.value! > state.verdict.level ? 'fine' : 'look');
    expect(worst).toMatchObject({ value: state.verdict.worst_case.p, severity: 'fine' });
  });

  it('says where failed fits could have turned it', () => {
    const failed = Array.from({ length: 25 }, (_, i) => i);
    const { state, diagnostics } = reportOf({ ...SOUND, failed }, 60);
    if (state.kind !== 'look') throw new Error('no look');
    expect([state.verdict.passes, state.verdict.worst_case.passes]).toEqual([true, false]);
    expect(diagnostics.find(({ id }) => id === 'worst-case')).toMatchObject({
      severity: 'look',
      hint: 'The verdict over 60 would turn.',
    });
  });
});
