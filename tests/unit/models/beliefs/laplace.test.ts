import { describe, expect, it } from 'vitest';
import { framedTarget, fromFrame, laplaceFrame, toFrame } from '../../../../src/models/beliefs/laplace.ts';
import type { Target } from '../../../../src/models/target.ts';

/** −½ (x − m)′ P (x − m). */
const CENTRE = [1, -2, 0.5];
const PRECISION = [
  [4, 1.5, 0],
  [1.5, 9, -2],
  [0, -2, 1.5],
];
const normal: Target = {
  dimension: 3,
  logDensity(position, gradient) {
    let value = 0;
    PRECISION.forEach((row, i) => {
      gradient[i] = -row.reduce((sum, p, j) => sum + p * (position[j] - CENTRE[j]), 0);
      value += 0.5 * gradient[i] * (position[i] - CENTRE[i]);
    });
    return value;
  },
};

describe('the frame of a normal', () => {
  const frame = laplaceFrame(normal);

  it('is centred at its mode and makes it standard', () => {
    frame.centre.forEach((value, i) => expect(value).toBeCloseTo(CENTRE[i], 2));
    const framed = framedTarget(normal, { ...frame, centre: Float64Array.from(CENTRE) });
    const gradient = new Float64Array(3);
    for (const y of [
      [1, 0, 0],
      [0.3, -2, 1.1],
    ]) {
      const value = framed.logDensity(Float64Array.from(y), gradient);
      expect(value).toBeCloseTo(-0.5 * y.reduce((sum, x) => sum + x * x, 0), 4);
      gradient.forEach((slope, i) => expect(slope).toBeCloseTo(-y[i], 4));
    }
  });

  it('goes there and back', () => {
    const x = new Float64Array(3);
    fromFrame(frame, Float64Array.of(0.2, -1, 2), x);
    toFrame(frame, x).forEach((y, i) => expect(y).toBeCloseTo([0.2, -1, 2][i], 10));
  });
});

it('climbs a density that is not concave where the climb begins', () => {
  // A t distribution with two degrees of freedom about 6: at 0 its log is convex.
  const target: Target = {
    dimension: 1,
    logDensity([x], gradient) {
      gradient[0] = (-3 * (x - 6)) / (2 + (x - 6) ** 2);
      return -1.5 * Math.log(1 + (x - 6) ** 2 / 2);
    },
  };
  expect(laplaceFrame(target).centre[0]).toBeCloseTo(6, 0);
});

it('keeps the start where nothing is gained', () => {
  const flat: Target = {
    dimension: 2,
    logDensity(_, gradient) {
      gradient.fill(0);
      return 0;
    },
  };
  const { centre, axes } = laplaceFrame(flat);
  expect([...centre]).toEqual([0, 0]);
  expect(axes.every(Number.isFinite)).toBe(true);
});
