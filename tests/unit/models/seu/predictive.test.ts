import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { menuBlock } from '../../../../src/models/seu/data.ts';
import {
  drawChoice,
  menuProbabilities,
  predictiveStatistics,
} from '../../../../src/models/seu/predictive.ts';

const eta = Float64Array.of(0.1, 0.5, 0.55, 0.9);
const alpha = 2.5;
const menus = [
  [0, 1],
  [1, 2, 3],
  [0, 3],
];
const chosen = [0, 1, 1];
const block = menuBlock(menus, chosen);

/** Choice probabilities by the definition. */
const softmax = (menu: readonly number[]): number[] => {
  const weights = menu.map((item) => Math.exp(alpha * eta[item]));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
};

type Statistics = [number, number, number];

const statistics = (choices: readonly number[]): Statistics => {
  const p = menus.map(softmax);
  const picked = choices.map((choice, m) => p[m][choice]);
  return [
    picked.reduce((sum, value) => sum + Math.log(value), 0),
    picked.filter((value, m) => value >= Math.max(...p[m]) - 1e-9).length,
    picked.reduce((sum, value) => sum + value, 0),
  ];
};

/** Exact P(T of a replicate ≥ T of the data), by listing every replicate. */
function exact(): Statistics {
  const observed = statistics(chosen);
  const p = menus.map(softmax);
  const totals: Statistics = [0, 0, 0];
  for (const a of [0, 1])
    for (const b of [0, 1, 2])
      for (const c of [0, 1]) {
        const probability = p[0][a] * p[1][b] * p[2][c];
        statistics([a, b, c]).forEach((value, i) => {
          if (value >= observed[i] - 1e-12) totals[i] += probability;
        });
      }
  return totals;
}

describe('predictive statistics', () => {
  it('of the data are their definitions', () => {
    const sums = new Float64Array(6);
    const { observed } = predictiveStatistics(block, alpha, eta, randomStream(1, 0, 0), sums);
    const expected = statistics(chosen);
    expect(observed[0]).toBeCloseTo(expected[0], 13);
    expect(observed[1]).toBe(1);
    expect(observed[2]).toBeCloseTo(expected[2], 13);
    expect(sums[0] + sums[2] + sums[4]).toBeCloseTo(expected[0], 13);
    expect(sums[1] + sums[3] + sums[5]).toBeCloseTo(expected[2], 13);
  });

  it('have the p-values that listing every replicate gives', () => {
    const N = 40_000;
    const random = randomStream(1, 0, 0);
    const hits: Statistics = [0, 0, 0];
    for (let draw = 0; draw < N; draw++) {
      random.seek(draw, 8);
      const { observed, replicated } = predictiveStatistics(block, alpha, eta, random, new Float64Array(6));
      observed.forEach((value, i) => (hits[i] += replicated[i] >= value ? 1 : 0));
    }
    exact().forEach((p, i) => {
      expect(p).toBeGreaterThan(0.3);
      expect(p).toBeLessThan(0.999);
      expect(Math.abs(hits[i] / N - p)).toBeLessThan(4.5 * Math.sqrt((p * (1 - p)) / N));
    });
  });

  it('call every choice modal where all alternatives are worth the same', () => {
    const { observed, replicated } = predictiveStatistics(
      block,
      9,
      Float64Array.of(1, 1, 1, 1),
      randomStream(1, 0, 0),
      new Float64Array(6),
    );
    expect([observed[1], replicated[1]]).toEqual([3, 3]);
    expect(replicated[0]).toBe(observed[0]);
  });

  it('stay finite where a choice is all but impossible', () => {
    expect([...menuProbabilities(block, 0, 5000, eta)]).toEqual([0, 1]);
    const p = menuProbabilities(block, 1, 1e-9, eta);
    p.forEach((value) => expect(value).toBeCloseTo(1 / 3, 8));
  });
});

describe('drawChoice', () => {
  it.each([
    [0, 0],
    [0.1999, 0],
    [0.2, 1],
    [0.4999, 1],
    [0.5, 2],
    [0.9999999, 2],
  ])('of (.2, .3, .5) at %d is %i', (uniform, choice) =>
    expect(drawChoice(Float64Array.of(0.2, 0.3, 0.5), uniform)).toBe(choice),
  );
});
