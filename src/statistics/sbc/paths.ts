// Exact probabilities that counts over cells stay between limits, whatever the cells' probabilities.
//
// A sample of fixed size is a Poisson sample given its total, so both recursions convolve with Poisson counts.
import { poissonTable } from './discrete.ts';

/** Smallest and largest count allowed, both included. */
export interface CountLimits {
  readonly lower: Int32Array;
  readonly upper: Int32Array;
}

/** Probabilities of the totals `low`, `low` + 1, …, jointly with all limits so far. */
interface Window {
  readonly low: number;
  readonly weights: Float64Array;
}

/** Carries a window over one cell that receives least … most samples, to totals low … high. */
function cross(
  from: Window,
  counts: Float64Array,
  [least, most]: readonly [number, number],
  [low, high]: readonly [number, number],
): Window {
  const weights = new Float64Array(Math.max(0, high - low + 1));
  for (let i = 0; i < weights.length; i++) {
    const offset = low + i - from.low;
    const first = Math.max(0, offset - most);
    const last = Math.min(from.weights.length - 1, offset - least);
    let sum = 0;
    for (let k = first; k <= last; k++) sum += from.weights[k] * counts[offset - k];
    weights[i] = sum;
  }
  return { low, weights };
}

const START: Window = { low: 0, weights: Float64Array.of(1) };

const givenTotal = (end: Window, size: number): number =>
  end.weights.length === 1 ? end.weights[0] / poissonTable(size, size)[size] : 0;

/**
 * P(lower[j] ≤ samples in the first j cells ≤ upper[j] at every boundary j = 0 … cells) for `size` independent
 * samples; both limits are `size` at the last boundary. Equals the recursion with binomial transitions (Säilynoja,
 * Bürkner & Vehtari 2022) to rounding, about 1e-12.
 */
export function insideProbability(size: number, cells: Float64Array, { lower, upper }: CountLimits): number {
  let window = START;
  let counts: Float64Array = new Float64Array(0);
  for (let j = 0; j < cells.length; j++) {
    const most = upper[j + 1] - lower[j];
    if (most < 0) return 0;
    if (j === 0 || cells[j] !== cells[j - 1] || counts.length <= most)
      counts = poissonTable(size * cells[j], most);
    window = cross(window, counts, [0, most], [lower[j + 1], upper[j + 1]]);
  }
  return givenTotal(window, size);
}

/** P(lower[j] ≤ samples in cell j ≤ upper[j] in every cell) for `size` independent samples. */
export function cellsInsideProbability(
  size: number,
  cells: Float64Array,
  { lower, upper }: CountLimits,
): number {
  let window = START;
  let [leastLeft, mostLeft] = [lower, upper].map((limit) => limit.reduce((sum, count) => sum + count, 0));
  for (let j = 0; j < cells.length; j++) {
    leastLeft -= lower[j];
    mostLeft -= upper[j];
    const low = Math.max(window.low + lower[j], size - mostLeft);
    const high = Math.min(window.low + window.weights.length - 1 + upper[j], size - leastLeft);
    const counts = poissonTable(size * cells[j], upper[j]);
    window = cross(window, counts, [lower[j], upper[j]], [low, high]);
  }
  return givenTotal(window, size);
}
