// Recovery statistics by hand, and on a conjugate model whose answers are known.
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/math/random.ts';
import {
  correlation,
  estimationErrors,
  recoverySummary,
  shrinkageCurve,
  type Recovered,
} from '../../../src/statistics/recovery.ts';

const columns = (rows: readonly (readonly [number, number, number, number, number])[]): Recovered => {
  const column = (c: number): Float64Array => Float64Array.from(rows, (row) => row[c]);
  return { truth: column(0), mean: column(1), sd: column(2), lower: column(3), upper: column(4) };
};

/** Truth N(0, 1) seen once with unit error: posterior N(y / 2, 1 / 2), 90 % intervals. */
function conjugate(iterations: number, seed: number): Recovered {
  const stream = randomStream(seed, 0, 0);
  stream.seek(0, 0);
  const half = 1.6448536269514722 * Math.SQRT1_2;
  return columns(
    Array.from({ length: iterations }, () => {
      const truth = stream.normal();
      const centre = (truth + stream.normal()) / 2;
      return [truth, centre, Math.SQRT1_2, centre - half, centre + half] as const;
    }),
  );
}

describe('recovery', () => {
  it('by hand', () => {
    const summary = recoverySummary(
      columns([
        [1, 2, 0.5, 1.5, 2.5],
        [3, 2, 0.5, 1, 3],
        [2, 4, 1, 0, 6],
        [4, 4, 0, 4, 4],
      ]),
      2,
    );
    expect(summary.bias).toBe(0.5);
    expect(summary.biasError).toBeCloseTo(Math.sqrt(5 / 3) / 2, 14);
    expect(summary.rmse).toBeCloseTo(Math.sqrt(1.5), 14);
    expect(summary.rmseError).toBeCloseTo(Math.sqrt(3) / 2 / (2 * Math.sqrt(1.5)), 14);
    expect(summary.relativeBias).toBeCloseTo(0.2, 14);
    expect(summary.relativeRmse).toBeCloseTo(Math.sqrt(1.5) / 2.5, 14);
    expect(summary.coverage).toMatchObject({ successes: 3, trials: 4, estimate: 0.75 });
    expect(summary.meanWidth).toBe(2.25);
    expect(summary.meanContraction).toBeCloseTo(1 - (2 * 0.0625 + 0.25) / 4, 14);
  });

  it('of exact posteriors has the bias, RMSE, coverage and contraction of theory', () => {
    const summary = recoverySummary(conjugate(4000, 1), 1);
    expect(Math.abs(summary.bias)).toBeLessThan(4 * summary.biasError);
    expect(Math.abs(summary.rmse - Math.SQRT1_2)).toBeLessThan(4 * summary.rmseError);
    expect(summary.rmseError).toBeCloseTo(Math.SQRT1_2 / Math.sqrt(8000), 3);
    expect(summary.coverage.lower).toBeLessThan(0.9);
    expect(summary.coverage.upper).toBeGreaterThan(0.9);
    expect(summary.meanContraction).toBeCloseTo(0.5, 12);
  });

  it('shows the pull to the prior by true value', () => {
    const points = shrinkageCurve(conjugate(4000, 2), 5);
    expect(points.map(({ iterations }) => iterations)).toEqual([800, 800, 800, 800, 800]);
    for (const { truth, error, errorSe } of points)
      expect(Math.abs(error + truth / 2)).toBeLessThan(4 * errorSe);
    expect(points[0].truth).toBeLessThan(-1);
    expect(points[0].error).toBeGreaterThan(0.5);
    expect(shrinkageCurve(conjugate(3, 1), 5)).toHaveLength(3);
  });

  it('correlates errors', () => {
    expect(correlation(Float64Array.of(1, 2, 3), Float64Array.of(2, 4, 7))).toBeCloseTo(
      5 / Math.sqrt(2 * (38 / 3)),
      14,
    );
    const one = conjugate(500, 3);
    const mirrored = { ...one, truth: one.truth.map((x) => 1 - x), mean: one.mean.map((x) => 1 - x) };
    const errors = estimationErrors(one);
    expect(errors[7]).toBe(one.mean[7] - one.truth[7]);
    expect(correlation(errors, estimationErrors(mirrored))).toBeCloseTo(-1, 12);
    const others = estimationErrors(conjugate(500, 4));
    expect(Math.abs(correlation(errors, others))).toBeLessThan(4 / Math.sqrt(500));
    expect(() => correlation(Float64Array.of(1), Float64Array.of(1, 2))).toThrow('1 values');
  });

  it('refuses columns of other lengths', () => {
    const good = conjugate(3, 1);
    expect(() => recoverySummary({ ...good, sd: Float64Array.of(1) }, 1)).toThrow(
      '1 entries of sd for 3 truths',
    );
    expect(() => shrinkageCurve(good, 0)).toThrow('0 groups');
    expect(() => recoverySummary(columns([]), 1)).toThrow('without iterations');
  });
});
