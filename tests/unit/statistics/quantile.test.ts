// Quantiles by hand and by their definition.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalOf } from '../../../src/statistics/interval.ts';
import { mean, sd, variance } from '../../../src/statistics/moments.ts';
import { orderOf } from '../../../src/statistics/order.ts';
import { madOfSorted, median, quantile, quantiles, sortedCopy } from '../../../src/statistics/quantile.ts';
import { averageRanks, normalScores } from '../../../src/statistics/ranks.ts';

const sample = fc
  .array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, min: -1e6, max: 1e6 })), {
    minLength: 1,
    maxLength: 60,
  })
  .map((values) => Float64Array.from(values));

describe('type-7 quantiles', () => {
  it('interpolate between order statistics', () => {
    const x = Float64Array.of(40, 10, 30, 20);
    expect(quantiles(x, [0, 0.25, 0.5, 0.9, 1])).toEqual([10, 17.5, 25, 37, 40]);
    expect([...x]).toEqual([40, 10, 30, 20]);
    expect(median(Float64Array.of(5, 1, 3))).toBe(3);
  });

  it('are NaN of nothing and of NaN, and refuse what is no probability', () => {
    expect(quantile(new Float64Array(0), 0.5)).toBeNaN();
    expect(quantile(Float64Array.of(1, NaN, 2), 0.1)).toBeNaN();
    expect(madOfSorted(sortedCopy(Float64Array.of(1, NaN, 2)))).toBeNaN();
    expect(() => quantile(Float64Array.of(1), 1.01)).toThrow('probability 1.01');
    expect(() => quantile(Float64Array.of(1), NaN)).toThrow('probability NaN');
  });

  it('pass infinities through', () => {
    const x = Float64Array.of(-Infinity, 0, 1, Infinity, Infinity);
    expect(quantiles(x, [0, 0.5, 0.95])).toEqual([-Infinity, 1, Infinity]);
    expect(madOfSorted(sortedCopy(Float64Array.of(0, Infinity, Infinity)))).toBeNaN();
  });

  it('of an interval come in order', () => {
    expect(intervalOf(Float64Array.from({ length: 101 }, (_, i) => 100 - i))).toEqual({
      median: 50,
      q5: 5,
      q25: 25,
      q75: 75,
      q95: 95,
    });
  });
});

describe('moments', () => {
  it('keep their digits at a large offset', () => {
    const x = Float64Array.of(1e9 + 1, 1e9 + 2, 1e9 + 3);
    expect(mean(x)).toBe(1e9 + 2);
    expect(variance(x)).toBe(1);
    expect(sd(Float64Array.of(7))).toBeNaN();
    expect(mean(new Float64Array(0))).toBeNaN();
  });
});

describe('median absolute deviation', () => {
  it('is the scaled median of sorted distances', () => {
    fc.assert(
      fc.property(sample, (x) => {
        const centre = median(x);
        expect(madOfSorted(sortedCopy(x))).toBeCloseTo(
          1.4826 * median(x.map((value) => Math.abs(value - centre))),
          6,
        );
      }),
    );
  });
});

describe('ranks', () => {
  it('share their average among ties, and treat both zeros as one', () => {
    expect([...averageRanks(Float64Array.of(3, 1, 3, 2, 3))]).toEqual([4, 1, 4, 2, 4]);
    expect([...averageRanks(Float64Array.of(0, -0, -1, Infinity, -Infinity))]).toEqual([3.5, 3.5, 2, 5, 1]);
  });

  it('count the values below and half of those equal', () => {
    fc.assert(
      fc.property(sample, (x) => {
        const counted = x.map((v) => 0.5 + x.reduce((n, u) => n + (u < v ? 1 : u === v ? 0.5 : 0), 0));
        expect([...averageRanks(x)]).toEqual([...counted]);
      }),
    );
  });

  it('rest on an order that sorts and is stable', () => {
    fc.assert(
      fc.property(sample, (x) => {
        const order = orderOf(x);
        const compare = (a: number, b: number): number => x[a] - x[b] || a - b;
        expect([...order]).toEqual(Array.from(x.keys()).sort(compare));
      }),
    );
  });

  it('become antisymmetric normal scores', () => {
    const scores = normalScores(Float64Array.of(1, 2, 3));
    // qnorm((1 - 3/8) / 3.25) of R 4.2.2.
    expect(scores[0]).toBeCloseTo(-0.8694238, 7);
    expect(scores[1]).toBe(0);
    expect(scores[2]).toBe(-scores[0]);
  });
});
