import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { benjaminiHochberg } from '../../../../src/statistics/false-discovery.ts';
import { rejects } from '../../../../src/statistics/portability/level.ts';
import { placeAmong } from '../../../../src/statistics/portability/permutation.ts';

describe('a test of size .05', () => {
  it('rejects at .05 and below, and not without a p', () => {
    expect([0.05, 0.049, 0.0501, 1, null].map(rejects)).toEqual([true, true, false, false, false]);
  });

  it('rejects a p that is .05 but for rounding', () => {
    // r of m cells with p = r / 20m: m p / r = 1 / 20.
    const values = Array.from({ length: 40 }, (_, m) =>
      Array.from(
        { length: m + 1 },
        (__, r) =>
          benjaminiHochberg([...Array(r + 1).fill((r + 1) / (20 * (m + 1))), ...Array(m - r).fill(1)])[0],
      ),
    ).flat();
    expect(values.some((p) => p > 0.05)).toBe(true);
    expect(values.every(rejects)).toBe(true);
  });

  it('rejects one in twenty under the null where permutations are as few as can be', () => {
    const random = randomStream(11, 0, 0);
    let found = 0;
    const studies = 4000;
    for (let i = 0; i < studies; i++) {
      const permuted = Array.from({ length: 19 }, () => random.uniform());
      if (rejects(placeAmong(random.uniform(), permuted, 0).p)) found += 1;
    }
    // 200 expected, sd 13.8.
    expect(Math.abs(found - 200)).toBeLessThan(50);
  });
});
