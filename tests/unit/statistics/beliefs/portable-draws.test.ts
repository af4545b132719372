import { describe, expect, it } from 'vitest';
import {
  fillIndices,
  percentileEnds,
  portableOrder,
  portableStream,
  resampled,
} from '../../../../src/statistics/beliefs/portable-draws.ts';
import { beliefFixture } from '../../../support/beliefs.ts';

interface Unit {
  readonly mulberry32: {
    readonly seed: number;
    readonly first_10_uint32: readonly number[];
    readonly rand_index_3x5_n15: readonly (readonly number[])[];
    readonly rand_perm_n10: readonly number[];
  };
  readonly percentile_type7: { readonly x: readonly number[]; readonly value: readonly number[] };
}
const { mulberry32: reference, percentile_type7: percentile } = beliefFixture<Unit>('o00_unit.json');

describe('portable draws', () => {
  it('have the reference words', () => {
    const stream = portableStream(reference.seed);
    expect(reference.first_10_uint32.map(() => stream() * 2 ** 32)).toEqual(reference.first_10_uint32);
  });

  it('fill indices row by row', () => {
    const indices = new Int32Array(15);
    fillIndices(indices, 15, portableStream(reference.seed));
    expect([...indices]).toEqual(reference.rand_index_3x5_n15.flat());
    const rows: number[][] = [];
    resampled(5, { resamples: 3 }, (drawn) => rows.push([...drawn]));
    expect(rows.flat().every((i) => i >= 0 && i < 5)).toBe(true);
  });

  it('shuffle from the last entry down', () =>
    expect([...portableOrder(10)]).toEqual(reference.rand_perm_n10));

  it('give the ends of the central 95 % of what is defined', () => {
    const [lower, , upper] = percentile.value;
    const [a, b] = percentileEnds(Float64Array.of(...percentile.x, NaN));
    expect([a, b]).toEqual([expect.closeTo(lower, 12), expect.closeTo(upper, 12)]);
  });
});
