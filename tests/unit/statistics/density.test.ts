// Kernel densities against sums over every draw, and rank histograms by hand.
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/math/random.ts';
import { bandwidthNrd0, kernelDensity } from '../../../src/statistics/density.ts';
import type { Density } from '../../../src/statistics/density.ts';
import { rankHistogram } from '../../../src/statistics/rank-histogram.ts';
import { caseNamed, drawsOf, reference } from './reference.ts';

const draws = drawsOf(caseNamed('well_mixed'));
const positive = draws.map(Math.abs);

const integral = ({ x, density }: Density): number => {
  const inner =
    density.reduce((sum, value) => sum + value, 0) - (density[0] + density[density.length - 1]) / 2;
  return inner * (x[1] - x[0]);
};

/** Linear interpolation on the grid. */
function at({ x, density }: Density, value: number): number {
  const position = (value - x[0]) / (x[1] - x[0]);
  const cell = Math.min(Math.floor(position), x.length - 2);
  return density[cell] + (position - cell) * (density[cell + 1] - density[cell]);
}

describe('kernel density', () => {
  it('equals the sum of kernels', () => {
    const found = kernelDensity(draws);
    reference.density.at.forEach((value, i) =>
      expect(Math.abs(at(found, value) - reference.density.plain[i])).toBeLessThan(5e-4),
    );
    expect(integral(found)).toBeCloseTo(1, 2);
    expect(found.x).toHaveLength(512);
  });

  it('reflects at a lower bound and keeps all mass above it', () => {
    const found = kernelDensity(positive, { lower: 0 });
    reference.density.at_positive.forEach((value, i) =>
      expect(Math.abs(at(found, value) - reference.density.reflected[i])).toBeLessThan(1e-3),
    );
    expect(found.x[0]).toBe(0);
    expect(integral(found)).toBeCloseTo(1, 2);
  });

  it('on a part of the range is the density there', () => {
    const part = kernelDensity(draws, { from: -0.5, to: 0.5, points: 101 });
    expect(part.x[0]).toBe(-0.5);
    expect(part.x[100]).toBeCloseTo(0.5, 14);
    expect(at(part, -0.3)).toBeCloseTo(reference.density.plain[2], 4);
  });

  it('falls back where draws tie, and refuses what it cannot draw', () => {
    expect(bandwidthNrd0(Float64Array.of(2, 2, 2))).toBeCloseTo(0.9 * 2 * 3 ** -0.2, 14);
    expect(() => bandwidthNrd0(Float64Array.of(1))).toThrow('not 1');
    expect(() => kernelDensity(draws, { lower: 0 })).toThrow('lies below the lower bound 0');
    expect(() => kernelDensity(Float64Array.of(1, Infinity))).toThrow('finite draws');
    expect(() => kernelDensity(Float64Array.of(1, NaN, 2), { bandwidth: 1 })).toThrow('finite draws');
    expect(() => kernelDensity(draws, { from: 1, to: 1 })).toThrow('empty');
  });
});

describe('rank histogram', () => {
  it('counts pooled ranks by chain', () => {
    const found = rankHistogram(Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8), 2, 4);
    expect(found.expected).toBe(1);
    expect(found.counts.map((counts) => [...counts])).toEqual([
      [2, 2, 0, 0],
      [0, 0, 2, 2],
    ]);
  });

  it('holds every draw once, close to even for chains that mix', () => {
    const stream = randomStream(9, 0, 0);
    stream.seek(0, 0);
    const found = rankHistogram(
      Float64Array.from({ length: 8000 }, () => stream.normal()),
      4,
    );
    for (const counts of found.counts) {
      expect(counts.reduce((sum, count) => sum + count)).toBe(2000);
      counts.forEach((count) => expect(Math.abs(count - found.expected)).toBeLessThan(45));
    }
  });
});
