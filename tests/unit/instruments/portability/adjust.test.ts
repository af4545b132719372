import { describe, expect, it } from 'vitest';
import { adjusted, leastAdjusted, type Tested } from '../../../../src/instruments/portability/adjust.ts';

const tested = (p: number | null, least: readonly number[] | null = null): Tested => ({
  p,
  least: least && Float64Array.from(least),
  planned: true,
});
const P = [0.01, 0.04, 0.03, 0.5].map((p) => tested(p));

describe('p-values over cells', () => {
  it('are corrected as worked by hand', () => {
    const near = (values: readonly (number | null)[]) => values.map((value) => expect.closeTo(value!, 12));
    expect(adjusted('bh', P)).toEqual(near([0.04, 0.16 / 3, 0.16 / 3, 0.5]));
    expect(adjusted('holm', P)).toEqual(near([0.04, 0.09, 0.09, 0.5]));
    expect(adjusted('none', P)).toEqual([0.01, 0.04, 0.03, 0.5]);
  });

  it('under max-T count permutations in which any cell is as extreme', () => {
    const cells = [
      tested(0.25, [0.25, 0.5, 1, 0.25]),
      tested(0.5, [0.5, 0.75, 0.25, 1]),
      tested(1, [1, 1, 0.5, 0.75]),
    ];
    // The least over cells in the three permutations: .5, .25, .25.
    expect(adjusted('maxt', cells)).toEqual([3 / 4, 1, 1]);
  });

  it('are no lower while other cells have none: those count as 1', () => {
    for (const correction of ['bh', 'holm'] as const) {
      const landing = adjusted(correction, [P[0], tested(null), P[2], tested(null)]);
      expect(landing[1]).toBeNull();
      const whole = adjusted(correction, P);
      for (const at of [0, 2]) expect(landing[at]!).toBeGreaterThanOrEqual(whole[at]!);
      expect(landing[0]).toBeCloseTo(0.04, 12);
    }
    expect(adjusted('maxt', [tested(0.25, [0.25, 0.5]), tested(null)])).toEqual([null, null]);
  });

  it('leave cells out that the plan does not test', () => {
    const single: Tested = { p: null, least: null, planned: false };
    expect(adjusted('holm', [single, tested(0.03), single])).toEqual([null, 0.03, null]);
    expect(adjusted('maxt', [single])).toEqual([null]);
  });

  it('cannot be lower than the permutations allow', () => {
    expect(leastAdjusted('bh', 0.01, 18)).toEqual({ alone: 0.18, together: 0.01 });
    expect(leastAdjusted('holm', 0.01, 18)).toEqual({ alone: 0.18, together: 0.18 });
    expect(leastAdjusted('maxt', 0.01, 18)).toEqual({ alone: 0.01, together: 0.01 });
  });
});
