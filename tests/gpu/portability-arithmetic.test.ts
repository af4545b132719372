import { describe, expect, it } from 'vitest';
import {
  arithmeticFaults,
  arithmeticPairs,
  calculate,
  type Operands,
} from '../../src/engine/gpu/portability-arithmetic.ts';
import { NO_ADAPTER, testGpu, type TestGpu } from './support.ts';

const test = await testGpu();

describe.skipIf(test === null)(`doubles on the device${test ? '' : `: ${NO_ADAPTER}`}`, () => {
  const { opened, pipelines } = test ?? ({} as TestGpu);
  const faults = async (pairs: readonly Operands[]) =>
    arithmeticFaults(pairs, await calculate(opened, pipelines, pairs));

  it('have the bits of JavaScript near each other, far apart and at the corners', async () => {
    expect(await faults(arithmeticPairs(1 << 16))).toEqual([]);
    expect(await faults(arithmeticPairs(1 << 14, 300))).toEqual([]);
    expect(await faults(arithmeticPairs(1 << 14, 2))).toEqual([]);
  });

  it('round halves to even, keep a far smaller term as a hint, and cancel to zero', async () => {
    const pairs: Operands[] = [
      [1, 2 ** -53],
      [1 + 2 ** -52, 2 ** -53],
      [1, -(2 ** -54)],
      [1, -(2 ** -54) * (1 + 2 ** -52)],
      [2 ** 60, 2 ** -60],
      [0.1, 0.2],
      [0.3, -0.3],
      [-0, 0],
      [-0, -1],
    ];
    const outcomes = await calculate(opened, pipelines, pairs);
    expect(arithmeticFaults(pairs, outcomes)).toEqual([]);
  });

  it('are told wrong where they are', () => {
    const right = { sum: 3, product: 2, first: 1, precedes: 1 };
    expect(arithmeticFaults([[1, 2]], [right])).toEqual([]);
    expect(arithmeticFaults([[1, 2]], [{ ...right, sum: 3 + 4e-16 }])).toEqual([[1, 2]]);
    expect(arithmeticFaults([[1, 2]], [{ ...right, precedes: 0 }])).toEqual([[1, 2]]);
  });
});
