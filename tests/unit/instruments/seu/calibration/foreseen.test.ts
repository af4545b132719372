import { describe, expect, it } from 'vitest';
import { calibrationReport } from '../../../../../src/instruments/seu/calibration/calibrate.ts';
import { foreseenPower } from '../../../../../src/instruments/seu/calibration/foreseen.ts';
import { mockRows, NAMES } from './mock.ts';

describe('the power that is foreseen', () => {
  it.each([[[40]], [[20, 40]]])('is what the verdict says at the last planned look of %j', (planned) => {
    const looks = { level: 0.05, planned, added: [] };
    const context = { label: 'toy', model: 'toy', fitted: 'toy', planned: 40, looks };
    const { state } = calibrationReport(context, mockRows({ replicates: 40, maxRank: 59 }));
    if (state.kind !== 'look') throw new Error('no look');
    const { power, level, distinct, replicates } = state.verdict;
    expect(foreseenPower(NAMES, looks, 59)).toEqual({ replicates, level, distinct, detectable: power });
  });

  it('counts δ₁ and δ₂ once at K = 3, and keeps a fifth of the level for looks that are added', () => {
    const { level, distinct } = foreseenPower(NAMES, { level: 0.05, planned: [20], added: [] }, 19);
    expect(distinct).toBe(NAMES.length - 1);
    expect(level).toBeCloseTo(0.04, 12);
  });
});
