import { describe, expect, it } from 'vitest';
import { digamma } from '../../../src/math/digamma.ts';
import { trigamma } from '../../../src/math/trigamma.ts';

describe('trigamma', () => {
  it('has the closed forms π²/6, π²/2 and their recurrence', () => {
    expect(trigamma(1)).toBeCloseTo(Math.PI ** 2 / 6, 14);
    expect(trigamma(0.5)).toBeCloseTo(Math.PI ** 2 / 2, 14);
    expect(trigamma(20)).toBeCloseTo(trigamma(19) - 1 / 361, 15);
  });

  it('is the slope of digamma', () => {
    for (const x of [0.01, 0.3, 2, 11.9, 12.1, 400]) {
      const h = 1e-5 * x;
      expect((digamma(x + h) - digamma(x - h)) / (2 * h) / trigamma(x)).toBeCloseTo(1, 6);
    }
  });
});
