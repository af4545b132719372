import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalOfWord, philox, randomStream, seedKey } from '../../../src/math/random.ts';

type Counter = readonly [number, number, number, number];
const ONES = 0xffffffff;

/** Known answers of philox4x32-10 from Random123 1.09 (tests/kat_vectors). */
const VECTORS: readonly (readonly [Counter, readonly [number, number], readonly number[]])[] = [
  [
    [0, 0, 0, 0],
    [0, 0],
    [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8],
  ],
  [
    [ONES, ONES, ONES, ONES],
    [ONES, ONES],
    [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
  ],
  [
    [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
    [0xa4093822, 0x299f31d0],
    [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
  ],
];

describe('philox', () => {
  it.each(VECTORS)('encrypts %j under %j as published', (counter, key, expected) => {
    const out = new Uint32Array(4);
    philox(counter, key, out);
    expect([...out]).toEqual(expected);
  });

  it('multiplies every pair of words as 64-bit integers do', () => {
    const word = fc.integer({ min: 0, max: ONES });
    fc.assert(
      fc.property(fc.tuple(word, word, word, word), fc.tuple(word, word), (counter, key) => {
        const out = new Uint32Array(4);
        philox(counter, key, out);
        expect([...out]).toEqual(bigPhilox(counter, key));
      }),
    );
  });
});

/** The same rounds on arbitrary-precision integers. */
function bigPhilox(counter: Counter, key: readonly [number, number]): number[] {
  let c = counter.map(BigInt);
  let [k0, k1] = key.map(BigInt);
  const low = (value: bigint) => value & 0xffffffffn;
  for (let round = 0; round < 10; round++) {
    const first = 0xd2511f53n * c[0];
    const second = 0xcd9e8d57n * c[2];
    c = [(second >> 32n) ^ c[1] ^ k0, low(second), (first >> 32n) ^ c[3] ^ k1, low(first)];
    k0 = low(k0 + 0x9e3779b9n);
    k1 = low(k1 + 0xbb67ae85n);
  }
  return c.map(Number);
}

describe('a stream', () => {
  it('is the generator at the counter that its documentation states', () => {
    const random = randomStream(2 ** 40 + 7, 3, 5);
    random.seek(11, 2, 6);
    const out = new Uint32Array(4);
    philox([1, 2 + 256 * 5, 11, 3], [7, 256], out);
    expect([random.word(), random.word()]).toEqual([out[2], out[3]]);
    philox([2, 2 + 256 * 5, 11, 3], [7, 256], out);
    expect(random.word()).toBe(out[0]);
  });

  it('gives the same words from any place, in any order', () => {
    const place = fc.record({
      iteration: fc.nat(1e6),
      site: fc.nat(255),
      word: fc.nat(40),
      count: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 6 }), (visits) => {
        const random = randomStream(9, 1, 2);
        for (const { iteration, site, word, count } of visits) {
          random.seek(iteration, site);
          const whole = Array.from({ length: word + count }, () => random.word());
          random.seek(iteration + 1, site);
          random.word();
          random.seek(iteration, site, word);
          expect(Array.from({ length: count }, () => random.word())).toEqual(whole.slice(word));
        }
      }),
    );
  });

  it('stands at the start of its own chain before it is moved', () => {
    const moved = randomStream(3, 1, 7);
    moved.seek(0, 0);
    const words = [moved.word(), moved.word()];
    const fresh = randomStream(3, 1, 7);
    expect([fresh.word(), fresh.word()]).toEqual(words);
    expect(randomStream(3, 1, 8).word()).not.toBe(words[0]);
  });

  it('differs by seed, task, chain, iteration and site', () => {
    const first = (seed: number, task: number, chain: number, iteration: number, site: number) => {
      const random = randomStream(seed, task, chain);
      random.seek(iteration, site);
      return random.word();
    };
    const words = [
      [1, 0, 0, 0, 0],
      [2, 0, 0, 0, 0],
      [2 ** 32 + 1, 0, 0, 0, 0],
      [1, 1, 0, 0, 0],
      [1, 0, 1, 0, 0],
      [1, 0, 0, 1, 0],
      [1, 0, 0, 0, 1],
    ].map(([seed, task, chain, iteration, site]) => first(seed, task, chain, iteration, site));
    expect(new Set(words).size).toBe(words.length);
  });

  it.each([-1, 0.5, 2 ** 53, NaN])('refuses seed %d', (seed) =>
    expect(() => seedKey(seed)).toThrow(/needed an integer in 0 … 2\^53 - 1/),
  );
});

describe('deviates', () => {
  const N = 200_000;
  const draw = (next: 'uniform' | 'uniform53' | 'normal') => {
    const random = randomStream(1, 0, 0);
    random.seek(0, 0);
    return Array.from({ length: N }, () => random[next]());
  };
  const moment = (values: readonly number[], power: number) =>
    values.reduce((sum, value) => sum + value ** power, 0) / N;

  it('are normal: four moments within 4.5 standard errors', () => {
    const z = draw('normal');
    const bound = (variance: number) => 4.5 * Math.sqrt(variance / N);
    expect(Math.abs(moment(z, 1))).toBeLessThan(bound(1));
    expect(Math.abs(moment(z, 2) - 1)).toBeLessThan(bound(2));
    expect(Math.abs(moment(z, 3))).toBeLessThan(bound(15));
    expect(Math.abs(moment(z, 4) - 3)).toBeLessThan(bound(96));
  });

  it('are uncorrelated from one to the next', () => {
    const z = draw('normal');
    const product = z.slice(1).reduce((sum, value, i) => sum + value * z[i], 0) / (N - 1);
    expect(Math.abs(product)).toBeLessThan(4.5 / Math.sqrt(N));
  });

  it.each(['uniform', 'uniform53'] as const)('%s fills (0, 1) evenly', (next) => {
    const u = draw(next);
    expect(u.every((value) => value > 0 && value < 1)).toBe(true);
    const bins = new Array<number>(100).fill(0);
    for (const value of u) bins[Math.floor(100 * value)] += 1;
    const chiSquare = bins.reduce((sum, count) => sum + (count - N / 100) ** 2 / (N / 100), 0);
    expect(chiSquare).toBeLessThan(99 + 4.5 * Math.sqrt(2 * 99));
    expect(chiSquare).toBeGreaterThan(99 - 4.5 * Math.sqrt(2 * 99));
  });

  it('have mirrored tails at mirrored words', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: ONES }), (word) => {
        expect(normalOfWord(ONES - word)).toBe(-normalOfWord(word));
      }),
    );
    expect(normalOfWord(0)).toBeCloseTo(-6.33795775, 7);
  });
});
