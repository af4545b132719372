import { describe, expect, it } from 'vitest';
import { exp, log } from '../../../src/math/elementary.ts';
import { randomStream } from '../../../src/math/random.ts';
import {
  detectableBySize,
  fallingSizes,
  minimumDetectableSlope,
  powerCurve,
} from '../../../src/statistics/detectable-slope.ts';
import { slopeDraws, type Conditions } from '../../../src/statistics/regression.ts';
import { readFixture } from '../../support/seu.ts';

interface Published {
  readonly mde: {
    readonly data: {
      readonly spec: { readonly temperatures: readonly number[] };
      readonly per_condition: Readonly<Record<'mean' | 'cv', Readonly<Record<string, number>>>>;
      readonly mde: Readonly<Record<string, Readonly<Record<string, number>>>>;
      readonly power_curve: { readonly beta_abs: number[]; readonly p_negative: number[] };
    };
  };
}

const { data } = readFixture<Published>('paper_reference.json').mde;

/** Lognormal draws with the published mean and coefficient of variation of each condition. */
function publishedShape(): Conditions {
  const { temperatures } = data.spec;
  const random = randomStream(11, 0, 0);
  const draws = temperatures.map((temperature, l) => {
    const key = temperature.toFixed(1);
    const variance = log(1 + data.per_condition.cv[key] ** 2);
    random.seek(l, 0);
    return Float64Array.from(
      { length: 4000 },
      () => data.per_condition.mean[key] * exp(Math.sqrt(variance) * random.normal() - variance / 2),
    );
  });
  return { temperatures, draws };
}

const stream = () => {
  const random = randomStream(12, 0, 0);
  random.seek(0, 0);
  return random;
};

describe('the published resolution of Claude on insurance claims', () => {
  const conditions = publishedShape();
  const slopes = slopeDraws(conditions);
  const sizes = fallingSizes(conditions, 60_000, stream());

  it.each([0.95, 0.975])('by methods A, B and C at %d', (level) => {
    const published = data.mde[`criterion_${level}`];
    const { gaussian, empirical } = minimumDetectableSlope(slopes, level);
    expect(Math.abs(gaussian / published.A_analytic_gaussian - 1)).toBeLessThan(0.08);
    expect(Math.abs(empirical / published.B_empirical_quantile - 1)).toBeLessThan(0.12);
    expect(Math.abs(detectableBySize(sizes, level) / published.C_constant_cv_montecarlo - 1)).toBeLessThan(
      0.08,
    );
  });

  it('as a power curve', () => {
    const { beta_abs, p_negative } = data.power_curve;
    const curve = powerCurve(sizes, beta_abs[beta_abs.length - 1]);
    curve.forEach(({ size, probability }, i) => {
      expect(size).toBeCloseTo(beta_abs[i], 10);
      expect(Math.abs(probability - p_negative[i])).toBeLessThan(0.03);
    });
  });
});

describe('method C', () => {
  it('says where a simulated slope turns negative', () => {
    const conditions = {
      temperatures: [0, 1, 3],
      draws: [Float64Array.of(9, 11, 13), Float64Array.of(7, 8), Float64Array.of(4, 6)],
    };
    const resamples = 2000;
    const sizes = fallingSizes(conditions, resamples, stream());
    const random = stream();
    const at = 2.5;
    let negative = 0;
    const means = [11, 7.5, 5];
    const grand = (11 + 7.5 + 5) / 3;
    for (let i = 0; i < resamples; i++) {
      const alpha = conditions.temperatures.map((t, l) => {
        const draws = conditions.draws[l];
        const residual = draws[Math.floor(random.uniform() * draws.length)] / means[l] - 1;
        return (grand - at * (t - 4 / 3)) * (1 + residual);
      });
      const [slope] = slopeDraws({ ...conditions, draws: alpha.map((value) => Float64Array.of(value)) });
      if (slope < 0) negative += 1;
    }
    expect(powerCurve(sizes, at, 2)[1].probability).toBe(negative / resamples);
  });

  it('refuses a level that is no majority', () =>
    expect(() => detectableBySize(new Float64Array(3), 0.5)).toThrow(/level 0.5/));
});
