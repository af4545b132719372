import { describe, expect, it } from 'vitest';
import { gaussLegendre } from '../../../src/math/gauss-legendre.ts';

describe('gaussLegendre', () => {
  it('has the closed form of two nodes', () => {
    const { nodes, weights } = gaussLegendre(2);
    expect(nodes[0]).toBeCloseTo((1 - 1 / Math.sqrt(3)) / 2, 15);
    expect([...weights]).toEqual([0.5, 0.5].map((w) => expect.closeTo(w, 15)));
  });

  it.each([2, 4, 32, 128])('integrates x^(2n−1) exactly with %i nodes', (n) => {
    const { nodes, weights } = gaussLegendre(n);
    const integral = nodes.reduce((sum, z, i) => sum + weights[i] * z ** (2 * n - 1), 0);
    expect(Math.abs(integral * 2 * n - 1)).toBeLessThan(1e-11);
    expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 14);
  });

  it('refuses an odd number of nodes', () => expect(() => gaussLegendre(3)).toThrow('even'));
});
