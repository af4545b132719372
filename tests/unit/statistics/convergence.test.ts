// Diagnostics where the answer is known, and the symmetries that they must have.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/math/random.ts';
import { chainsOf, splitChains } from '../../../src/statistics/chains.ts';
import {
  convergenceOf,
  essBulk,
  essMean,
  essQuantile,
  essTail,
  rhat,
  rhatBulk,
  rhatFolded,
} from '../../../src/statistics/convergence.ts';
import { mcseQuantile, mcseSd } from '../../../src/statistics/monte-carlo-error.ts';

/** Stationary AR(1) chains of unit variance, one after another. */
function autoregression(seed: number, phi: number, chains: number, iterations: number): Float64Array {
  const stream = randomStream(seed, 0, 0);
  stream.seek(0, 0);
  const values = new Float64Array(chains * iterations);
  for (let i = 0; i < values.length; i++)
    values[i] =
      i % iterations === 0
        ? stream.normal()
        : phi * values[i - 1] + Math.sqrt(1 - phi * phi) * stream.normal();
  return values;
}

const ascending = (values: Float64Array, map: (value: number) => number): Float64Array => values.map(map);

describe('effective sample size', () => {
  it.each([
    [0, 0.03],
    [0.5, 0.05],
    [0.9, 0.12],
    [-0.3, 0.05],
  ])('of AR(1) with φ = %f is n (1 − φ) / (1 + φ)', (phi, tolerance) => {
    const x = autoregression(7, phi, 4, 10000);
    const wanted = (40000 * (1 - phi)) / (1 + phi);
    expect(Math.abs(essMean(x, 4)! / wanted - 1)).toBeLessThan(tolerance);
    expect(Math.abs(essBulk(x, 4)! / wanted - 1)).toBeLessThan(tolerance);
  });

  it('of alternating draws is capped at n log₁₀ n', () => {
    const x = autoregression(3, -0.95, 4, 1000);
    expect(essMean(x, 4)).toBeCloseTo(4000 * Math.log10(4000), 6);
  });

  it('of the 100 % quantile is that of the greatest draw but half a rank', () => {
    const x = autoregression(1, 0, 4, 100);
    expect(essQuantile(x, 4, 1)).toBe(essQuantile(x, 4, 399.5 / 400));
  });
});

describe('degenerate draws', () => {
  const base = autoregression(5, 0, 4, 50);

  it('that are constant or hold a NaN have no diagnostics', () => {
    const withNaN = base.slice();
    withNaN[17] = NaN;
    for (const x of [new Float64Array(200).fill(3), withNaN]) {
      expect(convergenceOf(x, 4)).toEqual({ rhat: null, ess_bulk: null, ess_tail: null, mcse_mean: null });
      expect([essMean(x, 4), mcseSd(x, 4), mcseQuantile(x, 4, 0.5)]).toEqual([null, null, null]);
    }
  });

  it('of chains stuck apart have an infinite bulk R-hat', () => {
    const x = Float64Array.from({ length: 40 }, (_, i) => Math.floor(i / 10));
    expect(rhatBulk(x, 4)).toBe(Infinity);
  });

  it('in chains too short have none, and unequal chains are refused', () => {
    expect(rhat(Float64Array.of(1, 2, 3, 4), 4)).toBeNull();
    expect(essMean(Float64Array.of(1, 2, 3, 4, 5), 1)).toBeNull();
    expect(() => rhat(base, 3)).toThrow('200 draws are not 3 chains');
    expect(() => rhat(base, 0)).toThrow('0 chains');
  });
});

describe('splitting', () => {
  it('halves chains and drops the middle draw of an odd length', () => {
    const x = chainsOf(
      Float64Array.from({ length: 10 }, (_, i) => i),
      2,
    );
    expect(splitChains(x)).toEqual({
      values: Float64Array.of(0, 1, 3, 4, 5, 6, 8, 9),
      chains: 4,
      iterations: 2,
    });
  });

  it('of an even length takes no copy', () => {
    const x = chainsOf(new Float64Array(8), 2);
    expect(splitChains(x)).toEqual({ values: x.values, chains: 4, iterations: 2 });
    expect(splitChains(x).values).toBe(x.values);
  });
});

describe('R-hat', () => {
  const scenario = fc.record({
    seed: fc.integer({ min: 0, max: 1e6 }),
    phi: fc.double({ noNaN: true, min: -0.5, max: 0.95 }),
    iterations: fc.integer({ min: 12, max: 61 }),
  });

  it('sees a shift of location in the bulk and of scale when folded', () => {
    const x = autoregression(11, 0, 4, 500);
    const shifted = x.map((value, i) => (i < 500 ? value + 2 : value));
    const scaled = x.map((value, i) => (i < 500 ? 4 * value : value));
    expect(rhatBulk(shifted, 4)).toBeGreaterThan(1.1);
    expect(rhatBulk(scaled, 4)).toBeLessThan(1.01);
    expect(rhatFolded(scaled, 4)).toBeGreaterThan(1.1);
    expect(rhat(scaled, 4)).toBe(rhatFolded(scaled, 4));
  });

  it('and bulk ESS do not change under an increasing map', () => {
    fc.assert(
      fc.property(scenario, ({ seed, phi, iterations }) => {
        const x = autoregression(seed, phi, 4, iterations);
        const y = ascending(x, (value) => Math.exp(3 * value));
        expect(rhatBulk(y, 4)).toBe(rhatBulk(x, 4));
        expect(essBulk(y, 4)).toBe(essBulk(x, 4));
      }),
      { numRuns: 50 },
    );
  });

  it('and tail ESS do not change when x turns to a + b x, b > 0 a power of two', () => {
    fc.assert(
      fc.property(scenario, ({ seed, phi, iterations }) => {
        const x = autoregression(seed, phi, 4, iterations);
        const y = ascending(x, (value) => 8 * value);
        expect(rhat(y, 4)).toBe(rhat(x, 4));
        expect(essTail(y, 4)).toBe(essTail(x, 4));
      }),
      { numRuns: 50 },
    );
  });

  it('and all the rest do not depend on the order of the chains', () => {
    fc.assert(
      fc.property(scenario, ({ seed, phi, iterations }) => {
        const x = autoregression(seed, phi, 4, iterations);
        const chain = (c: number): number[] => [...x.subarray(c * iterations, (c + 1) * iterations)];
        const permuted = Float64Array.from([2, 0, 3, 1].flatMap(chain));
        const before = convergenceOf(x, 4);
        const after = convergenceOf(permuted, 4);
        for (const key of ['rhat', 'ess_bulk', 'ess_tail', 'mcse_mean'] as const)
          expect(after[key]! / before[key]!).toBeCloseTo(1, 9);
      }),
      { numRuns: 50 },
    );
  });
});
