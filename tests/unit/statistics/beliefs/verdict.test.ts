import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { attainableGain, type CaseGains } from '../../../../src/statistics/beliefs/attainable.ts';
import {
  combineVerdicts,
  COHERENCE_THRESHOLDS,
  judgeGain,
  thresholdsFault,
} from '../../../../src/statistics/beliefs/verdict.ts';

const random = randomStream(11, 0, 0);

/** Cases of ten answers: the saturated gain is `level` an answer on average, the latent one `share` of it. */
function gainsOf(cases: number, level: number, share: number, noise = 0.02): CaseGains {
  const saturated = Float64Array.from({ length: cases }, () => 10 * (level + noise * random.normal()));
  const latent = saturated.map((gain) => share * gain + 0.02 * random.normal());
  return { latent, saturated, answers: new Float64Array(cases).fill(10) };
}

describe('attainableGain', () => {
  it('is the ratio of means with an interval about it', () => {
    const gain = attainableGain(gainsOf(400, 0.2, 0.6), [0.5]);
    expect(gain.share!.estimate).toBeCloseTo(gain.latent.estimate / gain.saturated.estimate, 12);
    expect(gain.share!.estimate).toBeCloseTo(0.6, 2);
    expect(gain.share!.ends[0]).toBeLessThan(0.6);
    expect(gain.share!.ends[1]).toBeGreaterThan(0.6);
    expect(gain.answers).toBe(4000);
    expect(gain.excess[0].ends[0]).toBeGreaterThan(0);
  });

  it('has the width of a mean: 3.92 standard errors', () => {
    const gains = gainsOf(900, 0, 0, 0.02);
    const { ends } = attainableGain(gains, []).saturated;
    expect(ends[1] - ends[0]).toBeCloseTo((3.92 * 0.02) / 30, 3);
  });

  it('gives no ratio where the attainable gain may be 0', () => {
    expect(attainableGain(gainsOf(50, 0.0005, 1), []).share).toBeNull();
  });

  it('weighs cases by their answers', () => {
    const gains: CaseGains = {
      latent: Float64Array.of(1, 3),
      saturated: Float64Array.of(2, 6),
      answers: Float64Array.of(1, 3),
    };
    expect(attainableGain(gains, []).latent.estimate).toBe(1);
    expect(attainableGain(gains, []).share!.ends).toEqual([0.5, 0.5]);
  });
});

describe('judgeGain', () => {
  it.each([
    [0.2, 0.95, 'coherent'],
    [0.2, 1.2, 'coherent'],
    [0.2, 0.5, 'partly'],
    [0.2, 0.05, 'incoherent'],
    [0, 0.5, 'incoherent'],
    [0.2, 0.8, 'cannot tell'],
    [0.2, 0.2, 'cannot tell'],
  ] as const)('attainable %s nats, share %s: %s', (level, share, verdict) => {
    expect(judgeGain(gainsOf(400, level, share)).verdict).toBe(verdict);
  });

  it('cannot tell of a few noisy cases', () => {
    expect(judgeGain(gainsOf(12, 0.02, 0.9, 0.3)).verdict).toBe('cannot tell');
  });

  it('goes by the thresholds given', () => {
    const gains = gainsOf(400, 0.2, 0.5);
    expect(judgeGain(gains, { ...COHERENCE_THRESHOLDS, coherent: 0.4 }).verdict).toBe('coherent');
    expect(judgeGain(gains, { ...COHERENCE_THRESHOLDS, incoherent: 0.6 }).verdict).toBe('incoherent');
  });

  it('calls thresholds out that do not ascend', () => {
    expect(thresholdsFault(COHERENCE_THRESHOLDS)).toBeNull();
    expect(thresholdsFault({ ...COHERENCE_THRESHOLDS, incoherent: 0.9 })).toContain('0.9 and 0.8');
    expect(thresholdsFault({ ...COHERENCE_THRESHOLDS, smallestGain: 0 })).toContain(
      'needed a number of nats',
    );
  });
});

describe('combineVerdicts', () => {
  it('keeps what all agree on and says partly where they differ', () => {
    expect(combineVerdicts(['coherent', 'coherent'])).toBe('coherent');
    expect(combineVerdicts(['coherent', 'incoherent'])).toBe('partly');
    expect(combineVerdicts(['partly', 'cannot tell'])).toBe('partly');
    expect(combineVerdicts(['coherent', 'cannot tell'])).toBe('cannot tell');
    expect(combineVerdicts(['incoherent'])).toBe('incoherent');
    expect(combineVerdicts([])).toBe('cannot tell');
  });
});
