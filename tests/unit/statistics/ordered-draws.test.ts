import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/math/random.ts';
import { autocovarianceByLag, meanAutocovariance } from '../../../src/statistics/autocovariance.ts';
import { chainsOf } from '../../../src/statistics/chains.ts';
import {
  convergenceOf,
  essBulk,
  essTail,
  orderedDraws,
  rankConvergence,
  rhat,
} from '../../../src/statistics/convergence.ts';
import { inOrder, orderOf } from '../../../src/statistics/order.ts';

/** An autoregressive series: `stay` near 1 makes lags matter far out. */
function series(n: number, stay: number, seed: number): Float64Array {
  const random = randomStream(seed, 0, 0);
  random.seek(0, 0);
  let value = 0;
  return Float64Array.from({ length: n }, () => (value = stay * value + random.normal()));
}

const SHAPES: Readonly<Record<string, (x: Float64Array) => Float64Array>> = {
  normal: (x) => x,
  tied: (x) => x.map((value) => Math.round(2 * value)),
  // Outliers squeeze all other values into one bucket.
  squeezed: (x) => x.map((value, i) => (i % 97 === 0 ? value * 1e12 : value)),
  infinite: (x) => x.map((value, i) => (i === 5 ? Infinity : value)),
  constant: (x) => x.map(() => 3),
};

describe.each(Object.entries(SHAPES))('the order of draws that are %s', (_, shape) => {
  it.each([1, 2, 33, 999])('%i of them is that of a stable sort', (n) => {
    const x = shape(series(n, 0, 8));
    const order = orderOf(x);
    const compare = (a: number, b: number): number => (x[a] < x[b] ? -1 : x[a] > x[b] ? 1 : a - b);
    expect([...order]).toEqual(Array.from(x.keys()).sort(compare));
    expect([...inOrder(x, order)]).toEqual([...x].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  });
});

describe('convergence from one sort', () => {
  it.each([
    [1, 999, 'normal'],
    [1, 60, 'tied'],
    [3, 101, 'normal'],
    [4, 250, 'squeezed'],
  ] as const)('is that of separate functions: %i chains of %i draws, %s', (chains, iterations, shape) => {
    const x = SHAPES[shape](series(chains * iterations, 0.4, 3));
    const together = rankConvergence(orderedDraws(x), chains);
    expect(together).toEqual({
      rhat: rhat(x, chains),
      ess_bulk: essBulk(x, chains),
      ess_tail: essTail(x, chains),
    });
    const { mcse_mean, ...rest } = convergenceOf(x, chains);
    expect(rest).toEqual(together);
    expect(mcse_mean).toBeGreaterThan(0);
  });
});

it('autocovariances lag by lag are those of the transform, at near lags and far ones', () => {
  const x = chainsOf(series(400, 0.95, 6), 2);
  const all = meanAutocovariance(x);
  const byLag = autocovarianceByLag(x);
  for (const lag of [0, 1, 7, 31, 32, 33, 90, 199]) expect(byLag(lag)).toBeCloseTo(all[lag], 11);
});
