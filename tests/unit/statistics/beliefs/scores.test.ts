import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concordance, TIE_TOLERANCE } from '../../../../src/statistics/beliefs/concordance.ts';
import { scoreGroup, scoreTarget } from '../../../../src/statistics/beliefs/scores.ts';
import { beliefFixture } from '../../../support/beliefs.ts';

interface Unit {
  readonly concordance: readonly { y: readonly number[]; f: readonly number[]; value: number | null }[];
}

/** Every pair once. */
function pairwise(y: readonly number[], f: readonly number[]): number {
  let credit = 0;
  let pairs = 0;
  y.forEach((a, i) =>
    y.forEach((b, j) => {
      if (a <= b) return;
      pairs++;
      if (Math.abs(f[i] - f[j]) <= TIE_TOLERANCE) credit += 0.5;
      else if (f[i] > f[j]) credit++;
    }),
  );
  return pairs === 0 ? NaN : credit / pairs;
}

describe('concordance', () => {
  it.each(beliefFixture<Unit>('o00_unit.json').concordance)('of $y by $f', ({ y, f, value }) => {
    expect(concordance(Float64Array.from(y), Float64Array.from(f))).toEqual(
      value === null ? NaN : expect.closeTo(value, 12),
    );
  });

  it('is that of every pair, ties and near ties included', () => {
    const entry = fc.tuple(
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: -2, max: 2 }),
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
        const y = entries.map(([answer]) => answer);
        const f = entries.map(([, step, shift]) => step * 0.1 + shift * 0.75e-9);
        expect(concordance(Float64Array.from(y), Float64Array.from(f))).toEqual(pairwise(y, f));
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

describe('scores', () => {
  const binary = scoreTarget(Float64Array.of(0, 1, NaN, 1), Float64Array.of(0.2, 0.5, 9, 0.4));
  const constant = scoreTarget(Float64Array.of(2, 2), Float64Array.of(1, 2));

  it('leave missing answers out', () => {
    expect(binary).toMatchObject({ cases: 3, concordance: 1 });
    expect(binary.sse).toBeCloseTo(0.04 + 0.25 + 0.36, 14);
    expect(binary.sst).toBeCloseTo(2 / 3, 14);
    expect(scoreTarget(Float64Array.of(0, 1), Float64Array.of(0, 1), 0.25).sst).toBeCloseTo(0.625, 14);
  });

  it('pool squared errors and average what is defined', () => {
    expect(constant).toMatchObject({ concordance: NaN, sse: 1, sst: 0, r2: NaN });
    const group = scoreGroup([binary, constant]);
    expect(group).toMatchObject({ macroConcordance: 1, evaluable: 1, macroR2: binary.r2 });
    expect(group.pooledR2).toBeCloseTo(1 - (0.65 + 1) / (2 / 3), 13);
  });
});
