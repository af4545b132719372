// Puts predictions in order: values that spread over their range are nearly sorted by where in it they lie.

/** Moves a value, on average, beyond which the values are too bunched for buckets. */
const MOST_MOVES = 8;

/** Sorts by insertion; gives up, with the values still all there, after a number of moves. */
function insert(values: Float64Array, most: number): boolean {
  let moves = 0;
  for (let i = 1; i < values.length; i++) {
    const value = values[i];
    let j = i - 1;
    while (j >= 0 && values[j] > value) {
      values[j + 1] = values[j];
      j -= 1;
    }
    values[j + 1] = value;
    moves += i - 1 - j;
    if (moves > most) return false;
  }
  return true;
}

/** Writes `values`, which are finite, in ascending order into `into`, of the same length. */
export type Sorter = (values: Float64Array, into: Float64Array) => void;

/** Sorts up to `size` values in linear time where they spread over their range, in n log n where they do not. */
export function sorterFor(size: number): Sorter {
  const ends = new Uint32Array(size + 1);
  const buckets = new Uint32Array(size);

  /** Scatters the values into as many buckets of equal width as there are values. */
  function scatter(values: Float64Array, low: number, scale: number, into: Float64Array): void {
    const n = values.length;
    ends.fill(0, 0, n + 1);
    for (let i = 0; i < n; i++) {
      const bucket = ((values[i] - low) * scale) | 0;
      buckets[i] = bucket;
      ends[bucket + 1] += 1;
    }
    for (let b = 1; b <= n; b++) ends[b] += ends[b - 1];
    for (let i = 0; i < n; i++) into[ends[buckets[i]]++] = values[i];
  }

  return (values, into) => {
    const n = values.length;
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < n; i++) {
      const value = values[i];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    const scale = (n - 1) / (high - low);
    if (scale > 0 && scale < Infinity) scatter(values, low, scale, into);
    else into.set(values);
    if (!insert(into, MOST_MOVES * n)) into.sort();
  };
}
