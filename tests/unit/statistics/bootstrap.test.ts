// The percentile bootstrap: its own resamples, the normal theory of a mean, and pairing.
import { describe, expect, it } from 'vitest';
import { randomStream, type RandomStream } from '../../../src/math/random.ts';
import { bootstrapInterval, resample } from '../../../src/statistics/bootstrap.ts';
import { mean, sd } from '../../../src/statistics/moments.ts';

const streamAt = (seed: number): RandomStream => {
  const stream = randomStream(seed, 0, 0);
  stream.seek(0, 0);
  return stream;
};

const values = (() => {
  const stream = streamAt(1);
  return Float64Array.from({ length: 100 }, () => stream.normal());
})();
const meanOf = (indices: Int32Array): number => mean(Float64Array.from(indices, (i) => values[i]));

describe('bootstrap over iterations', () => {
  it('draws every iteration evenly, with replacement', () => {
    const stream = streamAt(2);
    const counts = new Float64Array(10);
    const indices = new Int32Array(10);
    for (let b = 0; b < 2000; b++) {
      resample(indices, stream);
      for (const index of indices) counts[index]++;
    }
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(4 * Math.sqrt(20_000 * 0.09));
    expect(new Set(indices).size).toBeLessThan(10);
  });

  it('has the width of normal theory for a mean', () => {
    const { estimate, lower, upper } = bootstrapInterval(100, meanOf, streamAt(3), { resamples: 4000 });
    const error = (sd(values) * Math.sqrt(0.99)) / 10;
    expect(estimate).toBe(mean(values));
    expect((upper - lower) / (2 * 1.6449 * error)).toBeCloseTo(1, 1);
    expect(lower).toBeLessThan(estimate);
    expect(upper).toBeGreaterThan(estimate);
  });

  it('is the same for the same stream, wider at a higher level', () => {
    const run = (level: number) => bootstrapInterval(100, meanOf, streamAt(4), { resamples: 500, level });
    expect(run(0.9)).toEqual(run(0.9));
    expect(run(0.99).upper).toBeGreaterThan(run(0.9).upper);
    expect(run(0.9)).toMatchObject({ level: 0.9, resamples: 500 });
  });

  it('refuses nothing to draw from', () => {
    expect(() => bootstrapInterval(0, () => 0, streamAt(1))).toThrow('0 iterations');
    expect(() => bootstrapInterval(3, () => 0, streamAt(1), { level: 1 })).toThrow('level 1');
  });
});
