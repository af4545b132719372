import { describe, expect, it } from 'vitest';
import { withThreshold } from '../../../../../src/instruments/beliefs/coherence/threshold-text.ts';
import { COHERENCE_THRESHOLDS } from '../../../../../src/statistics/beliefs/verdict.ts';

describe('thresholds of the verdict in words', () => {
  it.each([
    ['coherent=0.7', { coherent: 0.7 }],
    [' incoherent = 0.1 ', { incoherent: 0.1 }],
    ['smallest_gain=0.05', { smallestGain: 0.05 }],
  ])('are read: %s', (text, changed) => {
    expect(withThreshold(COHERENCE_THRESHOLDS, text)).toEqual({ ...COHERENCE_THRESHOLDS, ...changed });
  });

  it.each(['coherent', 'coherent=', 'coherent=much', 'toString=1', ''])('are refused: %s', (text) =>
    expect(withThreshold(COHERENCE_THRESHOLDS, text)).toBeNull(),
  );
});
