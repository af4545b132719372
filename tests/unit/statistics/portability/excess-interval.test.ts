import { describe, expect, it } from 'vitest';
import { excessInterval } from '../../../../src/statistics/portability/excess-interval.ts';

/** Two values with the given standard deviation (divisor n − 1). */
const withSd = (sd: number): Float64Array => Float64Array.of(-sd / Math.SQRT2, sd / Math.SQRT2);

describe('the interval of an excess', () => {
  it('has the deviation of the resamples where the excess is far from 0', () => {
    const { low, high } = excessInterval(0.3, withSd(0.02), withSd(0.05))!;
    expect(low).toBeCloseTo(0.3 - 1.6449 * 0.02, 5);
    expect(high).toBeCloseTo(0.3 + 1.6449 * 0.02, 5);
  });

  it('has the deviation of the null where the excess cannot be told from 0 and the null varies more', () => {
    const { low, high } = excessInterval(0.08, withSd(0.02), withSd(0.05))!;
    expect(high - 0.08).toBeCloseTo(1.6449 * 0.05, 5);
    expect(low).toBeLessThan(0);
    expect(excessInterval(0.08, withSd(0.06), withSd(0.05))!.low).toBeCloseTo(0.08 - 1.6449 * 0.06, 5);
  });

  it('needs two resamples', () => {
    expect(excessInterval(0.1, Float64Array.of(0.1), withSd(0.05))).toBeNull();
    expect(excessInterval(0.1, withSd(0.01), new Float64Array(0))).not.toBeNull();
  });
});
