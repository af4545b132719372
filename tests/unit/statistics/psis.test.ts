import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../../../src/math/normal.ts';
import { fitGeneralisedPareto, leaveOut, logSumExp, smoothWeights } from '../../../src/statistics/psis.ts';

interface Smoothed {
  readonly name: string;
  readonly r_eff: number;
  readonly k: number | 'Inf';
  readonly log_weights_head: readonly number[];
  readonly largest: number;
  readonly elpd: number;
}

interface Reference {
  readonly ratios: Readonly<Record<string, readonly number[]>>;
  readonly smoothed: readonly Smoothed[];
  readonly pareto: readonly { x: readonly number[]; k: number; sigma: number }[];
}

/** R's package loo 2.5.1; see psis.R beside the file. */
const reference = JSON.parse(
  readFileSync(new URL('../../fixtures/statistics/psis.json', import.meta.url), 'utf8'),
) as Reference;

const DIGITS = 9;

describe('Pareto-smoothed weights against R', () => {
  it.each(reference.smoothed.map((one) => [`${one.name}, efficiency ${one.r_eff}`, one] as const))(
    '%s',
    (_, { name, r_eff, k, log_weights_head, largest, elpd }) => {
      const ratios = Float64Array.from(reference.ratios[name]);
      const smoothed = smoothWeights(ratios, r_eff);
      if (k === 'Inf') expect(smoothed.k).toBe(Infinity);
      else expect(smoothed.k).toBeCloseTo(k, DIGITS);
      const total = logSumExp(smoothed.logWeights);
      const normalised = smoothed.logWeights.map((weight) => weight - total);
      log_weights_head.forEach((weight, s) => expect(normalised[s]).toBeCloseTo(weight, DIGITS));
      expect(Math.max(...normalised)).toBeCloseTo(largest, DIGITS);
      const left = leaveOut(
        ratios.map((value) => -value),
        r_eff,
      );
      expect(left.elpd).toBeCloseTo(elpd, DIGITS);
    },
  );

  it.each(reference.pareto)('fits a generalised Pareto sample: k = $k', ({ x, k, sigma }) => {
    const fit = fitGeneralisedPareto(Float64Array.from(x));
    expect(fit.k).toBeCloseTo(k, DIGITS);
    expect(fit.sigma).toBeCloseTo(sigma, DIGITS);
  });
});

it('gives the exact leave-one-out density of a normal mean', () => {
  const y = [0.3, -1.1, 0.8, 1.9, -0.4, 0.1];
  const draws = 4000;
  const predictive = (rest: readonly number[], value: number): number => {
    const precision = rest.length + 1;
    const centre = rest.reduce((sum, one) => sum + one, 0) / precision;
    const variance = 1 + 1 / precision;
    return -0.5 * Math.log(2 * Math.PI * variance) - (value - centre) ** 2 / (2 * variance);
  };
  const precision = y.length + 1;
  const centre = y.reduce((sum, one) => sum + one, 0) / precision;
  const mean = Float64Array.from(
    { length: draws },
    (_, s) => centre + normalQuantile((s + 0.5) / draws - 0.5) / Math.sqrt(precision),
  );
  for (const [i, value] of y.entries()) {
    const { elpd, k } = leaveOut(mean.map((mu) => -0.5 * Math.log(2 * Math.PI) - (value - mu) ** 2 / 2));
    expect(k).toBeLessThan(0.7);
    expect(elpd).toBeCloseTo(
      predictive(
        y.filter((_, j) => j !== i),
        value,
      ),
      2,
    );
  }
});
