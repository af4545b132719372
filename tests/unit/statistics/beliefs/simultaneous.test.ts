import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { effectiveScore, scoreSums } from '../../../../src/statistics/beliefs/projection.ts';
import { residualCorrelations } from '../../../../src/statistics/beliefs/residual-correlation.ts';
import { compareWithSimulations, upperTail } from '../../../../src/statistics/beliefs/simultaneous.ts';

const random = randomStream(8, 0, 0);
const normals = (length: number): Float64Array => Float64Array.from({ length }, () => random.normal());

describe('compareWithSimulations', () => {
  it('counts the observed study among the studies', () => {
    expect(upperTail(3, [1, 2, 3, 4])).toBe(3 / 5);
    expect(upperTail(5, [1, 2, 3, 4])).toBe(1 / 5);
  });

  it('finds the one statistic that stands out, over all at once', () => {
    const observed = normals(20);
    observed[7] = 9;
    const { p, standard, overall } = compareWithSimulations(
      observed,
      Array.from({ length: 99 }, () => normals(20)),
    );
    expect(p[7]).toBe(0.01);
    expect(overall).toBe(0.01);
    expect(standard[7]).toBeGreaterThan(5);
    expect(p.filter((value) => value < 0.05)).toHaveLength(1);
  });

  it('keeps its level over all statistics and over the sum', () => {
    const studies = 400;
    let [most, sum] = [0, 0];
    for (let s = 0; s < studies; s++) {
      const { p, overall } = compareWithSimulations(
        normals(10),
        Array.from({ length: 39 }, () => normals(10)),
        [
          [0, 1, 2],
          [2, 3, 4, 5],
        ],
      );
      if (Math.min(...p) <= 0.05) most++;
      if (overall <= 0.05) sum++;
    }
    for (const rejected of [most, sum]) {
      expect(rejected / studies).toBeGreaterThan(0.025);
      expect(rejected / studies).toBeLessThan(0.085);
    }
  });

  it('sees what moves a group together though no statistic stands out', () => {
    const moved = normals(60).map((value, k) => value + (k < 15 ? 1.1 : 0));
    const simulated = Array.from({ length: 99 }, () => normals(60));
    const group = [...Array(15).keys()];
    expect(compareWithSimulations(moved, simulated, [group]).overall).toBe(0.01);
    expect(compareWithSimulations(moved, simulated).overall).toBeGreaterThan(0.01);
  });

  it('gives a statistic that never varies no deviation', () => {
    const { standard, p } = compareWithSimulations(Float64Array.of(2, 1), [
      Float64Array.of(2, 3),
      Float64Array.of(2, 5),
    ]);
    expect(standard[0]).toBe(0);
    expect(p[0]).toBe(1);
  });
});

describe('effectiveScore', () => {
  it('leaves sums without any correlation with the scores', () => {
    const n = 3000;
    const scores = new Float64Array(n * 2);
    const statistics = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const [a, b, own] = [random.normal(), random.normal(), random.normal()];
      scores.set([a, a + 0.5 * b], 2 * i);
      statistics[i] = 2 * a - 3 * b + own;
    }
    const effective = effectiveScore({ scores, statistics, parameters: 2, count: 1 });
    expect(effective({ scores: Float64Array.of(1, 1), statistics: Float64Array.of(2) })[0]).toBeCloseTo(0, 1);
    expect(effective({ scores: Float64Array.of(0, 1), statistics: Float64Array.of(-6) })[0]).toBeCloseTo(
      0,
      1,
    );
    const sums = scoreSums({ scores, statistics, parameters: 2, count: 1 });
    expect(sums.statistics[0]).toBeCloseTo(
      statistics.reduce((sum, value) => sum + value, 0),
      8,
    );
  });

  it('stands a direction that no answer sees', () => {
    const scores = Float64Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? random.normal() : 0));
    const effective = effectiveScore({ scores, statistics: normals(200), parameters: 2, count: 1 });
    expect(
      Number.isFinite(effective({ scores: Float64Array.of(0, 0), statistics: Float64Array.of(1) })[0]),
    ).toBe(true);
  });
});

describe('residualCorrelations', () => {
  it('is the correlation over rows where both are there', () => {
    const residuals = Float64Array.of(1, 2, 5, 2, 1, NaN, 3, 3, 1, 4, NaN, 7);
    const [first, second, third] = residualCorrelations(residuals, 3);
    expect(first).toBeCloseTo(0.5, 12);
    const x = [1, 3, 4];
    const y = [5, 1, 7];
    const mean = (v: number[]) => v.reduce((a, b) => a + b, 0) / v.length;
    const cov = (a: number[], b: number[]) => mean(a.map((v, i) => (v - mean(a)) * (b[i] - mean(b))));
    expect(second).toBeCloseTo(cov(x, y) / Math.sqrt(cov(x, x) * cov(y, y)), 12);
    expect(third).toBeCloseTo(-1, 12);
  });

  it('is 0 of a column that does not vary', () => {
    expect([...residualCorrelations(Float64Array.of(1, 2, 1, 5), 2)]).toEqual([0]);
  });
});
