// Sorting with the permutation kept: a radix sort on the bits of the numbers, several times faster than comparing.

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

/** Indices of `x` in ascending order of its values, equal values in order of index; `x` holds no NaN. */
export function orderOf(x: Float64Array): Uint32Array {
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
