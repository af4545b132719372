// The choice kernel against a naive sum, where logs of products could leave the range of doubles.
import { describe, expect, it } from 'vitest';
import { choiceKernel } from '../../../../src/models/seu/choice.ts';
import { menuBlock } from '../../../../src/models/seu/data.ts';
import { countMenus } from '../../../../src/models/seu/menus.ts';

const pairsOf = (items: number): readonly (readonly number[])[] =>
  Array.from({ length: items }, (_, a) =>
    Array.from({ length: items - 1 - a }, (_, i) => [a, a + 1 + i] as const),
  ).flat();

describe('many menus of one size', () => {
  it.each([1e-9, 0.01, 3, 500])('have a finite log likelihood at a = %d', (a) => {
    const menus = pairsOf(60);
    const block = menuBlock(
      menus,
      menus.map((_, m) => m % 2),
    );
    const eta = Float64Array.from({ length: 60 }, (_, r) => ((r * 7) % 60) / 60);
    const value = choiceKernel(countMenus(block, 60))(a, eta, new Float64Array(60));
    const naive = menus.reduce((sum, [i, j], m) => {
      const [chosen, other] = m % 2 === 0 ? [i, j] : [j, i];
      return sum - Math.log1p(Math.exp(a * (eta[other] - eta[chosen])));
    }, 0);
    expect(Math.abs(value - naive)).toBeLessThan(1e-10 * (1 + Math.abs(naive)));
  });
});
