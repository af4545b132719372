// Counter-based random numbers: any number of any stream without the ones before it, the same bits on every engine.
//
// Philox4x32-10 of Salmon, Moraes, Dror and Shaw (SC 2011). Its twin is shaders/common/random.wesl.
import { normalQuantile } from './normal.ts';

const MULTIPLIER_0 = 0xd2511f53;
const MULTIPLIER_1 = 0xcd9e8d57;
const WEYL_0 = 0x9e3779b9;
const WEYL_1 = 0xbb67ae85;
const ROUNDS = 10;
const TWO_32 = 4294967296;

/** High word of the 64-bit product of two unsigned 32-bit integers. */
function multiplyHigh(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const cross = aLow * bHigh + (middle & 0xffff);
  // Neither sum exceeds 2³² − 1: 65535² + 65535 is the most.
  return (aHigh * bHigh + (middle >>> 16) + (cross >>> 16)) >>> 0;
}

/** Encrypts a counter of four words under a key of two; writes four words into `out`. */
export function philox(
  counter: readonly [number, number, number, number],
  key: readonly [number, number],
  out: Uint32Array,
): void {
  let [c0, c1, c2, c3] = counter;
  let [k0, k1] = key;
  for (let round = 0; round < ROUNDS; round++) {
    const high0 = multiplyHigh(MULTIPLIER_0, c0);
    const low0 = Math.imul(MULTIPLIER_0, c0);
    const high1 = multiplyHigh(MULTIPLIER_1, c2);
    const low1 = Math.imul(MULTIPLIER_1, c2);
    c0 = (high1 ^ c1 ^ k0) >>> 0;
    c1 = low1 >>> 0;
    c2 = (high0 ^ c3 ^ k1) >>> 0;
    c3 = low0 >>> 0;
    k0 = (k0 + WEYL_0) >>> 0;
    k1 = (k1 + WEYL_1) >>> 0;
  }
  out[0] = c0;
  out[1] = c1;
  out[2] = c2;
  out[3] = c3;
}

/** Key words of a seed in 0 … 2⁵³ − 1. */
export function seedKey(seed: number): readonly [number, number] {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new Error(`seed ${seed}: needed an integer in 0 … 2^53 - 1`);
  return [seed >>> 0, Math.floor(seed / TWO_32)];
}

/** Numbers of one (seed, task, chain), read in order from any (iteration, site). */
export interface RandomStream {
  /** Moves to the first word of a site; `word` 0 unless told. Sites are listed in sites.ts. */
  seek(iteration: number, site: number, word?: number): void;
  /** The next 32-bit word. */
  word(): number;
  /** The next word as a uniform in (0, 1): (w + ½) / 2³². */
  uniform(): number;
  /** A uniform in (0, 1) with 53 bits, from two words. */
  uniform53(): number;
  /** The next word as a standard normal deviate, by the inverse distribution function. */
  normal(): number;
}

/**
 * Word i of a site is word i mod 4 of the block with counter (⌊i / 4⌋, site + 256 · chain, iteration, task). It stands at
 * iteration 0, site 0 of its chain until it is moved.
 */
export function randomStream(seed: number, task: number, chain: number): RandomStream {
  const key = seedKey(seed);
  const block = new Uint32Array(4);
  let iteration = 0;
  let lane = (256 * chain) >>> 0;
  let index = 0;
  const word = (): number => {
    if ((index & 3) === 0) philox([index >>> 2, lane, iteration, task], key, block);
    return block[index++ & 3];
  };
  return {
    seek(nextIteration, site, first = 0) {
      iteration = nextIteration;
      lane = (site + 256 * chain) >>> 0;
      index = first;
      if ((index & 3) !== 0) philox([index >>> 2, lane, iteration, task], key, block);
    },
    word,
    uniform: () => (word() + 0.5) / TWO_32,
    uniform53() {
      const high = word() >>> 5;
      const low = word() >>> 6;
      return (high * 67108864 + low + 0.5) / 9007199254740992;
    },
    normal: () => normalOfWord(word()),
  };
}

/** Standard normal deviate of a 32-bit word: Φ⁻¹((w + ½) / 2³²), exact to rounding in both tails. */
export const normalOfWord = (word: number): number => normalQuantile((word + 0.5 - 2147483648) / TWO_32);
