import { describe, expect, it } from 'vitest';
import { initialPoint, kineticEnergy, leapfrog, pointAt } from '../../../src/inference/chain.ts';
import { randomStream } from '../../../src/math/random.ts';
import type { Target } from '../../../src/models/target.ts';
import { autoregressiveTarget, logGammaTarget, normalTarget } from './targets.ts';

/** A pendulum: not quadratic, so that no cancellation is special. */
const pendulum: Target = {
  dimension: 1,
  logDensity(q, gradient) {
    gradient[0] = -Math.sin(q[0]);
    return Math.cos(q[0]);
  },
};

const systems: readonly (readonly [string, Target])[] = [
  ['oscillators', normalTarget([0.5, 1, 3])],
  ['coupled oscillators', autoregressiveTarget(5, 0.7)],
  ['a pendulum', pendulum],
  ['a skewed well', logGammaTarget(2)],
];

interface Trajectory {
  readonly position: Float64Array;
  readonly momentum: Float64Array;
  /** Largest |energy − energy at the start| on the way. */
  readonly error: number;
}

function travel(
  target: Target,
  start: Float64Array,
  kick: Float64Array,
  step: number,
  steps: number,
): Trajectory {
  const { position, gradient, lp } = pointAt(target, start.slice());
  const momentum = kick.slice();
  const variances = Float64Array.from(start, (_, i) => 1 / (1 + i));
  const began = kineticEnergy(momentum, variances) - lp;
  let error = 0;
  for (let i = 0; i < steps; i++) {
    const now = leapfrog(target, position, momentum, gradient, step, variances);
    error = Math.max(error, Math.abs(kineticEnergy(momentum, variances) - now - began));
  }
  return { position, momentum, error };
}

describe.each(systems)('leapfrog on %s', (_, target) => {
  const start = Float64Array.from({ length: target.dimension }, (_, i) => 0.7 - 0.2 * i);
  const kick = Float64Array.from({ length: target.dimension }, (_, i) => 0.4 + 0.1 * i);

  it('returns to its start when time runs backwards', () => {
    const there = travel(target, start, kick, 0.1, 50);
    const back = travel(target, there.position, there.momentum, -0.1, 50);
    expect(there.position[0]).not.toBeCloseTo(start[0], 2);
    back.position.forEach((value, i) => expect(value).toBeCloseTo(start[i], 12));
    back.momentum.forEach((value, i) => expect(value).toBeCloseTo(kick[i], 12));
  });

  it('has an energy error of order step²', () => {
    const coarse = travel(target, start, kick, 0.04, 100).error;
    const fine = travel(target, start, kick, 0.02, 200).error;
    expect(coarse).toBeGreaterThan(1e-6);
    expect(coarse / fine).toBeGreaterThan(3.8);
    expect(coarse / fine).toBeLessThan(4.2);
  });

  it('preserves volume', () => {
    const n = target.dimension;
    const h = 1e-5;
    const flow = (state: Float64Array): number[] => {
      const { position, momentum } = travel(target, state.subarray(0, n), state.subarray(n), 0.2, 5);
      return [...position, ...momentum];
    };
    const state = Float64Array.of(...start, ...kick);
    const columns = Array.from(state, (_, j) => {
      const [up, down] = [h, -h].map((by) => flow(state.map((value, i) => value + (i === j ? by : 0))));
      return up.map((value, i) => (value - down[i]) / (2 * h));
    });
    expect(Math.abs(determinant(columns))).toBeCloseTo(1, 7);
  });
});

function determinant(rows: readonly (readonly number[])[]): number {
  const a = rows.map((row) => [...row]);
  let value = 1;
  for (let k = 0; k < a.length; k++) {
    const pivot = a
      .slice(k)
      .reduce((best, row, i) => (Math.abs(row[k]) > Math.abs(a[best][k]) ? k + i : best), k);
    [a[k], a[pivot]] = [a[pivot], a[k]];
    value *= a[k][k];
    for (let i = k + 1; i < a.length; i++)
      for (let j = a.length - 1; j >= k; j--) a[i][j] -= (a[i][k] / a[k][k]) * a[k][j];
  }
  return value;
}

describe('the start', () => {
  it('lies within 2 of the origin, and differs by chain', () => {
    const starts = [0, 1].map((chain) => initialPoint(normalTarget([1, 1, 1]), randomStream(1, 0, chain)));
    for (const { position } of starts) for (const value of position) expect(Math.abs(value)).toBeLessThan(2);
    expect(starts[0].position).not.toEqual(starts[1].position);
  });

  it('is tried again where the density is not finite, and given up after 100 tries', () => {
    let calls = 0;
    const target = (from: number): Target => ({
      dimension: 1,
      logDensity: (_, gradient) => ((gradient[0] = 0), ++calls < from ? NaN : 0),
    });
    expect(initialPoint(target(7), randomStream(1, 0, 0)).lp).toBe(0);
    expect(calls).toBe(7);
    expect(() => initialPoint(target(1e9), randomStream(1, 0, 0))).toThrow(
      /no finite log density among 100 starting points/,
    );
  });
});
