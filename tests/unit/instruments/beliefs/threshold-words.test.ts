import { describe, expect, it } from 'vitest';
import { logit, sigmoid } from '../../../../src/math/logistic.ts';
import {
  cautionWords,
  framingShifts,
  thresholdWords,
} from '../../../../src/instruments/beliefs/threshold-words.ts';
import type { ThresholdRow } from '../../../../src/instruments/beliefs/report-types/thresholds.ts';

const NOMINAL = [0.05, 0.1, 0.2, 1 / 3];

/** A decision told to act from `nominal` on that acts `by` logits later, with a half-width; null: no interval. */
function decision(framing: string, nominal: number, by: number, half: number | null): ThresholdRow {
  const at = logit(nominal) + by;
  return {
    ...{ prompt: `${framing}_${nominal}`, framing, nominal, implied: sigmoid(at) },
    lower: half === null ? null : sigmoid(at - half),
    upper: half === null ? null : sigmoid(at + half),
    ...{ alpha: -at, beta: 1, rate: 0.4, caution: null },
  };
}

const framing = (name: string, by: number, half: number | null): ThresholdRow[] =>
  NOMINAL.map((nominal) => decision(name, nominal, by, half));
const weak = (row: ThresholdRow): ThresholdRow => ({
  ...{ ...row, implied: 0.995, lower: null, upper: null, beta: 0.04, caution: 'the slope is near 0' },
});

describe('at which belief an agent acts', () => {
  it('is as told, or shifted, with the interval of the mean', () => {
    const [told, late] = framingShifts([...framing('threshold', 0.1, 0.4), ...framing('bet', 1.3, 0.4)]);
    expect(told).toMatchObject({
      stand: 'as told',
      told: 4,
      thresholds: 4,
      bounded: 4,
      apart: 0,
      reason: null,
    });
    // Four equal half-widths of 0.4: the mean's is 0.4 / √4.
    expect(told.ends!.map((end) => end - 0.1)).toEqual([expect.closeTo(-0.2, 9), expect.closeTo(0.2, 9)]);
    expect(late).toMatchObject({ stand: 'shifted', apart: 4 });
    expect(thresholdWords({ thresholds: framing('bet', 1.3, 0.4) })).toBe(
      'Under bet it waits for more than it is told (1.30 [1.10, 1.50] logits). In brackets 95\u202f%, by the delta method.',
    );
  });

  it('cannot be told where most decisions have slopes near 0, however far the others lie', () => {
    const own = framing('cost', 1.02, null).map((row, k) => (k > 0 ? weak(row) : row));
    expect(framingShifts(own)[0]).toMatchObject({ stand: 'cannot tell', thresholds: 1, bounded: 0 });
    expect(thresholdWords({ thresholds: own })).toBe(
      'Whether it acts as told cannot be told: under cost of 4 decisions 3 have no threshold that means something ' +
        '(the slope is near 0), 1 has no interval.',
    );
    const both = thresholdWords({ thresholds: [...framing('bet', 0, 0.3), ...own] });
    expect(both).toMatch(
      /^Under bet it acts about as told \(0\.00 \[.*\] logits\); under cost it cannot be told: of 4/,
    );
  });

  it('cannot be told without intervals, or by intervals that reach far on either side', () => {
    const reasons = [framing('bet', 0.2, null), framing('bet', 0.2, 4)].map((own) => framingShifts(own)[0]);
    expect(reasons.map(({ stand, reason }) => [stand, reason])).toEqual([
      ['cannot tell', 'of 4 decisions 4 have no interval'],
      ['cannot tell', 'thresholds lie 0.20 [\u22121.80, 2.20] logits from what is told'],
    ]);
  });

  it('leaves out decisions without an instruction', () => {
    const free = { ...decision('none', 0.2, 0, 0.1), nominal: null };
    expect(framingShifts([free])).toEqual([]);
    expect(thresholdWords({ thresholds: [free] })).toContain('No decision was instructed');
    expect(cautionWords([free, { ...free, caution: 'the slope is near 0' }])).toBe('');
  });
});
