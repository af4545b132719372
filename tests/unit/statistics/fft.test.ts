// The transform against its defining sum, and autocovariance against its own.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanAutocovariance } from '../../../src/statistics/autocovariance.ts';
import { chainMeans, chainsOf, oneChain } from '../../../src/statistics/chains.ts';
import { powerOfTwoAtLeast, transformOf } from '../../../src/statistics/fft.ts';

const numbers = (length: number) =>
  fc.array(fc.double({ noNaN: true, min: -1, max: 1 }), { minLength: length, maxLength: length });

function definingSum(real: number[], imaginary: number[]): { real: number[]; imaginary: number[] } {
  const n = real.length;
  const term = (k: number, sine: number[], cosine: number[], sign: number): number =>
    real.reduce((sum, _, t) => {
      const angle = (2 * Math.PI * ((k * t) % n)) / n;
      return sum + cosine[t] * Math.cos(angle) + sign * sine[t] * Math.sin(angle);
    }, 0);
  return {
    real: real.map((_, k) => term(k, imaginary, real, 1)),
    imaginary: real.map((_, k) => term(k, real, imaginary, -1)),
  };
}

describe('radix-2 transform', () => {
  it.each([1, 2, 4, 8, 64])('of length %i equals the defining sum', (size) => {
    const transform = transformOf(size);
    fc.assert(
      fc.property(numbers(size), numbers(size), (re, im) => {
        const real = Float64Array.from(re);
        const imaginary = Float64Array.from(im);
        transform(real, imaginary);
        const wanted = definingSum(re, im);
        wanted.real.forEach((value, k) => expect(real[k]).toBeCloseTo(value, 12));
        wanted.imaginary.forEach((value, k) => expect(imaginary[k]).toBeCloseTo(value, 12));
      }),
      { numRuns: 20 },
    );
  });

  it('of a tone is one line, at a length of 65,536', () => {
    const size = 65536;
    const tone = (part: (angle: number) => number): Float64Array =>
      Float64Array.from({ length: size }, (_, t) => part((2 * Math.PI * ((12345 * t) % size)) / size));
    const real = tone(Math.cos);
    const imaginary = tone(Math.sin);
    transformOf(size)(real, imaginary);
    real[12345] -= size;
    const stray = real.reduce((most, value, k) => Math.max(most, Math.abs(value), Math.abs(imaginary[k])), 0);
    expect(stray / size).toBeLessThan(2e-15);
  });

  it('refuses other lengths', () => {
    expect(powerOfTwoAtLeast(1000)).toBe(1024);
    expect(powerOfTwoAtLeast(1024)).toBe(1024);
    expect(() => transformOf(12)).toThrow('not 12');
    expect(() => transformOf(0)).toThrow('not 0');
  });
});

function lagSum(x: Float64Array, centre: number, lag: number): number {
  let sum = 0;
  for (let t = 0; t + lag < x.length; t++) sum += (x[t] - centre) * (x[t + lag] - centre);
  return sum / x.length;
}

describe('mean autocovariance', () => {
  it.each([1, 2, 3])('of %i chains is the average of the lagged sums', (chains) => {
    fc.assert(
      fc.property(numbers(11 * chains), (values) => {
        const x = chainsOf(Float64Array.from(values), chains);
        const means = chainMeans(x);
        meanAutocovariance(x).forEach((value, lag) => {
          const sums = Array.from(means, (centre, chain) => lagSum(oneChain(x, chain), centre, lag));
          expect(value).toBeCloseTo(sums.reduce((a, b) => a + b) / chains, 12);
        });
      }),
      { numRuns: 30 },
    );
  });
});
