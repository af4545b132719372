import { expect, it } from 'vitest';
import { randomStream } from '../../../src/math/random.ts';
import { permutationTest, randomOrder } from '../../../src/statistics/permutation.ts';

it('counts the observed arrangement among the permutations', () => {
  const values = [1, 5, 3, 5];
  let next = 0;
  const test = permutationTest(5, () => values[next++], 4);
  expect(test).toEqual({ statistic: 5, p: 3 / 5, permutations: 4 });
});

it('is never certain', () => expect(permutationTest(1, () => 0, 99).p).toBe(0.01));

it('refuses to permute nothing', () =>
  expect(() => permutationTest(1, () => 0, 0)).toThrow(/0 permutations/));

it('draws each of the six orders of three about equally often', () => {
  const random = randomStream(3, 0, 0);
  random.seek(0, 0);
  const counts = new Map<string, number>();
  const total = 6000;
  for (let i = 0; i < total; i++) {
    const order = randomOrder(3, random).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - total / 6) ** 2 / (total / 6), 0);
  expect(chiSquare).toBeLessThan(20.5);
});
