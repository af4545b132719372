import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutpoints, distanceMeter, groupActions } from '../../../../src/statistics/portability/distance.ts';

interface Case {
  readonly name: string;
  readonly a: readonly number[];
  readonly pred_out: readonly number[];
  readonly pred_in: readonly number[];
  readonly B: number;
  readonly cuts: readonly number[];
  readonly num: number;
  readonly tv: number;
}

const cases = JSON.parse(
  readFileSync(new URL('../../../fixtures/portability/edge_cases.json', import.meta.url), 'utf8'),
) as Case[];

const measure = (a: readonly number[], out: readonly number[], inside: readonly number[], bins: number) =>
  distanceMeter(a.length, bins).measure(
    groupActions(a),
    Float64Array.from(out),
    Float64Array.from(inside),
    bins,
  );

describe('total variation of binned predictions and actions', () => {
  it.each(cases)('agrees with the reference: $name', ({ a, pred_out, pred_in, B, cuts, num, tv }) => {
    const pooled = Float64Array.from([...pred_out, ...pred_in]).sort();
    expect([...cutpoints(pooled, B)]).toEqual(cuts);
    const found = measure(a, pred_out, pred_in, B);
    expect(found.numerator).toBe(num);
    expect(found.tv).toBe(tv);
  });

  const fold = fc
    .integer({ min: 1, max: 40 })
    .chain((n) =>
      fc.tuple(
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: n, maxLength: n }),
        fc.array(fc.integer({ min: -9, max: 9 }), { minLength: n, maxLength: n }),
        fc.array(fc.integer({ min: -9, max: 9 }), { minLength: n, maxLength: n }),
        fc.integer({ min: 1, max: 30 }),
      ),
    );

  it('is symmetric, within 0 … 1, at most the share of moved rows, and 0 for a predictor against itself', () => {
    fc.assert(
      fc.property(fold, ([a, out, inside, bins]) => {
        const there = measure(a, out, inside, bins);
        expect(measure(a, inside, out, bins).numerator).toBe(there.numerator);
        expect(there.tv).toBeLessThanOrEqual(there.moved / a.length);
        expect(measure(a, out, out, bins).numerator).toBe(0);
      }),
    );
  });

  it('does not depend on the order of rows', () => {
    fc.assert(
      fc.property(fold, ([a, out, inside, bins]) => {
        const back = (x: readonly number[]) => [...x].reverse();
        expect(measure(back(a), back(out), back(inside), bins)).toEqual(measure(a, out, inside, bins));
      }),
    );
  });
});
