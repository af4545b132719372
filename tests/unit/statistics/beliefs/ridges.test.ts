import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import {
  logBetaDensity,
  fitReport,
  reportLikelihood,
} from '../../../../src/statistics/beliefs/ridge-report.ts';
import {
  fitOrdinal,
  occurringOf,
  ordinalLikelihood,
} from '../../../../src/statistics/beliefs/ridge-ordinal.ts';
import { standardise, type Features } from '../../../../src/statistics/beliefs/answer-rows.ts';
import {
  baseRateScores,
  bestPenalty,
  saturatedScores,
} from '../../../../src/statistics/beliefs/saturated.ts';
import type { Concave } from '../../../../src/statistics/portability/newton.ts';

const random = randomStream(5, 0, 0);
const N = 800;
const NO_FEATURES: Features = { values: new Float64Array(0), columns: 0 };
const rows = [...Array(N).keys()];
const features: Features = {
  values: Float64Array.from({ length: N * 3 }, () => random.normal()),
  columns: 3,
};
const signal = (row: number): number => 1.2 * features.values[row * 3] - 0.7 * features.values[row * 3 + 1];
const decisions = Float64Array.from(rows, (row) =>
  random.uniform() < 1 / (1 + Math.exp(0.4 - signal(row))) ? 1 : 0,
);
const judgments = Float64Array.from(rows, (row) => {
  const noisy = signal(row) + random.normal();
  return [-1.2, 0, 0.9].filter((cut) => noisy > cut).length;
});
const reports = Float64Array.from(rows, (row) =>
  Math.min(Math.max(1 / (1 + Math.exp(-signal(row) - 0.5 * random.normal())), 0.001), 0.999),
);

/** Gradient by differences of the value, and curvature by differences of the gradient. */
function check(model: Concave, b: Float64Array, curved: boolean): void {
  const arrays = () => [new Float64Array(b.length), new Float64Array(b.length ** 2)] as const;
  const [gradient, curvature] = arrays();
  model.evaluate(b, gradient, curvature);
  b.forEach((_, i) => {
    const h = 1e-5;
    const at = (shift: number) => {
      const [g, c] = arrays();
      const value = model.evaluate(
        b.map((x, k) => x + (k === i ? shift : 0)),
        g,
        c,
      );
      return { value, g };
    };
    const [up, down] = [at(h), at(-h)];
    expect((up.value - down.value) / (2 * h)).toBeCloseTo(gradient[i], 4);
    if (curved)
      for (let k = i; k < b.length; k++)
        expect(-(up.g[k] - down.g[k]) / (2 * h)).toBeCloseTo(curvature[k * b.length + i], 4);
  });
}

describe('ridge of ordered answers', () => {
  it('has the derivatives of its value', () => {
    const model = ordinalLikelihood(occurringOf(judgments, rows), features, rows, 2);
    check(model, Float64Array.of(-1, 0.3, 1, 0.5, -0.2, 0.1), true);
  });

  it('is a logistic regression for two categories: the ridge equations hold', () => {
    const penalty = 3;
    const fitted = fitOrdinal(features, decisions, rows, 2, penalty);
    const p = rows.map((row) => {
      const smooth = Math.exp(fitted.logScore(features, row, 1));
      return (smooth * (N + 1) - 0.5) / N;
    });
    const residual = rows.map((row) => decisions[row] - p[row]);
    expect(residual.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 4);
    const logits = p.map((value) => Math.log(value / (1 - value)));
    const slope = (c: number): number => {
      const base = { values: new Float64Array(6), columns: 3 };
      base.values[3 + c] = 1;
      const at = (row: number) => {
        const q = (Math.exp(fitted.logScore(base, row, 1)) * (N + 1) - 0.5) / N;
        return Math.log(q / (1 - q));
      };
      return at(1) - at(0);
    };
    for (const c of [0, 1, 2]) {
      const score = rows.reduce((sum, row) => sum + residual[row] * features.values[row * 3 + c], 0);
      expect(score).toBeCloseTo(penalty * slope(c), 4);
    }
    expect(logits.every(Number.isFinite)).toBe(true);
  });

  it('gives base rates without features, half an answer to a category never seen', () => {
    const none = fitOrdinal(NO_FEATURES, judgments, rows, 5, 0);
    const count = judgments.filter((answer) => answer === 2).length;
    expect(Math.exp(none.logScore(NO_FEATURES, 0, 2))).toBeCloseTo((count + 0.5) / (N + 2.5), 8);
    expect(Math.exp(none.logScore(NO_FEATURES, 0, 4))).toBeCloseTo(0.5 / (N + 2.5), 12);
  });

  it('takes a single category as certain but for half an answer of the other', () => {
    const fitted = fitOrdinal(features, new Float64Array(N), rows, 2, 1);
    expect(Math.exp(fitted.logScore(features, 3, 0))).toBeCloseTo((N + 0.5) / (N + 1), 12);
  });
});

describe('ridge of reports', () => {
  it('has the derivatives of its value', () => {
    check(reportLikelihood(reports, features, rows, 2), Float64Array.of(1.3, 0.2, 0.5, -0.2, 0.1), false);
  });

  it('has the expected information in the curvature: the variance of its score', () => {
    const phi = 6;
    const [mu, eps] = [0.3, 1e-4];
    const model = reportLikelihood(Float64Array.of(0.4), NO_FEATURES, [0], 0);
    const curvature = new Float64Array(4);
    model.evaluate(Float64Array.of(Math.log(phi), Math.log(mu / (1 - mu))), new Float64Array(2), curvature);
    const sums = new Float64Array(3);
    for (let p = eps / 2; p < 1; p += eps) {
      const own = reportLikelihood(Float64Array.of(p), NO_FEATURES, [0], 0);
      const score = new Float64Array(2);
      own.evaluate(Float64Array.of(Math.log(phi), Math.log(mu / (1 - mu))), score, new Float64Array(4));
      const weight = Math.exp(logBetaDensity(p, mu, phi)) * eps;
      sums[0] += weight * score[0] ** 2;
      sums[1] += weight * score[0] * score[1];
      sums[2] += weight * score[1] ** 2;
    }
    expect(curvature[0]).toBeCloseTo(sums[0], 3);
    expect(curvature[2]).toBeCloseTo(sums[1], 3);
    expect(curvature[3]).toBeCloseTo(sums[2], 3);
  });

  it('integrates to one', () => {
    const fitted = fitReport(features, reports, rows, 1);
    let sum = 0;
    for (let p = 0.0005; p < 1; p += 0.001) sum += 0.001 * Math.exp(fitted.logScore(features, 17, p));
    expect(sum).toBeCloseTo(1, 3);
  });
});

describe('scores of held-out rows', () => {
  it('puts columns to mean 0 and sd 1 over the training rows, missing ones to 0', () => {
    const { values } = standardise({ values: Float64Array.of(1, 3, NaN, 9), columns: 1 }, [0, 1, 2]);
    expect([...values]).toEqual([-1, 1, 0, 7]);
  });

  it('gains where the others tell, and nothing where they do not', () => {
    const noise: Features = {
      values: Float64Array.from({ length: N * 3 }, () => random.normal()),
      columns: 3,
    };
    const [train, test] = [rows.slice(0, 400), rows.slice(400)];
    const gain = (at: Features, answers: Float64Array, categories: number): number => {
      const target = { answers, categories };
      const none = baseRateScores(target, train, test);
      const saturated = saturatedScores(at, target, train, test);
      return saturated.reduce((sum, score, k) => sum + score - none[k], 0) / test.length;
    };
    expect(gain(features, decisions, 2)).toBeGreaterThan(0.08);
    expect(gain(features, judgments, 4)).toBeGreaterThan(0.15);
    expect(gain(features, reports, 0)).toBeGreaterThan(0.3);
    for (const [answers, categories] of [
      [decisions, 2],
      [judgments, 4],
      [reports, 0],
    ] as const)
      expect(Math.abs(gain(noise, answers, categories))).toBeLessThan(0.02);
    expect(
      bestPenalty(standardise(noise, train), { answers: decisions, categories: 2 }, train),
    ).toBeGreaterThanOrEqual(100);
  });
});
