// E-BFMI and nested R-hat by hand and at their limits.
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/math/random.ts';
import { ebfmi, ebfmiByChain } from '../../../src/statistics/ebfmi.ts';
import { nestedRhat } from '../../../src/statistics/nested-rhat.ts';

function normals(seed: number, count: number): Float64Array {
  const stream = randomStream(seed, 0, 0);
  stream.seek(0, 0);
  return Float64Array.from({ length: count }, () => stream.normal());
}

describe('E-BFMI', () => {
  it('is the ratio of squared steps to squared deviations', () => {
    // Steps 2, −1, 3 give 14; deviations −1.75, 0.25, −0.75, 2.25 give 8.75.
    expect(ebfmi(Float64Array.of(0, 2, 1, 4))).toBeCloseTo(14 / 8.75, 14);
  });

  it('is about 2 of independent energies and 2 (1 − φ) of an autoregression', () => {
    const noise = normals(2, 20000);
    expect(Math.abs(ebfmi(noise) - 2)).toBeLessThan(0.05);
    const walk = noise.slice();
    for (let t = 1; t < walk.length; t++) walk[t] = 0.9 * walk[t - 1] + Math.sqrt(0.19) * noise[t];
    expect(Math.abs(ebfmi(walk) - 0.2)).toBeLessThan(0.03);
  });

  it('is given chain by chain, and is 0 of an energy that never moves', () => {
    expect(ebfmiByChain(Float64Array.of(0, 2, 1, 4, 3, 3, 3, 3), 2)).toEqual([
      ebfmi(Float64Array.of(0, 2, 1, 4)),
      0,
    ]);
  });
});

describe('nested R-hat', () => {
  it('works with one draw a chain', () => {
    // Superchain means 1, 4: variance 4.5; variances 2, 2 within.
    expect(nestedRhat(Float64Array.of(0, 2, 3, 5), 4, 2)).toBeCloseTo(Math.sqrt(1 + 4.5 / 2), 14);
  });

  it('works with one chain a superchain', () => {
    expect(nestedRhat(Float64Array.of(0, 2, 3, 5), 2, 2)).toBeCloseTo(Math.sqrt(1 + 4.5 / 2), 14);
  });

  it('approaches 1 for 128 chains of one distribution, and shows a superchain apart', () => {
    const x = normals(4, 128 * 20);
    expect(nestedRhat(x, 128, 8)).toBeLessThan(1.01);
    expect(
      nestedRhat(
        x.map((value, i) => (i < 320 ? value + 2 : value)),
        128,
        8,
      ),
    ).toBeGreaterThan(1.1);
  });

  it('refuses chains that do not group', () => {
    expect(() => nestedRhat(new Float64Array(30), 10, 3)).toThrow('10 chains do not form 3');
    expect(() => nestedRhat(new Float64Array(30), 10, 1)).toThrow('two at least');
    expect(nestedRhat(new Float64Array(30), 10, 5)).toBeNull();
  });
});
