// Where tuned chains start: fits share the pilot's rows in groups, replicates take them in turn.
import { describe, expect, it } from 'vitest';
import { tunedPosition } from '../../../../src/engine/cpu/chain-stepper.ts';

const ROWS = 16;
const tuning = {
  stepSize: 0.1,
  variances: Float64Array.of(1, 1),
  basis: new Float64Array(0),
  positions: Float64Array.from({ length: 2 * ROWS }, (_, i) => Math.trunc(i / 2)),
  iterations: 0,
  gradients: 0,
};
const rowOf = (chain: number, chains: number): number => {
  const position = tunedPosition(tuning, chain, chains, 2);
  expect(position).toHaveLength(2);
  return position[0];
};
const range = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);

describe('the start of a tuned chain', () => {
  it('is a row of its own where there are enough', () => {
    expect(range(4).map((chain) => rowOf(chain, 4))).toEqual([0, 1, 2, 3]);
  });

  it('is shared by consecutive chains where there are not', () => {
    expect(range(64).map((chain) => rowOf(chain, 64))).toEqual(range(64).map((chain) => chain >> 2));
  });

  it('stays among the rows for chains that count on over replicates', () => {
    for (const chains of [1, 4, 16, 20, 64])
      for (const chain of [chains, 3 * chains + 1, 999 * chains])
        expect(rowOf(chain, chains)).toBe(chains > ROWS ? rowOf(chain % chains, chains) : chain % ROWS);
  });
});
