// Distribution functions against scipy 1.17, and the recursion against enumeration and binomial transitions.
import { describe, expect, it } from 'vitest';
import { binomialInterval } from '../../../../src/statistics/sbc/binomial-interval.ts';
import { binomialTails, firstKept, poissonTable } from '../../../../src/statistics/sbc/discrete.ts';
import { normalProbability } from '../../../../src/statistics/sbc/normal-probability.ts';
import { cellsInsideProbability, insideProbability } from '../../../../src/statistics/sbc/paths.ts';
import { allRanks } from './support.ts';

const relative = (value: number, truth: number): number => Math.abs(value / truth - 1);

describe('distribution functions', () => {
  it('normal: scipy.stats.norm.cdf', () => {
    const truths = [
      [-8, 6.22096057427174e-16],
      [-3.5, 0.00023262907903552502],
      [-3, 0.0013498980316300933],
      [-1.2, 0.11506967022170822],
      [0, 0.5],
      [0.7, 0.758036347776927],
      [2.9, 0.998134186699616],
      [3.1, 0.9990323967867817],
    ];
    for (const [x, truth] of truths) expect(relative(normalProbability(x), truth)).toBeLessThan(1e-12);
  });

  it('binomial: scipy.stats.binom.cdf', () => {
    const tails = binomialTails(50, 7, 61);
    const truths = [
      [0, 0.0022552580444362555],
      [3, 0.1595829380450785],
      [10, 0.9757256414239223],
    ];
    for (const [count, truth] of truths) expect(relative(tails[count], truth)).toBeLessThan(1e-12);
    expect(relative(binomialTails(1000, 50, 100)[480], 0.10872414660207075)).toBeLessThan(1e-11);
    expect(relative(binomialTails(999, 100, 1000)[60], 4.579383371981536e-6)).toBeLessThan(1e-11);
    expect(tails[50]).toBe(1);
  });

  it('finds the first count beyond a tail, with equal ones or without', () => {
    const tails = Float64Array.of(0.1, 0.2, 0.2, 0.7, 1);
    expect([0.05, 0.1, 0.2, 0.3, 1].map((tail) => firstKept(tails, tail, true))).toEqual([0, 0, 1, 3, 4]);
    expect([0.05, 0.1, 0.2, 0.3, 1].map((tail) => firstKept(tails, tail, false))).toEqual([0, 1, 3, 3, 5]);
  });

  it('Poisson: sums to one, and is all at 0 for rate 0', () => {
    expect(poissonTable(90, 300).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 13);
    expect([...poissonTable(0, 2)]).toEqual([1, 0, 0]);
    expect(poissonTable(2, 1)[1]).toBeCloseTo(2 * Math.exp(-2), 14);
  });

  it('Clopper–Pearson: scipy.stats.binomtest(…).proportion_ci(method="exact")', () => {
    const { lower, upper, estimate } = binomialInterval(18, 20);
    expect(estimate).toBe(0.9);
    expect(lower).toBeCloseTo(0.6830172859809209, 9);
    expect(upper).toBeCloseTo(0.9876514728297041, 9);
    expect(binomialInterval(0, 20).lower).toBe(0);
    expect(binomialInterval(0, 20).upper).toBeCloseTo(0.16843347098308548, 9);
    expect(binomialInterval(85, 100, 0.9).lower).toBeCloseTo(0.7784630916814811, 9);
    expect(() => binomialInterval(3, 2)).toThrow('3 successes in 2 trials');
  });
});

/** P over all samples, ranks 0 … 4 with unequal probabilities, that `holds` of the counts in each rank. */
function enumerate(size: number, cells: Float64Array, holds: (counts: Int32Array) => boolean): number {
  let total = 0;
  for (const ranks of allRanks(size, cells.length - 1)) {
    const counts = new Int32Array(cells.length);
    for (const rank of ranks) counts[rank]++;
    if (holds(counts)) total += ranks.reduce((product, rank) => product * cells[rank], 1);
  }
  return total;
}

const CELLS = Float64Array.of(0.1, 0.25, 0, 0.4, 0.25);

describe('recursions', () => {
  it('over boundaries equals enumeration of all samples', () => {
    const lower = Int32Array.of(0, 0, 1, 1, 2, 5);
    const upper = Int32Array.of(0, 2, 3, 3, 5, 5);
    const inside = (counts: Int32Array): boolean => {
      let below = 0;
      return counts.every((count, j) => (below += count) >= lower[j + 1] && below <= upper[j + 1]);
    };
    const truth = enumerate(5, CELLS, inside);
    expect(truth).toBeGreaterThan(0.3);
    expect(insideProbability(5, CELLS, { lower, upper })).toBeCloseTo(truth, 13);
  });

  it('over cells equals enumeration of all samples', () => {
    const lower = Int32Array.of(0, 1, 0, 1, 0);
    const upper = Int32Array.of(1, 3, 2, 3, 2);
    const truth = enumerate(5, CELLS, (counts) => counts.every((c, j) => c >= lower[j] && c <= upper[j]));
    expect(truth).toBeGreaterThan(0.3);
    expect(cellsInsideProbability(5, CELLS, { lower, upper })).toBeCloseTo(truth, 13);
  });

  it('is 0 where limits cannot be kept, and 1 where there are none', () => {
    const none = { lower: Int32Array.of(0, 0, 0, 4), upper: Int32Array.of(0, 4, 4, 4) };
    expect(insideProbability(4, Float64Array.of(0.2, 0.3, 0.5), none)).toBeCloseTo(1, 13);
    const crossed = { lower: Int32Array.of(0, 3, 0, 4), upper: Int32Array.of(0, 3, 2, 4) };
    expect(insideProbability(4, Float64Array.of(0.2, 0.3, 0.5), crossed)).toBe(0);
    const tooMany = { lower: Int32Array.of(3, 2), upper: Int32Array.of(4, 4) };
    expect(cellsInsideProbability(4, Float64Array.of(0.5, 0.5), tooMany)).toBe(0);
  });

  it('equals the recursion with binomial transitions (computed with scipy.stats.binom.pmf)', () => {
    const edges = [
      0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 24, 27, 29, 32, 34, 37, 39, 41, 44, 46, 49, 51, 54, 56, 59, 61,
    ];
    const lower = Int32Array.of(
      ...[0, 0, 0, 1, 2, 3, 5, 6, 8, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 32, 34, 38, 40, 44, 50],
    );
    const upper = lower.map((_, j) => 50 - lower[25 - j]);
    const cells = Float64Array.from({ length: 25 }, (_, j) => (edges[j + 1] - edges[j]) / 61);
    expect(insideProbability(50, cells, { lower, upper })).toBeCloseTo(0.952507266950932, 12);
  });
});
