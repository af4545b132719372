import { expect, it } from 'vitest';
import { normalQuantile } from '../../../src/math/normal.ts';
import { mathFixture } from './fixture.ts';

const points = mathFixture<readonly (readonly [number, number])[]>('normal.json');

it('inverts the normal distribution to 2e-15, tails and centre', () => {
  const errors = points.map(([q, x]) => ({ q, error: (normalQuantile(q) - x) / x }));
  expect(errors.length).toBeGreaterThan(200);
  expect(errors.filter(({ error }) => !(Math.abs(error) < 2e-15))).toEqual([]);
});

it('is odd, infinite at ±½ and NaN beyond', () => {
  for (const [q] of points) expect(normalQuantile(-q)).toBe(-normalQuantile(q));
  expect(normalQuantile(0)).toBe(0);
  expect([normalQuantile(0.5), normalQuantile(-0.5)]).toEqual([Infinity, -Infinity]);
  expect([normalQuantile(0.6), normalQuantile(NaN)]).toEqual([NaN, NaN]);
});
