import { describe, expect, it } from 'vitest';
import { clusterMean, shareInterval } from '../../../../src/statistics/portability/share.ts';

describe('means over clusters', () => {
  it('have the error of a mean where every row is a cluster', () => {
    const values = [3, 5, 4, 8];
    const found = clusterMean(values, [0, 1, 2, 3])!;
    const variance = values.reduce((sum, v) => sum + (v - 5) ** 2, 0) / 3;
    expect(found.mean).toBe(5);
    expect(found.se).toBeCloseTo(Math.sqrt(variance / 4), 12);
  });

  it('count clusters, not the rows that repeat one another', () => {
    const alone = clusterMean([0, 1, 1, 0, 1], [0, 1, 2, 3, 4])!;
    const repeated = clusterMean([0, 0, 1, 1, 1, 1, 0, 0, 1, 1], [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])!;
    expect(repeated.se).toBeCloseTo(alone.se!, 12);
    expect([repeated.mean, repeated.clusters]).toEqual([alone.mean, 5]);
  });

  it('are none without rows, and without an error in one cluster', () => {
    expect(clusterMean([], [])).toBeNull();
    expect(clusterMean([1, 2], [7, 7])).toEqual({ mean: 1.5, clusters: 1, se: null });
  });
});

describe('the interval of a share', () => {
  it('is Wilson’s where rows are clusters: its ends lie 1.645 of their own standard errors from the share', () => {
    const values = Array.from({ length: 50 }, (_, i) => (i < 15 ? 1 : 0));
    const found = clusterMean(values, [...values.keys()])!;
    const ends = shareInterval({ ...found, se: Math.sqrt((0.3 * 0.7) / 50) }, 50);
    for (const end of ends)
      expect(Math.abs(end - 0.3)).toBeCloseTo(1.6448536 * Math.sqrt((end * (1 - end)) / 50), 6);
    expect(ends[0]).toBeLessThan(0.3);
    expect(ends[1]).toBeGreaterThan(0.3);
  });

  it('has a width at 0 and 1, from clusters alone', () => {
    const [low, high] = shareInterval({ mean: 1, se: 0, clusters: 24 }, 72);
    expect(high).toBe(1);
    expect(low).toBeCloseTo(1 - 2.705543 / (24 + 2.705543), 5);
  });
});
