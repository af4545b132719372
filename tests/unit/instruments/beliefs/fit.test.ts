import { describe, expect, it } from 'vitest';
import { fitDiagnostics } from '../../../../src/instruments/beliefs/diagnostics.ts';
import { fitBeliefs, likelihoodGap } from '../../../../src/inference/beliefs/fit.ts';
import { outputFacts } from '../../../../src/instruments/beliefs/flags.ts';
import { positiveSecondAxis } from '../../../../src/inference/beliefs/second-axis.ts';
import { selectCases } from '../../../../src/models/beliefs/cell.ts';
import { beliefLikelihood, patternWeights } from '../../../../src/models/beliefs/likelihood.ts';
import { beliefModel } from '../../../../src/models/beliefs/model.ts';
import { addLogPrior, WEAK_PRIORS } from '../../../../src/models/beliefs/priors.ts';
import { thetaVector, type BeliefTheta } from '../../../../src/models/beliefs/theta.ts';
import { beliefFixture, fitDataOf, mainCells } from '../../../support/beliefs.ts';

interface Stored {
  readonly theta: BeliefTheta;
  readonly loglik: Record<'train' | 'validation' | 'test', number>;
}
interface Fits {
  readonly cells: Record<
    string,
    {
      readonly lbfgs_mle: Stored;
      readonly lbfgs_weak_prior: Stored;
    }
  >;
}
const stored = beliefFixture<Fits>('o03_fits.json').cells;
const cells = mainCells();
const dataOf = (name: string) => fitDataOf(cells, name);

describe.each(['noisy|forecasting', 'coherent|forecasting', 'incoherent|werewolf'])('MAP of %s', (name) => {
  const { cell, rows } = dataOf(name);
  const settings = { kind: 'linear', estimator: 'map' } as const;
  const fit = fitBeliefs(cell, rows, settings);

  it('is at least as high as the reference, and a stationary point', () => {
    const { layout } = fit.model;
    const likelihood = beliefLikelihood(fit.model, selectCases(cell, rows.train));
    const logPosterior = (theta: Float64Array): number =>
      likelihood.evaluate(theta, patternWeights(likelihood), null) +
      addLogPrior(layout, WEAK_PRIORS, theta, new Float64Array(layout.dimension));
    const reference = logPosterior(thetaVector(layout, stored[name].lbfgs_weak_prior.theta));
    expect(logPosterior(fit.theta)).toBeGreaterThan(reference - 1e-3);
    expect(Math.abs(fit.logLikelihood.train - stored[name].lbfgs_weak_prior.loglik.train)).toBeLessThan(0.03);
    expect(fit.stop).toBe('gradient');
    expect(fit.gradientNorm).toBeLessThanOrEqual(1e-3);
    expect(fit.remaining).toBeLessThan(1e-5);
  });
});

describe('maximum likelihood', () => {
  it.each(['noisy|forecasting', 'noisy|werewolf', 'incoherent|forecasting'])(
    'of %s reaches the reference',
    (name) => {
      const { cell, rows } = dataOf(name);
      const fit = fitBeliefs(cell, rows, { kind: 'linear', estimator: 'mle' });
      expect(fit.logLikelihood.train).toBeGreaterThan(stored[name].lbfgs_mle.loglik.train - 0.01);
      expect(fit.remaining).toBeLessThan(1e-6);
    },
  );

  it('is what the gap is measured from', () => {
    const name = 'noisy|forecasting';
    const { cell, rows } = dataOf(name);
    const settings = { kind: 'linear', estimator: 'map' } as const;
    const fit = fitBeliefs(cell, rows, settings);
    const gap = likelihoodGap(cell, rows, fit, settings);
    expect(gap).toBeCloseTo(stored[name].lbfgs_mle.loglik.train - fit.logLikelihood.train, 2);
  });
});

describe('two dimensions', () => {
  const { cell, rows } = dataOf('noisy|ckd');
  const few = {
    train: Array.from(rows.train).slice(0, 40),
    validation: Array.from(rows.validation).slice(0, 20),
  };

  it('mirrors the second axis without changing the likelihood', () => {
    const model = beliefModel('two_d', cell.outputs);
    const likelihood = beliefLikelihood(model, selectCases(cell, few.train));
    const weights = patternWeights(likelihood);
    const theta = Float64Array.from({ length: model.layout.dimension }, (_, i) => 1.3 + Math.sin(i * 3));
    for (const { role, offset } of model.layout.blocks) if (role === 'second-slope') theta[offset] -= 2;
    const mirrored = positiveSecondAxis(model, theta);
    expect(mirrored).not.toEqual(theta);
    expect(likelihood.evaluate(mirrored, weights, null)).toBeCloseTo(
      likelihood.evaluate(theta, weights, null),
      9,
    );
    expect(positiveSecondAxis(model, mirrored)).toBe(mirrored);
  });

  it('takes the best validated of its starts', () => {
    const settings = { kind: 'two_d', estimator: 'mle', lbfgs: { maxIterations: 3 } } as const;
    const both = fitBeliefs(cell, few, { ...settings, starts: 2, seed: 4 });
    const first = fitBeliefs(cell, few, { ...settings, starts: 1, seed: 4 });
    expect(both.logLikelihood.validation).toBeGreaterThanOrEqual(first.logLikelihood.validation!);
    expect(both.logLikelihood.train).toBeGreaterThan(-600);
  });
});

describe('facts and diagnostics', () => {
  const { cell, rows } = dataOf('coherent|forecasting');
  const fit = fitBeliefs(cell, rows, { kind: 'linear', estimator: 'map' });
  const facts = outputFacts(fit, cell, rows.train);
  const found = (id: string) => fitDiagnostics(fit, facts, 3.5).find((diagnostic) => diagnostic.id === id)!;

  it('name the separated decisions with few other answers', () => {
    const separated = facts.filter((fact) => fact.separated).map(({ prompt }) => prompt);
    expect(separated).toEqual(['threshold_r19', 'bet_r19', 'cost_r19']);
    for (const { prompt, minority } of facts)
      if (separated.includes(prompt)) expect(minority).toBeGreaterThan(0);
    expect(found('separated_outputs')).toMatchObject({ value: 3, severity: 'look' });
    expect(found('few_minority').hint).toContain('cost_r19');
    expect(found('gradient_norm').severity).toBe('fine');
    expect(found('likelihood_gap').severity).toBe('fine');
    expect(found('constant_outputs')).toMatchObject({ value: 0, severity: 'fine', hint: '' });
  });

  it('name constant and unrelated outputs', () => {
    const { cell: incoherent, rows: own } = dataOf('incoherent|forecasting');
    const at = incoherent.outputs.findIndex(({ prompt }) => prompt === 'bet_r19');
    const constant = {
      ...incoherent,
      responses: incoherent.responses.map((value, k) => (k % incoherent.outputs.length === at ? 1 : value)),
    };
    const weak = fitBeliefs(constant, own, { kind: 'linear', estimator: 'map' });
    const diagnostics = fitDiagnostics(weak, outputFacts(weak, constant, own.train));
    const of = (id: string) => diagnostics.find((diagnostic) => diagnostic.id === id)!;
    expect(of('constant_outputs').hint).toContain('bet_r19');
    expect(of('weak_slopes').value).toBeGreaterThan(8);
    expect(of('likelihood_gap')).toBeUndefined();
    expect(weak.theta.every(Number.isFinite)).toBe(true);
  });
});

it('refuses what cannot be fitted', () => {
  const { cell, rows } = dataOf('noisy|ckd');
  const none = { train: rows.train, validation: [] };
  expect(() => fitBeliefs(cell, { train: [], validation: [] }, { kind: 'linear', estimator: 'map' })).toThrow(
    'no training',
  );
  expect(() => fitBeliefs(cell, none, { kind: 'linear', estimator: 'adam' })).toThrow('validation');
  expect(() => fitBeliefs(cell, none, { kind: 'shared', estimator: 'map' })).toThrow('no threshold');
});
