// Rank histogram and coverage from ranks, by hand and by enumeration.
import { describe, expect, it } from 'vitest';
import { centralCoverage, coverageCurve } from '../../../../src/statistics/sbc/coverage.ts';
import { binCounts, defaultBins, rankBins } from '../../../../src/statistics/sbc/histogram.ts';
import { allRanks, streamAt, uniformRanks } from './support.ts';

describe('bins', () => {
  it('hold whole ranks where ranks do not divide', () => {
    const bins = rankBins(999, 100, 20);
    const sizes = [...bins.edges.subarray(1)].map((edge, b) => edge - bins.edges[b]);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(101);
    expect(new Set(sizes)).toEqual(new Set([5, 6]));
    bins.expected.forEach((expected, b) => expect(expected).toBeCloseTo((999 * sizes[b]) / 101, 11));
  });

  it('follow the number of replicates, and say when they are too many', () => {
    expect([defaultBins(30, 99), defaultBins(120, 99), defaultBins(999, 999), defaultBins(999, 7)]).toEqual([
      5, 12, 20, 8,
    ]);
    expect(rankBins(999, 999).tooSmall).toBeNull();
    expect(rankBins(20, 99).tooSmall).toEqual({ leastExpected: 4, needed: 25 });
    expect(() => rankBins(20, 3, 5)).toThrow('5 bins for ranks 0 … 3');
  });

  it('count ranks by hand', () => {
    const bins = rankBins(6, 6, 3);
    expect([...bins.edges]).toEqual([0, 2, 5, 7]);
    expect([...binCounts(bins, [0, 1, 2, 4, 5, 6])]).toEqual([2, 2, 2]);
    expect(() => binCounts(bins, [7])).toThrow('rank 7 of replicate 1');
  });

  it('have pointwise limits that are binomial quantiles (scipy.stats.binom.ppf)', () => {
    const { pointwise } = rankBins(999, 999, 20);
    expect([pointwise.lower[0], pointwise.upper[0]]).toEqual([37, 64]);
  });

  it('have simultaneous limits with the coverage stated, against all samples', () => {
    const bins = rankBins(5, 3, 2, 0.8);
    const uneven = rankBins(5, 4, 2, 0.9);
    for (const { maxRank, simultaneous, ...rest } of [bins, uneven]) {
      const samples = [...allRanks(5, maxRank)];
      const inside = samples.filter((ranks) =>
        binCounts({ ...rest, maxRank, simultaneous }, ranks).every(
          (count, b) => count >= simultaneous.lower[b] && count <= simultaneous.upper[b],
        ),
      );
      expect(simultaneous.coverage).toBeCloseTo(inside.length / samples.length, 12);
    }
    expect(bins.simultaneous.coverage).toBeGreaterThanOrEqual(0.8);
    expect(bins.simultaneous.coverage).toBeLessThan(1);
  });

  it('give equal bins equal limits, wider than the pointwise ones', () => {
    const { simultaneous, pointwise } = rankBins(999, 999, 20);
    expect(new Set(simultaneous.lower).size).toBe(1);
    expect(simultaneous.lower[0]).toBeLessThan(pointwise.lower[0]);
    expect(simultaneous.coverage).toBeGreaterThanOrEqual(0.95);
    expect(simultaneous.coverage).toBeLessThan(0.975);
  });
});

describe('coverage from ranks', () => {
  it('counts by hand at the level that draws can form', () => {
    const ranks = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    const half = centralCoverage(ranks, 9, 0.55);
    expect(half.level).toBe(0.6);
    expect(half.successes).toBe(6);
    expect(half.difference).toBeCloseTo(0, 14);
    expect(centralCoverage([0, 0, 9, 4], 9, 0.8)).toMatchObject({ level: 0.8, successes: 1, estimate: 0.25 });
    expect(centralCoverage(ranks, 9, 1)).toMatchObject({ level: 1, successes: 10, upper: 1 });
    expect(() => centralCoverage(ranks, 9, 0)).toThrow('level 0');
  });

  it('ascends over all levels, and holds the truth of uniform ranks about as often as said', () => {
    const curve = coverageCurve(uniformRanks(streamAt(41), 400, 99), 99);
    expect(curve.map(({ level }) => level)).toEqual(Array.from({ length: 49 }, (_, i) => (2 * i + 2) / 100));
    const held = curve.filter(({ level, lower, upper }) => lower <= level && level <= upper);
    expect(held.length).toBeGreaterThan(40);
    expect(coverageCurve([1, 2], 999, 10)).toHaveLength(10);
    expect(coverageCurve([1, 2, 2], 4).map(({ level, successes }) => [level, successes])).toEqual([
      [0.2, 2],
      [0.6, 3],
    ]);
  });
});
