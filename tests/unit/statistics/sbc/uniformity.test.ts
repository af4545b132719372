// Bands and the test of uniform ranks: enumeration for tiny samples, exact coverage, Monte Carlo for a moderate one.
import { describe, expect, it } from 'vitest';
import { countsBelow, defaultCells, rankReference } from '../../../../src/statistics/sbc/reference.ts';
import {
  ecdfBand,
  ecdfDifference,
  exactSize,
  leavesBand,
  testCounts,
  testUniformity,
} from '../../../../src/statistics/sbc/uniformity.ts';
import { allRanks, mockRanks, streamAt, uniformRanks } from './support.ts';

describe('partition of ranks', () => {
  it('takes cells of whole ranks, mirrored, with their exact probabilities', () => {
    const { edges, cells } = rankReference(50, 60, 25);
    expect([...edges].slice(0, 5)).toEqual([0, 2, 5, 7, 10]);
    for (let j = 0; j <= 25; j++) expect(edges[25 - j]).toBe(61 - edges[j]);
    expect(cells[0]).toBe(2 / 61);
    expect(cells[1]).toBe(3 / 61);
  });

  it('has at most as many cells as ranks, replicates or 100, and can be cut in the middle', () => {
    expect([defaultCells(20, 999), defaultCells(500, 9), defaultCells(999, 999)]).toEqual([20, 10, 100]);
    expect(defaultCells(20, 60)).toBe(19);
    expect(rankReference(20, 60)).toBe(rankReference(20, 60));
  });

  it('counts ranks below each edge, and refuses other ranks', () => {
    const reference = rankReference(5, 3);
    expect([...countsBelow(reference, [0, 3, 3, 1, 0])]).toEqual([0, 2, 3, 3, 5]);
    expect(() => countsBelow(reference, [0, 1, 2, 3])).toThrow('4 ranks against a reference for 5');
    expect(() => countsBelow(reference, [0, 1, 2, 3, 4])).toThrow('rank 4 of replicate 5');
    expect(() => rankReference(10, 4, 7)).toThrow('7 cells for ranks 0 … 4');
  });
});

const SIZE = 4;
const MAX_RANK = 4;
const SAMPLES = (MAX_RANK + 1) ** SIZE;

/** Binomial tails as whole numbers of the 5⁴ samples, counted. */
const countedTails = (() => {
  const samples = [...allRanks(SIZE, MAX_RANK)];
  const below = (ranks: Int32Array, edge: number): number => ranks.filter((rank) => rank < edge).length;
  const tail = (edge: number, holds: (count: number) => boolean): number =>
    samples.filter((ranks) => holds(below(ranks, edge))).length;
  return (ranks: Int32Array): { tail: number; place: number }[] =>
    [1, 2, 3, 4].flatMap((edge) => {
      const own = below(ranks, edge);
      return [
        { tail: tail(edge, (count) => count <= own), place: 2 * edge },
        { tail: tail(edge, (count) => count >= own), place: 2 * edge + 1 },
      ];
    });
})();

/** A number that orders samples as the test should: smallest tail first, then place. */
const extremity = (ranks: Int32Array): number =>
  Math.min(...countedTails(ranks).map(({ tail, place }) => tail * 100 + place));

describe('the test, against all 625 samples of four ranks', () => {
  const reference = rankReference(SIZE, MAX_RANK, MAX_RANK + 1);
  const seen = new Map<string, number>();
  for (const ranks of allRanks(SIZE, MAX_RANK)) {
    const key = [...ranks].sort().join('');
    if (!seen.has(key)) seen.set(key, extremity(ranks));
  }
  const keyed = [...allRanks(SIZE, MAX_RANK)].map((ranks) => ({
    ranks,
    order: seen.get([...ranks].sort().join('')) ?? NaN,
  }));

  it('has p-values that are shares of the samples as extreme', () => {
    for (const { ranks, order } of keyed) {
      const share = keyed.filter((other) => other.order <= order).length / SAMPLES;
      expect(testUniformity(reference, ranks).pValue).toBeCloseTo(share, 12);
    }
  });

  it('rejects exactly the curves that leave the band, with the coverage stated', () => {
    for (const level of [0.5, 0.8, 0.9, 0.95, 0.99]) {
      const band = ecdfBand(reference, level);
      const left = keyed.filter(({ ranks }) => {
        const counts = countsBelow(reference, ranks);
        const leaves = leavesBand(band, counts);
        expect(testCounts(reference, counts).pValue <= 1 - level).toBe(leaves);
        return leaves;
      });
      expect(band.coverage).toBeCloseTo(1 - left.length / SAMPLES, 12);
      expect(band.coverage).toBeGreaterThanOrEqual(level);
    }
  });

  it('is never rejected without an inner boundary or by a single middling rank', () => {
    expect(testUniformity(rankReference(3, 5, 1), [0, 0, 0]).pValue).toBe(1);
    expect(exactSize(rankReference(1, 4), 0.05)).toBe(0);
  });
});

describe('bands', () => {
  it('cover 95.0 to 95.6 %, exactly, for 20 to 200 replicates', () => {
    for (const maxRank of [60, 100, 333, 999])
      for (let replicates = 20; replicates <= 200; replicates += 12) {
        const { coverage } = ecdfBand(rankReference(replicates, maxRank));
        expect(coverage).toBeGreaterThanOrEqual(0.95);
        expect(coverage).toBeLessThanOrEqual(0.956);
      }
  });

  it('cover as stated, against 3,000 samples of 60 ranks', () => {
    const stream = streamAt(11);
    for (const [maxRank, cells] of [
      [60, 50],
      [99, 100],
    ]) {
      const reference = rankReference(60, maxRank, cells);
      const { coverage, lower, upper } = ecdfBand(reference, 0.8);
      let inside = 0;
      for (let i = 0; i < 3000; i++)
        if (!leavesBand({ lower, upper }, countsBelow(reference, uniformRanks(stream, 60, maxRank))))
          inside++;
      const error = Math.sqrt((coverage * (1 - coverage)) / 3000);
      expect(Math.abs(inside / 3000 - coverage)).toBeLessThan(4 * error);
    }
  });

  it('narrow with γ, and come back as shares around zero', () => {
    const reference = rankReference(100, 99);
    const band = ecdfBand(reference);
    expect(band.gamma).toBeGreaterThan(0.05 / 99);
    expect(band.gamma).toBeLessThan(0.05);
    const counts = countsBelow(reference, uniformRanks(streamAt(2), 100, 99));
    const points = ecdfDifference(reference, band, counts);
    expect(points[0]).toEqual({ z: 0, ecdf_diff: 0, lower: 0, upper: 0 });
    expect(points[50].z).toBe(0.5);
    expect(points[50].lower).toBe(band.lower[50] / 100 - 0.5);
    expect(points[50].ecdf_diff).toBe(counts[50] / 100 - 0.5);
    expect(leavesBand(ecdfBand(reference, 0.5), counts) || !leavesBand(band, counts)).toBe(true);
  });

  it('are made for 10,000 replicates, with a size that is exact', () => {
    const size = exactSize(rankReference(10_000, 999, 40), 0.05);
    expect(size).toBeLessThanOrEqual(0.05);
    expect(size).toBeGreaterThan(0.0495);
  });
});

describe('the test on the mock sampler', () => {
  it('rejects sound ranks at its own exact size', () => {
    const stream = streamAt(21);
    const repetitions = 600;
    for (const [replicates, maxRank] of [
      [20, 60],
      [50, 33],
    ]) {
      const reference = rankReference(replicates, maxRank);
      const size = exactSize(reference, 0.2);
      let rejected = 0;
      for (let i = 0; i < repetitions; i++)
        if (testUniformity(reference, mockRanks(stream, replicates, maxRank)).pValue <= 0.2) rejected++;
      const error = Math.sqrt((size * (1 - size)) / repetitions);
      expect(Math.abs(rejected / repetitions - size)).toBeLessThan(3 * error);
    }
  });

  it('says where ranks are too many or too few', () => {
    const reference = rankReference(40, 9);
    const low = testUniformity(reference, new Int32Array(40));
    expect(low.direction).toBe('many');
    expect(low.pValue).toBeLessThan(1e-9);
    expect(low.pValue).toBeGreaterThan(0);
    expect(testUniformity(reference, new Int32Array(40).fill(9))).toMatchObject({
      direction: 'few',
      edge: 9,
    });
  });
});
