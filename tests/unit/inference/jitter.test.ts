import { describe, expect, it } from 'vitest';
import { jitteredStep } from '../../../src/inference/jitter.ts';
import { randomStream } from '../../../src/math/random.ts';

describe('a jittered step', () => {
  const random = randomStream(5, 0, 0);
  const steps = Array.from({ length: 4000 }, (_, i) => jitteredStep(random, i + 1, 0.2));

  it('is uniform between half the adapted step and the whole', () => {
    const sorted = [...steps].sort((a, b) => a - b);
    const furthest = Math.max(...sorted.map((step, i) => Math.abs((step - 0.1) / 0.1 - (i + 0.5) / 4000)));
    expect(Math.min(...steps)).toBeGreaterThan(0.1);
    expect(Math.max(...steps)).toBeLessThan(0.2);
    // Kolmogorov's 99.9 % point.
    expect(furthest).toBeLessThan(1.95 / Math.sqrt(4000));
  });

  it('depends on the iteration alone', () => {
    expect(jitteredStep(random, 17, 0.2)).toBe(steps[16]);
  });
});
