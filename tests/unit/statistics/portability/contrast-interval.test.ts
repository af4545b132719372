import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { differenceOf, studentBound } from '../../../../src/statistics/portability/contrast-interval.ts';
import type { PairedTargets } from '../../../../src/statistics/portability/contrast-resamples.ts';

const pairOf = (from: readonly number[], to: readonly number[], game = 'g'): PairedTargets => ({
  game,
  targets: from.map((_, t) => `e${t}`),
  from: Float64Array.from(from),
  to: Float64Array.from(to),
});

const shares = fc.array(
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
  {
    minLength: 1,
    maxLength: 9,
  },
);
const pairs = fc.array(
  shares.map((rows) =>
    pairOf(
      rows.map(([a]) => a),
      rows.map(([, b]) => b),
    ),
  ),
  {
    minLength: 1,
    maxLength: 3,
  },
);

describe('a difference of regimes', () => {
  it('is the mean over targets, then over pairs', () => {
    const found = differenceOf([pairOf([0.5, 0.7], [0.2, 0.4]), pairOf([0.4, 0.4, 0.4], [0.3, 0.4, 0.5])], 1);
    expect(found.from).toBeCloseTo(0.5, 15);
    expect(found.to).toBeCloseTo(0.35, 15);
    expect(found.delta).toBeCloseTo(-0.15, 15);
    expect(found.percent).toBeCloseTo(-30, 12);
  });

  it('has the interval of a paired t test where one cell is contrasted', () => {
    const differences = [0.1, 0.3, 0.2, -0.1, 0.15, 0.05, 0.25, 0.2];
    const found = differenceOf(
      [
        pairOf(
          new Array(8).fill(0.5),
          differences.map((d) => 0.5 + d),
        ),
      ],
      3,
    );
    const mean = differences.reduce((sum, d) => sum + d, 0) / 8;
    const squares = differences.reduce((sum, d) => sum + (d - mean) ** 2, 0);
    // 5 % point of Student's t on 7 degrees of freedom. A standard deviation of 2000 resamples is off by 1.6 %.
    const half = 1.894579 * Math.sqrt(squares / 7 / 8);
    expect(found.delta).toBeCloseTo(mean, 12);
    expect((found.delta_hi! - found.delta_lo!) / 2 / half).toBeGreaterThan(0.95);
    expect((found.delta_hi! - found.delta_lo!) / 2 / half).toBeLessThan(1.05);
    expect((found.delta_lo! + found.delta_hi!) / 2).toBeCloseTo(mean, 12);
    expect(found.percent_hi).toBeCloseTo(200 * found.delta_hi!, 9);
  });

  it('turns round with its regimes', () => {
    fc.assert(
      fc.property(pairs, (made) => {
        const there = differenceOf(made, 7);
        const back = differenceOf(
          made.map((pair) => ({ ...pair, from: pair.to, to: pair.from })),
          7,
        );
        expect(back.delta + there.delta).toBe(0);
        expect((back.delta_lo ?? 0) + (there.delta_hi ?? 0)).toBeCloseTo(0, 12);
        expect((back.delta_hi ?? 0) + (there.delta_lo ?? 0)).toBeCloseTo(0, 12);
      }),
      { numRuns: 25 },
    );
  });

  it('is exactly nothing between equal cells', () => {
    fc.assert(
      fc.property(pairs, (made) => {
        const found = differenceOf(
          made.map((pair) => ({ ...pair, to: pair.from })),
          7,
        );
        expect(found.delta).toBe(0);
        if (made.every(({ targets }) => targets.length > 1))
          expect([found.delta_lo, found.delta_hi]).toEqual([0, 0]);
      }),
      { numRuns: 25 },
    );
  });

  it('has no interval over one target, and no share of nothing', () => {
    expect(differenceOf([pairOf([0.4], [0.5])], 1)).toMatchObject({ delta_lo: null, percent_hi: null });
    expect(differenceOf([pairOf([0, 0], [0.5, 0.1])], 1)).toMatchObject({ percent: null, percent_lo: null });
  });
});

it('takes targets of one game together and games apart', () => {
  const [a, b] = [
    [0.1, 0.5, 0.3, 0.9, 0.2, 0.6],
    [0.2, 0.9, 0.1, 0.4, 0.8, 0.3],
  ];
  const zero = new Array<number>(6).fill(0);
  const width = (made: readonly PairedTargets[]): number => {
    const { delta_lo, delta_hi } = differenceOf(made, 2);
    return delta_hi! - delta_lo!;
  };
  const alone = width([pairOf(zero, a)]);
  expect(width([pairOf(zero, a), pairOf(zero, a)])).toBeCloseTo(alone, 12);
  expect(width([pairOf(zero, a, 'g'), pairOf(zero, a, 'h')])).toBeLessThan(0.75 * alone);
  // Differences that cancel target by target leave nothing to vary.
  expect(width([pairOf(zero, b), pairOf(b, zero)])).toBeCloseTo(0, 12);
});

it('covers the mean over framings in nine cases of ten', () => {
  const random = randomStream(11, 0, 0);
  let covered = 0;
  const studies = 200;
  for (let study = 0; study < studies; study++) {
    const level = Float64Array.from({ length: 8 }, () => random.normal());
    const made = ['g', 'h'].map((game) => ({
      game,
      targets: [...level.keys()].map(String),
      from: level,
      to: level.map((value) => value + 0.3 + random.normal()),
    }));
    const { delta_lo, delta_hi } = differenceOf(made, study);
    if (delta_lo! <= 0.3 && delta_hi! >= 0.3) covered += 1;
  }
  // Monte Carlo sd of a coverage of .9 over 200 studies: .021.
  expect(Math.abs(covered / studies - 0.9)).toBeLessThan(0.06);
});

it('has the quantiles of Student’s t', () => {
  // From tables; the last is the normal quantile.
  for (const [df, bound] of [
    [1, 6.313752],
    [2, 2.919986],
    [7, 1.894579],
    [30, 1.697261],
    [1e6, 1.644855],
  ])
    expect(studentBound(df)).toBeCloseTo(bound, 5);
});
