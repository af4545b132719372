import { describe, expect, it } from 'vitest';
import { digamma, fillLogGammaAndDigamma } from '../../../src/math/digamma.ts';
import { logGamma } from '../../../src/math/gamma.ts';

const EULER = 0.57721566490153286061;
/** Closed forms: ψ(1), ψ(½), ψ(¼), ψ(2), ψ(10). */
const KNOWN: readonly (readonly [number, number])[] = [
  [1, -EULER],
  [0.5, -EULER - 2 * Math.LN2],
  [0.25, -EULER - Math.PI / 2 - 3 * Math.LN2],
  [2, 1 - EULER],
  [10, 7129 / 2520 - EULER],
];

describe('digamma', () => {
  it.each(KNOWN)('at %f', (x, expected) => expect(Math.abs(digamma(x) - expected)).toBeLessThan(2e-15 * 10));

  it.each([1e-4, 0.01, 0.7, 3, 11.9, 12.1, 400, 5000])('steps by 1/x at %f', (x) => {
    expect(Math.abs(digamma(x + 1) - digamma(x) - 1 / x)).toBeLessThan(4e-15 * (1 + 1 / x));
  });

  it.each([1e-12, 1e-4, 0.3, 1, 5.5, 40, 3000])('comes with log Γ at %f', (x) => {
    const logGammas = new Float64Array(1);
    const digammas = new Float64Array(1);
    fillLogGammaAndDigamma(x, 0, logGammas, digammas);
    expect(Math.abs(logGammas[0] - logGamma(x))).toBeLessThan(4e-15 * (10 + Math.abs(logGamma(x))));
    expect(digammas[0]).toBe(digamma(x));
  });
});
