import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { luceItems } from '../../../../src/models/comparators/luce-items.ts';
import { uniformLogLikelihood } from '../../../../src/models/comparators/uniform.ts';
import { menuBlock } from '../../../../src/models/seu/data.ts';

const members = [
  [0, 1],
  [0, 2, 3],
  [0, 1],
  [1, 2, 3, 4],
  [3, 4],
];
const menus = menuBlock(members, [1, 0, 0, 2, 1]);
const ITEMS = 5;

function positions(count: number): readonly Float64Array[] {
  const random = randomStream(5, 0, 0);
  random.seek(0, 0);
  return Array.from({ length: count }, () => Float64Array.from({ length: ITEMS }, () => random.normal()));
}

describe('one free value an item', () => {
  const model = luceItems(menus, ITEMS, { mu: 0.5, sigma: 0.8 });

  it('has the density that its definition gives', () => {
    for (const position of positions(4)) {
      const v = model.values(position);
      const s = model.scale(position);
      expect(v.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12);
      let expected = -0.5 * ((position[ITEMS - 1] - 0.5) / 0.8) ** 2;
      expected -= 0.5 * v.reduce((sum, value) => sum + (value / s) ** 2, 0);
      members.forEach((menu, m) => {
        const total = menu.reduce((sum, r) => sum + Math.exp(v[r]), 0);
        expected += v[menu[menus.chosen[m]]] - Math.log(total);
      });
      expect(model.target.logDensity(position, new Float64Array(ITEMS))).toBeCloseTo(expected, 10);
    }
  });

  it('has the gradient of its density', () => {
    for (const position of positions(4)) {
      const gradient = new Float64Array(ITEMS);
      model.target.logDensity(position, gradient);
      const scratch = new Float64Array(ITEMS);
      const step = 1e-5;
      for (let i = 0; i < ITEMS; i++) {
        const at = (shift: number): number => {
          const moved = position.slice();
          moved[i] += shift;
          return model.target.logDensity(moved, scratch);
        };
        expect(gradient[i]).toBeCloseTo((at(step) - at(-step)) / (2 * step), 7);
      }
    }
  });
});

it('gives every member of a menu the same chance', () =>
  expect([...uniformLogLikelihood(menus)]).toEqual([2, 3, 2, 4, 2].map((size) => -Math.log(size))));
