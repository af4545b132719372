import { describe, expect, it } from 'vitest';
import { exp, log, log1p } from '../../../src/math/elementary.ts';
import { mathFixture, ulp } from './fixture.ts';

/** x, the nearest double to f(x), and how far f(x) lies above it in ulp. */
type Point = readonly [number, number, number];
const points = mathFixture<Record<'exp' | 'log' | 'log1p', readonly Point[]>>('elementary.json');

describe.each([
  ['exp', exp],
  ['log', log],
  ['log1p', log1p],
] as const)('%s', (name, f) => {
  it('is within 1 ulp of 60-digit truth', () => {
    expect(points[name].length).toBeGreaterThan(850);
    const errors = points[name].map(([x, nearest, offset]) => ({
      x,
      error: (f(x) - nearest) / ulp(nearest) - offset,
    }));
    expect(errors.filter(({ error }) => !(Math.abs(error) <= 1))).toEqual([]);
  });
});

describe('special values', () => {
  it.each([
    [0, 1],
    [-0, 1],
    [Infinity, Infinity],
    [-Infinity, 0],
    [709.7827128933841, Infinity],
    [-745.1332191019412, 0],
    [-745.13321910194, 5e-324],
    [NaN, NaN],
  ])('exp(%d) is %d', (x, value) => expect(exp(x)).toBe(value));

  it.each([
    [1, 0],
    [0, -Infinity],
    [-0, -Infinity],
    [-5e-324, NaN],
    [Infinity, Infinity],
    [NaN, NaN],
  ])('log(%d) is %d', (x, value) => expect(log(x)).toBe(value));

  it.each([
    [0, 0],
    [-0, -0],
    [-1, -Infinity],
    [-1.0000000000000002, NaN],
    [Infinity, Infinity],
    [NaN, NaN],
    [5e-324, 5e-324],
  ])('log1p(%d) is %d', (x, value) => expect(log1p(x)).toBe(value));
});
