// Ranks of constructed draws, ties, and the mock sampler's.
import { describe, expect, it } from 'vitest';
import { contraction, rankOf, zScore } from '../../../../src/statistics/sbc/rank.ts';
import { mockRanks, streamAt } from './support.ts';

describe('rank of a truth', () => {
  it('counts the draws below, by hand', () => {
    const draws = [3, -1, 2, 0.5, 7];
    expect([-2, 0, 2.5, 6.9, 8].map((truth) => rankOf(truth, draws, 0.9))).toEqual([0, 1, 3, 4, 5]);
    expect(rankOf(0, [], 0.3)).toBe(0);
  });

  it('puts the truth anywhere among equal draws, by the uniform', () => {
    const draws = [1, 2, 2, 2, 5];
    expect([0, 0.24, 0.26, 0.6, 0.99].map((uniform) => rankOf(2, draws, uniform))).toEqual([1, 1, 2, 3, 4]);
  });

  it('ranks a constant evenly', () => {
    const stream = streamAt(3);
    const counts = new Float64Array(6);
    for (let i = 0; i < 12_000; i++) counts[rankOf(0, new Float64Array(5), stream.uniform())]++;
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(4 * Math.sqrt(12_000 * (5 / 36)));
  });

  it('refuses NaN', () => {
    expect(() => rankOf(NaN, [1], 0.5)).toThrow('truth NaN cannot be ranked');
    expect(() => rankOf(1, [0, NaN], 0.5)).toThrow('draw 2 is NaN');
    expect(() => rankOf(1, [0], 1)).toThrow('uniform 1');
  });

  it('of exact posterior draws is uniform: mean and variance of 4,000', () => {
    const L = 20;
    const ranks = mockRanks(streamAt(5), 4000, L);
    const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
    const square = ranks.reduce((sum, rank) => sum + (rank - L / 2) ** 2, 0) / ranks.length;
    const variance = (L * (L + 2)) / 12;
    expect(Math.abs(mean - L / 2)).toBeLessThan(4 * Math.sqrt(variance / ranks.length));
    expect(Math.abs(square / variance - 1)).toBeLessThan(4 * Math.sqrt(0.8 / ranks.length));
  });
});

describe('scores', () => {
  it('are signed and scaled as the R package SBC has them', () => {
    expect(zScore(3, 2, 0.5)).toBe(2);
    expect(contraction(0.5, 1)).toBe(0.75);
    expect(contraction(2, 2)).toBe(0);
  });
});
