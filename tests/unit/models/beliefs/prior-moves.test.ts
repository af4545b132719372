import { describe, expect, it } from 'vitest';
import { randomStream, type RandomStream } from '../../../../src/math/random.ts';
import { beliefModel } from '../../../../src/models/beliefs/model.ts';
import { priorMoves } from '../../../../src/models/beliefs/prior-moves.ts';
import { PROPER_PRIORS } from '../../../../src/models/beliefs/priors.ts';
import { beliefSampling } from '../../../../src/models/beliefs/sampling.ts';
import { drawTheta, simulateCell } from '../../../../src/models/beliefs/truth.ts';

const OUTPUTS = [
  { prompt: 'probability', family: 'probability' },
  { prompt: 'likert', family: 'ordinal', categories: 4 },
  { prompt: 'threshold', family: 'decision', framing: 'threshold', threshold: 0.2 },
] as const;
const model = beliefModel('linear', OUTPUTS);
const moves = priorMoves(model, PROPER_PRIORS);
const PAIRS = 8000;
/** One after another they add up what a move does wrong, and stay reversible where it is. */
const TIMES = 4;

/** Uniforms of nearly 0 leave the noise its whole share. */
const loud = (random: RandomStream): RandomStream => ({ ...random, uniform: () => 1e-6 });

/** Pairs of a draw from the prior and what a move makes of it. */
function pairsOf(
  move: (typeof moves)[number],
  seed: number,
  heard: typeof loud,
): (readonly [Float64Array, Float64Array])[] {
  const random = randomStream(seed, 0, 0);
  return Array.from({ length: PAIRS }, () => {
    const before = drawTheta(model, PROPER_PRIORS, random);
    const after = before.slice();
    for (let k = 0; k < TIMES; k++) move(after, heard(random));
    return [before, after] as const;
  });
}

const BOUND = 4.5;

/** How many of its standard errors the mean of the values is from 0. */
function errorsFromZero(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return square === 0 ? 0 : Math.abs(mean) / Math.sqrt(square / values.length);
}

describe.each(moves.map((move, k) => [k, move] as const))('move %i', (k, move) => {
  const pairs = pairsOf(move, 100 + k, (random) => random);
  const changed = [...pairs[0][0].keys()].filter((i) =>
    pairs.some(([before, after]) => before[i] !== after[i]),
  );

  it('changes something, and keeps what a prior has', () => {
    expect(changed.length).toBeGreaterThan(0);
    const level = ([, after]: (typeof pairs)[number]): number =>
      Math.abs(after.subarray(0, 7).reduce((sum, value) => sum + value, 0));
    expect(Math.max(...pairs.map(level))).toBeLessThan(1e-9);
    const bounded = model.layout.blocks.filter(({ role }) => ['phi', 'slope', 'cutpoint-gap'].includes(role));
    for (const { offset, size, floor } of bounded)
      expect(pairs.every(([, after]) => after.subarray(offset, offset + size).every((x) => x > floor))).toBe(
        true,
      );
  });

  it.each([
    ['as it is', pairs],
    ['with noise alone', pairsOf(move, 200 + k, loud)],
  ])('leaves the prior as it is, and is reversible, %s', (_, pairs) => {
    const scale = (i: number): ((theta: Float64Array) => number) =>
      model.layout.blocks.some(({ role, offset }) => role === 'phi' && offset === i)
        ? (theta) => Math.log(theta[i] - 2)
        : (theta) => theta[i];
    for (const i of changed) {
      const of = scale(i);
      for (const power of [1, 2, 3])
        expect(errorsFromZero(pairs.map(([a, b]) => of(b) ** power - of(a) ** power))).toBeLessThan(BOUND);
      for (const j of changed) {
        const other = scale(j);
        const flow = pairs.map(([a, b]) => of(a) * other(b) ** 2 - of(b) * other(a) ** 2);
        expect(errorsFromZero(flow)).toBeLessThan(BOUND);
      }
    }
  });
});

it('finds an output of one answer alone as wide as its prior within a hundred iterations', () => {
  const random = randomStream(5, 0, 0);
  const theta = drawTheta(model, PROPER_PRIORS, random);
  const alpha = model.layout.blocks.find(({ name }) => name === 'threshold.alpha')!.offset;
  theta[alpha] = 60;
  const cell = simulateCell(model, theta, 30, random);
  const sampling = beliefSampling({ name: 'linear', priors: PROPER_PRIORS, clip: 1e-4 }, cell);
  const position = new Float64Array(sampling.dimension);
  const seen = new Set<number>();
  for (let iteration = 1; iteration <= 100; iteration++) {
    const before = position.slice();
    expect(sampling.refresh!(position, random, iteration)).toBe(
      before.some((value, i) => value !== position[i]),
    );
    seen.add(position[sampling.dimension - 1]);
  }
  expect(seen.size).toBeGreaterThan(20);
});

it('depends on the stream and the iteration alone', () => {
  const random = randomStream(5, 0, 0);
  const cell = simulateCell(model, drawTheta(model, PROPER_PRIORS, random), 30, random);
  const { dimension, refresh } = beliefSampling({ name: 'linear', priors: PROPER_PRIORS, clip: 1e-4 }, cell);
  const [a, b] = [new Float64Array(dimension), new Float64Array(dimension)];
  for (let iteration = 1; iteration <= 5; iteration++) refresh!(a, randomStream(9, 1, 0), iteration);
  const stream = randomStream(9, 1, 0);
  for (let iteration = 1; iteration <= 5; iteration++) {
    stream.word();
    refresh!(b, stream, iteration);
  }
  expect(b).toEqual(a);
});
