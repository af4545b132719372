// Slopes over conditions: by hand, and against the published figures of the temperature study.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/math/random.ts';
import { minimumDetectableSlope } from '../../../src/statistics/detectable-slope.ts';
import { sd } from '../../../src/statistics/moments.ts';
import {
  mergeConditions,
  pairwiseProbabilities,
  probabilityDecreasing,
  probabilityLess,
  probabilityNegative,
  slopeDraws,
  slopeWeights,
} from '../../../src/statistics/regression.ts';
import type { Conditions } from '../../../src/statistics/regression.ts';

interface Cell {
  readonly temperatures: number[];
  readonly conditions: Record<
    string,
    { recomputed_from_draws: { mean_log_alpha: number; sd_log_alpha_ddof0: number } }
  >;
  readonly recomputed_from_draws: {
    readonly slope_weights: number[];
    readonly P_strict_monotone_decrease: number;
    readonly pairwise_P_alpha_i_gt_alpha_j: Record<string, number>;
  };
}

const paper = JSON.parse(
  readFileSync(new URL('../../fixtures/seu/paper_reference.json', import.meta.url), 'utf8'),
) as {
  factorial_fits: Record<'temperature_study' | 'claude_insurance_study', Cell>;
  mde: {
    data: {
      slope_selfcheck: { recomputed: { sd: number } };
      mde: Record<'criterion_0.95' | 'criterion_0.975', { A_analytic_gaussian: number }>;
    };
  };
};
const cell = paper.factorial_fits.temperature_study;

/** Independent lognormal stand-ins for the posteriors of α, matched to the published moments of log α. */
function lognormalConditions(count: number): Conditions {
  return {
    temperatures: cell.temperatures,
    draws: Object.values(cell.conditions).map(({ recomputed_from_draws: moments }, l) => {
      const stream = randomStream(1, l, 0);
      stream.seek(0, 0);
      return Float64Array.from({ length: count }, () =>
        Math.exp(moments.mean_log_alpha + moments.sd_log_alpha_ddof0 * stream.normal()),
      );
    }),
  };
}

const small: Conditions = {
  temperatures: [0, 1, 3],
  draws: [Float64Array.of(9, 5, 1, 4), Float64Array.of(6, 5, 2, 3), Float64Array.of(3, 1, 3, 3.5)],
};

describe('draw-paired slopes', () => {
  it.each(['temperature_study', 'claude_insurance_study'] as const)('weigh %s as published', (study) => {
    const { temperatures, recomputed_from_draws: wanted } = paper.factorial_fits[study];
    slopeWeights(temperatures).forEach((weight, l) =>
      expect(weight).toBeCloseTo(wanted.slope_weights[l], 14),
    );
  });

  it('recover an exact line, draw by draw', () => {
    const temperatures = [0, 0.3, 0.7, 1.5];
    const draws = temperatures.map((t) => Float64Array.of(10 - 4 * t, 2 + 3 * t));
    const slopes = slopeDraws({ temperatures, draws });
    expect(slopes[0]).toBeCloseTo(-4, 13);
    expect(slopes[1]).toBeCloseTo(3, 13);
    expect(probabilityNegative(slopes)).toBe(0.5);
  });

  it('refuse conditions that do not line up', () => {
    expect(() => slopeDraws({ ...small, temperatures: [0, 1, 1] })).toThrow('do not ascend');
    expect(() => slopeDraws({ ...small, temperatures: [0, 1] })).toThrow('2 temperatures with 3');
    expect(() =>
      slopeDraws({ ...small, draws: [small.draws[0], small.draws[1], new Float64Array(2)] }),
    ).toThrow('hold 4, 4, 2 draws');
    expect(() => slopeWeights([1, 1])).toThrow('no spread');
  });
});

describe('orderings of conditions', () => {
  it('count strict inequalities only', () => {
    expect(probabilityDecreasing(small)).toBe(0.25);
    expect(pairwiseProbabilities(small)).toEqual([
      { first: 0, second: 1, probability: 0.5 },
      { first: 0, second: 3, probability: 0.75 },
      { first: 1, second: 3, probability: 0.5 },
    ]);
    expect(() => probabilityLess(small.draws[0], new Float64Array(3))).toThrow(
      '4 draws cannot be paired with 3',
    );
  });

  it('merge adjacent conditions by averaging their draws', () => {
    const merged = mergeConditions(small, [0, 1]);
    expect(merged.temperatures).toEqual([0.5, 3]);
    expect([...merged.draws[0]]).toEqual([7.5, 5, 1.5, 3.5]);
    expect(probabilityDecreasing(merged)).toBe(0.5);
    expect(() => mergeConditions(small, [0, 3])).toThrow('0, 3 are not adjacent among 0, 1, 3');
    expect(() => mergeConditions(small, [1])).toThrow('not adjacent');
    expect(() => mergeConditions(small, [3, 4])).toThrow('not adjacent');
  });

  // Independent lognormal posteriors of the published moments; .015 is the paper's rounding and four standard errors.
  it('give the published .12 in five levels and .38 with 0.3 and 0.7 merged', () => {
    const conditions = lognormalConditions(40000);
    const five = probabilityDecreasing(conditions);
    expect(Math.abs(five - cell.recomputed_from_draws.P_strict_monotone_decrease)).toBeLessThan(0.02);
    expect(Math.abs(probabilityDecreasing(mergeConditions(conditions, [0.3, 0.7])) - 0.38)).toBeLessThan(
      0.015,
    );
  });

  it('give the published pairwise probabilities', () => {
    const wanted = Object.values(cell.recomputed_from_draws.pairwise_P_alpha_i_gt_alpha_j);
    pairwiseProbabilities(lognormalConditions(40000)).forEach(({ probability }, i) =>
      expect(Math.abs(probability - wanted[i])).toBeLessThan(0.02),
    );
  });
});

describe('minimum detectable slope', () => {
  const skewed = Float64Array.from({ length: 2001 }, (_, i) => (i / 1000) ** 2);

  it('is z times the sd, the published figure for the published sd', () => {
    const { mde, slope_selfcheck } = paper.mde.data;
    const unit = sd(skewed);
    const scaled = skewed.map((value) => (value * slope_selfcheck.recomputed.sd) / unit);
    for (const level of [0.95, 0.975] as const)
      expect(minimumDetectableSlope(scaled, level).gaussian).toBeCloseTo(
        mde[`criterion_${level}`].A_analytic_gaussian,
        9,
      );
  });

  it('is the quantile about the mean for a skewed posterior', () => {
    const { empirical, level } = minimumDetectableSlope(skewed);
    const average = skewed.reduce((sum, value) => sum + value) / skewed.length;
    expect(level).toBe(0.95);
    expect(empirical).toBeCloseTo(1.9 ** 2 - average, 12);
    expect(() => minimumDetectableSlope(skewed, 0.5)).toThrow('level 0.5');
  });
});
