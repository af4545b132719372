// Random draws that any program can repeat: published intervals of belief analyses come with their seed.
import { quantiles } from '../quantile.ts';

/** Seed of the belief paper (A.3), and of every portable draw unless told otherwise. */
export const PORTABLE_SEED = 20260811;

const TWO_32 = 4294967296;
const INCREMENT = 0x6d2b79f5;

/** The next uniform in [0, 1): 32 bits of mulberry32 (Ettinger 2017) over 2³². */
export type PortableStream = () => number;

/** The stream of a seed from its number `skip` on, counted from 0: no draw needs the ones before it. */
export function portableStream(seed: number, skip = 0): PortableStream {
  let state = (seed + Math.imul(INCREMENT, skip % TWO_32)) >>> 0;
  return () => {
    state = (state + INCREMENT) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / TWO_32;
  };
}

/** Fills `indices` with draws from 0 … n − 1: ⌊u n⌋ of successive uniforms. */
export function fillIndices(indices: Int32Array, n: number, stream: PortableStream): void {
  for (let i = 0; i < indices.length; i++) indices[i] = Math.floor(stream() * n);
}

/** Shuffles in place, from the last entry down (Fisher and Yates). */
export function shuffle(values: Int32Array | Float64Array, stream: PortableStream): void {
  for (let i = values.length - 1; i > 0; i--) {
    const j = Math.floor(stream() * (i + 1));
    const kept = values[i];
    values[i] = values[j];
    values[j] = kept;
  }
}

/** A random order of 0 … n − 1. */
export function portableOrder(n: number, seed: number = PORTABLE_SEED): Int32Array {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  shuffle(order, portableStream(seed));
  return order;
}

export interface ResampleSettings {
  readonly resamples: number;
  readonly seed?: number;
}

/** `resamples` values of a statistic of `n` indices drawn from 0 … n − 1; the array is overwritten by the next draw. */
export function resampled(
  n: number,
  { resamples, seed = PORTABLE_SEED }: ResampleSettings,
  statistic: (indices: Int32Array) => number,
): Float64Array {
  const stream = portableStream(seed);
  const indices = new Int32Array(n);
  return Float64Array.from({ length: resamples }, () => {
    fillIndices(indices, n, stream);
    return statistic(indices);
  });
}

/** Lower and upper end of a percentile interval. */
export type Ends = readonly [number, number];

/** The central 95 % of resampled values (type-7 quantiles); values that are not a number are left out. */
export function percentileEnds(values: Float64Array): Ends {
  const [lower, upper] = quantiles(
    values.filter((value) => !Number.isNaN(value)),
    [0.025, 0.975],
  );
  return [lower, upper];
}
