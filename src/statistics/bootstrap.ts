// The percentile bootstrap over the iterations of a simulation study.
import type { RandomStream } from '../math/random.ts';
import { quantiles } from './quantile.ts';

export interface BootstrapInterval {
  /** The statistic of the iterations as they are. */
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  readonly level: number;
  readonly resamples: number;
}

/** Fills `indices` with iterations drawn with replacement. */
export function resample(indices: Int32Array, stream: RandomStream): void {
  for (let i = 0; i < indices.length; i++) indices[i] = Math.floor(stream.uniform() * indices.length);
}

export interface BootstrapOptions {
  readonly resamples?: number;
  readonly level?: number;
}

/**
 * Percentile interval of a statistic of `iterations` paired rows: iterations are drawn with replacement, the statistic
 * is taken of their indices, and the central `level` of the resampled values (type-7 quantiles) is the interval: 90 %
 * of 10,000 resamples unless told. `stream` must stand at a site of its own.
 */
export function bootstrapInterval(
  iterations: number,
  statistic: (indices: Int32Array) => number,
  stream: RandomStream,
  { resamples = 10_000, level = 0.9 }: BootstrapOptions = {},
): BootstrapInterval {
  if (!(iterations >= 1)) throw new RangeError(`bootstrap over ${iterations} iterations: needed at least 1`);
  if (!(level > 0 && level < 1)) throw new RangeError(`level ${level} of a bootstrap is not within 0 … 1`);
  const indices = new Int32Array(iterations).map((_, i) => i);
  const estimate = statistic(indices);
  const values = new Float64Array(resamples);
  for (let b = 0; b < resamples; b++) {
    resample(indices, stream);
    values[b] = statistic(indices);
  }
  const [lower, upper] = quantiles(values, [(1 - level) / 2, (1 + level) / 2]);
  return { estimate, lower, upper, level, resamples };
}
