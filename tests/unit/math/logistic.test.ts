import { describe, expect, it } from 'vitest';
import {
  expm1,
  inverseSoftplus,
  logit,
  logOneMinusExp,
  logSigmoid,
  sigmoid,
  softplus,
} from '../../../src/math/logistic.ts';

const relative = (value: number, expected: number): number =>
  Math.abs(value - expected) / Math.max(Math.abs(expected), Number.MIN_VALUE);

describe('logistic', () => {
  it.each([-700, -40, -3, -1e-9, 0, 1e-9, 2.5, 40, 700])('has its forms agree at %f', (x) => {
    expect(relative(sigmoid(x), 1 / (1 + Math.exp(-x)))).toBeLessThan(1e-14);
    expect(sigmoid(x) + sigmoid(-x)).toBeCloseTo(1, 15);
    expect(relative(softplus(x), x > 30 ? x : Math.log1p(Math.exp(x)))).toBeLessThan(1e-13);
    expect(relative(logSigmoid(x), -softplus(-x))).toBeLessThan(1e-14);
  });

  it.each([1e-12, 1e-4, 0.3, 0.5, 0.9])('inverts at %f', (p) => {
    expect(relative(sigmoid(logit(p)), p)).toBeLessThan(1e-13);
    expect(relative(softplus(inverseSoftplus(p)), p)).toBeLessThan(1e-13);
    expect(Math.abs(inverseSoftplus(softplus(-p * 50)) + p * 50)).toBeLessThan(1e-14);
  });

  it.each([1e-300, 1e-17, 1e-8, 0.01, 1, 30, -1e-8, -0.4, -5, -50])(
    'keeps the digits of e^x − 1 at %f',
    (x) => {
      expect(relative(expm1(x), Math.expm1(x))).toBeLessThan(2e-15);
      if (x > 0)
        expect(relative(logOneMinusExp(x), x > 20 ? -Math.exp(-x) : Math.log(-Math.expm1(-x)))).toBeLessThan(
          1e-12,
        );
    },
  );

  it('passes the limits', () => {
    expect(sigmoid(-Infinity)).toBe(0);
    expect(sigmoid(Infinity)).toBe(1);
    expect(softplus(-Infinity)).toBe(0);
    expect(expm1(Infinity)).toBe(Infinity);
    expect(inverseSoftplus(1e6)).toBe(1e6);
  });
});
