import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sorterFor } from '../../../../src/statistics/portability/ascending.ts';
import { binAssigner } from '../../../../src/statistics/portability/bins.ts';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
/** Even, tied, and bunched lists: powers of ten send most values into one bucket. */
const lists = fc.oneof(
  fc.array(finite, { minLength: 1, maxLength: 80 }),
  fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 80 }),
  fc.array(
    fc.integer({ min: -12, max: 12 }).map((k) => 10 ** k),
    { minLength: 1, maxLength: 300 },
  ),
);

const sortedBy = (values: readonly number[], size = values.length): number[] => {
  const into = new Float64Array(values.length);
  sorterFor(size)(Float64Array.from(values), into);
  return [...into];
};

describe('sorting by place in the range', () => {
  it('agrees with the sort of the language', () => {
    fc.assert(
      fc.property(lists, (values) => {
        expect(sortedBy(values, values.length + 3)).toEqual([...values].sort((a, b) => a - b));
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('takes one value, equal values and a range beyond the largest number', () => {
    expect(sortedBy([3])).toEqual([3]);
    expect(sortedBy([2, 2, 2])).toEqual([2, 2, 2]);
    expect(sortedBy([1.7e308, -1.7e308, 0])).toEqual([-1.7e308, 0, 1.7e308]);
    expect(sortedBy([5e-324, 0, 1e-323])).toEqual([0, 5e-324, 1e-323]);
  });
});

/** Interior cutpoints not above a prediction, counted one by one. */
const binOf = (cuts: readonly number[], y: number): number =>
  cuts.slice(1, -1).filter((cut) => cut <= y).length;

describe('bins of predictions', () => {
  it('count the interior cutpoints that are not above', () => {
    const distinct = fc.uniqueArray(finite, { minLength: 1, maxLength: 21 });
    fc.assert(
      fc.property(distinct, fc.array(fc.nat(), { maxLength: 30 }), (values, picks) => {
        const cuts = [...values].sort((a, b) => a - b);
        const between = picks.map((pick) => {
          const k = pick % cuts.length;
          const next = cuts[Math.min(k + 1, cuts.length - 1)];
          return pick % 2 === 0 ? cuts[k] : cuts[k] / 2 + next / 2;
        });
        const held = between.filter((y) => y >= cuts[0] && y <= cuts[cuts.length - 1]);
        const bins = new Uint16Array(held.length);
        binAssigner(20)(Float64Array.from(cuts), cuts.length, Float64Array.from(held), bins);
        expect([...bins]).toEqual(held.map((y) => binOf(cuts, y)));
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
