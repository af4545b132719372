import { expect, it } from 'vitest';
import { scoreSingleOutputs } from '../../../../src/instruments/beliefs/holdout.ts';
import { completeCases, selectCases, type BeliefCell } from '../../../../src/models/beliefs/cell.ts';
import { beliefLikelihood, patternWeights } from '../../../../src/models/beliefs/likelihood.ts';
import { beliefModel, type BeliefKind } from '../../../../src/models/beliefs/model.ts';
import { beliefReader } from '../../../../src/models/beliefs/posterior.ts';
import { thetaVector, type BeliefTheta } from '../../../../src/models/beliefs/theta.ts';
import { beliefFixture, mainCells, partRows } from '../../../support/beliefs.ts';

const cells = mainCells();

const partOf = (name: string, part: 'train' | 'validation' | 'test'): BeliefCell => {
  const cell = cells.get(name)!;
  return selectCases(cell, partRows(cell, completeCases(cell), part));
};

interface Sensitivity {
  readonly theta: BeliefTheta;
  readonly loglik: Record<'train' | 'validation' | 'test', number>;
  readonly macro_concordance: number;
  readonly pooled_r2: number;
}
const { cells: variants } = beliefFixture<{
  cells: Record<string, Record<BeliefKind, Record<string, Sensitivity>>>;
}>('o13_spline_2d.json');
const stored = Object.entries(variants).flatMap(([name, kinds]) =>
  Object.entries(kinds).flatMap(([kind, byEstimator]) =>
    Object.entries(byEstimator).map(
      ([estimator, fit]) => [name, kind as BeliefKind, estimator, fit] as const,
    ),
  ),
);

it.each(stored)('%s, %s model by %s, scores as the reference', (name, kind, _, fit) => {
  const test = partOf(name, 'test');
  const model = beliefModel(kind, test.outputs);
  const theta = thetaVector(model.layout, fit.theta);
  for (const part of ['train', 'validation', 'test'] as const) {
    const likelihood = beliefLikelihood(model, partOf(name, part));
    const value = likelihood.evaluate(theta, patternWeights(likelihood), null);
    expect(Math.abs(value - fit.loglik[part])).toBeLessThan(1e-8 * (1 + Math.abs(value)));
  }
  const score = scoreSingleOutputs(beliefReader(model, theta), test);
  expect(Math.abs(score.macroConcordance - fit.macro_concordance)).toBeLessThan(1e-8);
  expect(Math.abs(score.pooledR2 - fit.pooled_r2)).toBeLessThan(1e-8);
});
