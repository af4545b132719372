import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { selectCases, type BeliefCell, type BeliefOutput } from '../../../../src/models/beliefs/cell.ts';
import { beliefCoordinates } from '../../../../src/models/beliefs/coordinates.ts';
import { beliefLikelihood, patternWeights } from '../../../../src/models/beliefs/likelihood.ts';
import { beliefModel } from '../../../../src/models/beliefs/model.ts';
import { PROPER_PRIORS, type ProperPriors } from '../../../../src/models/beliefs/priors.ts';
import { beliefReplication } from '../../../../src/models/beliefs/replication.ts';
import {
  beliefFrame,
  beliefSampling,
  type BeliefPosteriorModel,
  type SampledKind,
} from '../../../../src/models/beliefs/sampling.ts';
import { drawTheta, isWithinClip, simulateCell } from '../../../../src/models/beliefs/truth.ts';
import { smallCell } from '../../../support/beliefs.ts';

const NONE = new Float64Array(0);
const INFORMATIVE: ProperPriors = { ...PROPER_PRIORS, eta: 1, intercept: 1.5, slope: 3 };
const modelNamed = (name: SampledKind, priors = PROPER_PRIORS): BeliefPosteriorModel => ({
  name,
  priors,
  clip: 1e-4,
});

function positionsOf(dimension: number, count: number): Float64Array[] {
  const random = randomStream(8, 0, 0);
  return Array.from({ length: count }, () =>
    Float64Array.from({ length: dimension }, () => 0.7 * random.normal()),
  );
}

describe.each(['linear', 'spline'] as const)('the posterior of a %s model', (name) => {
  const small = smallCell();
  const cell = selectCases(small, [0, 1, 2, 3, 4, 5, 6, 7]);
  const posterior = modelNamed(name);
  const sampling = beliefSampling(posterior, cell);
  const n = sampling.dimension;

  it.each(['as it is', 'turned'])('has the gradient of its log density, %s', (form) => {
    const basis = form === 'turned' ? reflection(n) : NONE;
    const target = sampling.target(basis);
    const gradient = new Float64Array(n);
    const other = new Float64Array(n);
    for (const position of positionsOf(n, 2)) {
      target.logDensity(position, gradient);
      position.forEach((value, i) => {
        const at = (step: number): number =>
          target.logDensity(
            position.map((same, j) => (i === j ? value + step : same)),
            other,
          );
        const numeric = (at(1e-5) - at(-1e-5)) / 2e-5;
        expect(Math.abs(gradient[i] - numeric), `coordinate ${i}`).toBeLessThan(
          1e-5 * (1 + Math.abs(numeric)),
        );
      });
    }
  });

  it('is the same density however it is turned', () => {
    const basis = reflection(n);
    const gradient = new Float64Array(n);
    for (const position of positionsOf(n, 2)) {
      const value = sampling.target(NONE).logDensity(position, gradient);
      const turned = position.slice();
      sampling.turn(basis, turned, false);
      expect(sampling.target(basis).logDensity(turned, gradient)).toBeCloseTo(value, 9);
      sampling.turn(basis, turned, true);
      turned.forEach((x, i) => expect(x).toBeCloseTo(position[i], 12));
    }
  });

  it('is the likelihood of the answers times the prior, up to a constant', () => {
    const model = beliefModel(name, cell.outputs);
    const coordinates = beliefCoordinates(model, PROPER_PRIORS);
    const likelihood = beliefLikelihood(model, cell);
    const frame = beliefFrame(posterior, cell);
    const theta = new Float64Array(model.layout.dimension);
    const gradient = new Float64Array(n);
    const gaps = positionsOf(n, 3).map((position) => {
      frame.toTheta(position, theta);
      frame.fromTheta(theta).forEach((y, i) => expect(y).toBeCloseTo(position[i], 6));
      const value = likelihood.evaluate(theta, patternWeights(likelihood), null);
      const unframed = coordinates.fromTheta(theta);
      coordinates.toTheta(unframed, theta);
      const prior = coordinates.addPrior(unframed, new Float64Array(theta.length), gradient);
      return sampling.target(NONE).logDensity(position, gradient) - value - prior;
    });
    gaps.forEach((gap) => expect(gap).toBeCloseTo(gaps[0], 7));
  });

  it('has its mode at 0, where it is about as wide as a standard normal', () => {
    const target = sampling.target(NONE);
    const gradient = new Float64Array(n);
    const top = target.logDensity(new Float64Array(n), gradient);
    gradient.forEach((slope) => expect(Math.abs(slope)).toBeLessThan(0.3));
    for (let i = 0; i < n; i++) {
      const side = (y: number): number =>
        target.logDensity(
          Float64Array.from({ length: n }, (_, j) => (i === j ? y : 0)),
          new Float64Array(n),
        );
      const curvature = (2 * top - side(0.05) - side(-0.05)) / 0.05 ** 2;
      expect(curvature, `axis ${i}`).toBeLessThan(1.1);
    }
  });
});

/** I − 2 v v′ / v′v. */
function reflection(n: number): Float64Array {
  const v = Float64Array.from({ length: n }, (_, i) => Math.cos(3 * i));
  const square = v.reduce((sum, value) => sum + value * value, 0);
  return Float64Array.from(
    { length: n * n },
    (_, k) => (Math.floor(k / n) === k % n ? 1 : 0) - (2 * v[Math.floor(k / n)] * v[k % n]) / square,
  );
}

describe('replicates', () => {
  const outputs: readonly BeliefOutput[] = [
    { prompt: 'report', family: 'probability' },
    { prompt: 'scale', family: 'ordinal', categories: 3 },
    { prompt: 'act', family: 'decision', framing: 'none', threshold: 0.3 },
  ];
  const quantities = { psi: 0, projections: 2 };
  const study = { model: modelNamed('linear', INFORMATIVE), outputs, cases: 20, quantities };
  const { quantities: names, replicate } = beliefReplication(study, 4);

  it('rank every parameter, thresholds, the log likelihood and joint quantities', () => {
    expect(names).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7].map((k) => `eta[${k}]`),
      'phi',
      'act.alpha',
      'act.beta',
      'scale.beta',
      'scale.tau1',
      'scale.taugap',
      'act.threshold',
      'log_lik',
      'projection[1]',
      'projection[2]',
      'distance',
    ]);
  });

  it('are the same whenever they are asked for, and differ by number', () => {
    const first = replicate(3);
    expect(beliefReplication(study, 4).replicate(3).truth).toEqual(first.truth);
    expect(replicate(4).truth).not.toEqual(first.truth);
    expect(isWithinClip(first.fitted.cell, 1e-4)).toBe(true);
  });

  it('read a draw at the truth as the truth', () => {
    const { truth, fitted, evaluate } = replicate(3);
    const theta = truth.slice(0, beliefModel('linear', outputs).layout.dimension);
    const out = new Float64Array(truth.length);
    evaluate(beliefFrame(fitted.model, fitted.cell).fromTheta(theta), 0, out);
    out.forEach((value, q) => expect(value, names[q]).toBeCloseTo(truth[q], 6));
    expect(fitted.cell.cases).toHaveLength(20);
  });
});

describe('truths', () => {
  const outputs: readonly BeliefOutput[] = [
    { prompt: 'report', family: 'probability' },
    { prompt: 'act', family: 'decision', framing: 'none', threshold: null },
  ];
  const model = beliefModel('linear', outputs);

  it('have the moments of their priors', () => {
    const random = randomStream(9, 0, 0);
    const draws = Array.from({ length: 20_000 }, () => drawTheta(model, PROPER_PRIORS, random));
    const meanOf = (value: (theta: Float64Array) => number): number =>
      draws.reduce((sum, theta) => sum + value(theta), 0) / draws.length;
    // η_k less the mean of seven has 6/7 of the variance of an entry.
    expect(meanOf((theta) => theta[2] ** 2)).toBeCloseTo((25 * 6) / 7, 0);
    expect(meanOf((theta) => Math.log(theta[7] - 2))).toBeCloseTo(3, 1);
    expect(meanOf((theta) => theta[8] ** 2) / 400).toBeCloseTo(1, 1);
    expect(meanOf((theta) => theta[9]) / 10).toBeCloseTo(Math.sqrt(2 / Math.PI), 1);
    expect(draws.every((theta) => theta[9] >= 0)).toBe(true);
  });

  it('give answers of every case', () => {
    const random = randomStream(9, 1, 0);
    const cell: BeliefCell = simulateCell(model, drawTheta(model, INFORMATIVE, random), 50, random);
    expect(cell.responses).toHaveLength(100);
    expect(cell.responses.every((value) => value >= 0 && value <= 1)).toBe(true);
  });
});
