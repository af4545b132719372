// Sorting with the permutation kept: buckets by value where they come out small, else a radix sort on the bits.

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;

/** Both words of every number as unsigned integers that ascend with it; −0 counts as 0. */
function sortableWords(x: Float64Array): { low: Uint32Array; high: Uint32Array } {
  const low = new Uint32Array(x.length);
  const high = new Uint32Array(x.length);
  const number = new Float64Array(1);
  const words = new Uint32Array(number.buffer);
  for (let i = 0; i < x.length; i++) {
    number[0] = x[i] + 0;
    const negative = words[1] >>> 31 === 1;
    low[i] = negative ? ~words[0] : words[0];
    high[i] = negative ? ~words[1] : words[1] | 0x80000000;
  }
  return { low, high };
}

/** Stable pass: moves `from` to `to` in ascending order of one digit of their words. */
function sortByDigit(words: Uint32Array, shift: number, from: Uint32Array, to: Uint32Array): void {
  const start = new Uint32Array(DIGITS + 1);
  for (let i = 0; i < words.length; i++) start[((words[i] >>> shift) & (DIGITS - 1)) + 1]++;
  for (let digit = 0; digit < DIGITS; digit++) start[digit + 1] += start[digit];
  for (let i = 0; i < from.length; i++) to[start[(words[from[i]] >>> shift) & (DIGITS - 1)]++] = from[i];
}

function radixOrder(x: Float64Array): Uint32Array {
  const { low, high } = sortableWords(x);
  let order = new Uint32Array(x.length).map((_, i) => i);
  let spare = new Uint32Array(x.length);
  for (const words of [low, high])
    for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
      sortByDigit(words, shift, order, spare);
      [order, spare] = [spare, order];
    }
  return order;
}

/** Values in a bucket beyond which sorting by insertion is slower than by digits: outliers squeeze the rest together. */
const CROWDED = 32;

/** First place of each of `x.length` buckets of equal width, and the bucket of each value; null where one is crowded. */
function bucketsOf(x: Float64Array): { start: Uint32Array; bucket: Uint32Array } | null {
  const n = x.length;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < n; i++) {
    if (x[i] < low) low = x[i];
    if (x[i] > high) high = x[i];
  }
  const scale = (n - 1) / (high - low);
  if (!(scale > 0 && scale < Infinity)) return null;
  const start = new Uint32Array(n + 1);
  const bucket = new Uint32Array(n);
  for (let i = 0; i < n; i++) start[(bucket[i] = Math.trunc((x[i] - low) * scale)) + 1]++;
  for (let b = 0; b < n; b++) {
    if (start[b + 1] > CROWDED) return null;
    start[b + 1] += start[b];
  }
  return { start, bucket };
}

/** Stable, as values move left past greater ones only. */
function insertInPlace(x: Float64Array, order: Uint32Array): void {
  for (let i = 1; i < order.length; i++) {
    const index = order[i];
    const value = x[index];
    let j = i - 1;
    for (; j >= 0 && x[order[j]] > value; j--) order[j + 1] = order[j];
    order[j + 1] = index;
  }
}

/** Indices of `x` in ascending order of its values, equal values in order of index; `x` holds no NaN. */
export function orderOf(x: Float64Array): Uint32Array {
  const buckets = bucketsOf(x);
  if (buckets === null) return radixOrder(x);
  const { start, bucket } = buckets;
  const order = new Uint32Array(x.length);
  for (let i = 0; i < x.length; i++) order[start[bucket[i]]++] = i;
  insertInPlace(x, order);
  return order;
}

/** The values of `x` in the order given. */
export function inOrder(x: Float64Array, order: Uint32Array): Float64Array {
  const sorted = new Float64Array(order.length);
  for (let i = 0; i < order.length; i++) sorted[i] = x[order[i]];
  return sorted;
}
