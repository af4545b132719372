import { expect, it } from 'vitest';
import { logGamma } from '../../../src/math/gamma.ts';
import { mathFixture } from './fixture.ts';

it('agrees with 60-digit values', () => {
  const points = mathFixture<readonly (readonly [number, number])[]>('gamma.json');
  const errors = points.map(([x, value]) => ({ x, error: (logGamma(x) - value) / (1 + Math.abs(value)) }));
  expect(errors.length).toBeGreaterThan(250);
  expect(errors.filter(({ error }) => !(Math.abs(error) < 1e-14))).toEqual([]);
});

it.each([0, -0.5, NaN])('refuses %d', (x) => expect(() => logGamma(x)).toThrow(/needed x > 0/));
