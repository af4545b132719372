import { describe, expect, it } from 'vitest';
import {
  completeCases,
  selectCases,
  selectOutputs,
  type BeliefCell,
  type BeliefOutput,
} from '../../../../src/models/beliefs/cell.ts';
import {
  chainGradient,
  startValues,
  toNatural,
  toUnconstrained,
} from '../../../../src/models/beliefs/layout.ts';
import { beliefLikelihood, caseValues, patternWeights } from '../../../../src/models/beliefs/likelihood.ts';
import { beliefModel, type BeliefKind } from '../../../../src/models/beliefs/model.ts';
import { logDensityAtControlPoints } from '../../../../src/models/beliefs/prior-mass.ts';
import { thetaVector, type BeliefTheta } from '../../../../src/models/beliefs/theta.ts';
import { beliefFixture, smallCell } from '../../../support/beliefs.ts';

interface Entry {
  readonly kind: BeliefKind;
  readonly theta_name: string;
  readonly theta: BeliefTheta;
  readonly loglik: number;
  readonly case_loglik_first5: readonly number[];
  readonly grad_natural: BeliefTheta;
  readonly grad_unconstrained?: BeliefTheta;
  readonly log_density_at_control_points: readonly number[] | null;
}
const { entries, n } = beliefFixture<{ entries: readonly Entry[]; n: number }>('o02_loglik.json');

const isDirected = (output: BeliefOutput): boolean =>
  output.family !== 'decision' || output.threshold !== null;
const small = smallCell();
const complete = selectCases(small, completeCases(small));

function likelihoodOf(kind: BeliefKind, cell: BeliefCell) {
  const own = kind === 'shared' ? selectOutputs(cell, isDirected) : cell;
  return beliefLikelihood(beliefModel(kind, own.outputs), own);
}

const expectClose = (values: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void =>
  Array.from(expected).forEach((value, i) =>
    expect(Math.abs(values[i] - value), `entry ${i}: ${values[i]} for ${value}`).toBeLessThan(
      tolerance * (1 + Math.abs(value)),
    ),
  );

describe.each(entries.map((entry) => [`${entry.kind} ${entry.theta_name}`, entry] as const))(
  '%s',
  (_, entry) => {
    const likelihood = likelihoodOf(entry.kind, complete);
    const { layout, grid } = likelihood.model;
    const theta = thetaVector(layout, entry.theta);
    const gradient = new Float64Array(layout.dimension);
    const value = likelihood.evaluate(theta, patternWeights(likelihood), gradient);

    it('has the reference log likelihood, in total and by case', () => {
      expect(complete.cases).toHaveLength(n);
      expect(Math.abs(value - entry.loglik)).toBeLessThan(1e-8);
      expectClose(caseValues(likelihood).subarray(0, 5), entry.case_loglik_first5, 1e-10);
      if (entry.log_density_at_control_points !== null)
        expectClose(logDensityAtControlPoints(grid, theta), entry.log_density_at_control_points, 1e-9);
    });

    it('has the reference gradient', () => {
      expectClose(
        gradient,
        thetaVector({ ...layout, blocks: free(layout.blocks) }, entry.grad_natural),
        1e-7,
      );
      if (entry.grad_unconstrained === undefined) return;
      chainGradient(layout, toUnconstrained(layout, theta), gradient);
      expectClose(
        gradient,
        thetaVector({ ...layout, blocks: free(layout.blocks) }, entry.grad_unconstrained),
        1e-7,
      );
    });
  },
);

/** Blocks without a lower bound: gradients come by block too. */
function free<Block extends { readonly transform: string }>(blocks: readonly Block[]) {
  return blocks.map((block) => ({ ...block, transform: 'identity' as const }));
}

it('starts where the reference starts', () => {
  for (const { kind, theta_name: name, theta } of entries)
    if (name === 'init') {
      const { layout } = likelihoodOf(kind, complete).model;
      expectClose(startValues(layout), thetaVector(layout, theta), 1e-12);
    }
});

/** Σ over nodes by the book, in plain logarithms, missing answers skipped. */
function directValue(cell: BeliefCell, theta: BeliefTheta, i: number): number {
  const { grid } = beliefModel('linear', cell.outputs);
  const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
  const { eta } = theta;
  const logPrior = Array.from(grid.z, (_, q) => {
    const [a, b] = [2 * q, 2 * q + 1];
    const { index, weight } = grid.prior;
    return grid.logWeights[q] + weight[a] * eta[index[a]] + weight[b] * eta[index[b]];
  });
  const normaliser = logPrior.reduce((sum, value) => sum + Math.exp(value), 0);
  return Math.log(
    logPrior.reduce((sum, value, q) => {
      const x = grid.logits[q];
      const likelihood = cell.outputs.reduce((product, output, j) => {
        const a = cell.responses[i * cell.outputs.length + j];
        if (Number.isNaN(a) || output.family === 'probability') return product;
        if (output.family === 'decision') {
          const p = logistic(theta[`${output.prompt}.alpha`][0] + theta[`${output.prompt}.beta`][0] * x);
          return product * (a === 1 ? p : 1 - p);
        }
        const taus = [theta[`${output.prompt}.tau1`][0]];
        for (const gap of theta[`${output.prompt}.taugap`]) taus.push(taus[taus.length - 1] + gap);
        const below = (k: number): number =>
          k === 0 ? 0 : k === 5 ? 1 : logistic(taus[k - 1] - theta[`${output.prompt}.beta`][0] * x);
        return product * (below(a) - below(a - 1));
      }, 1);
      return sum + (Math.exp(value) / normaliser) * likelihood;
    }, 0),
  );
}

describe('missing answers', () => {
  const { theta } = entries.find(({ kind, theta_name: name }) => kind === 'linear' && name === 'jitter')!;
  const silent = {
    ...small,
    responses: small.responses.map((value, k) =>
      k % small.outputs.length === 0 || k % 7 === 3 ? NaN : value,
    ),
  };

  it('are omitted', () => {
    const likelihood = likelihoodOf('linear', silent);
    const vector = thetaVector(likelihood.model.layout, theta);
    likelihood.evaluate(vector, patternWeights(likelihood), null);
    const values = caseValues(likelihood);
    for (const i of [0, 1, 50, 119]) expect(values[i]).toBeCloseTo(directValue(silent, theta, i), 10);
  });

  it.each(['linear', 'spline', 'shared', 'two_d'] as const)(
    'leave the %s gradient that of the value',
    (kind) => {
      const cell = selectCases(
        { ...small, responses: small.responses.map((v, k) => (k % 11 === 4 ? NaN : v)) },
        [0, 1, 2, 3, 4, 5, 6, 7],
      );
      const likelihood = likelihoodOf(kind, cell);
      const { layout } = likelihood.model;
      const weights = patternWeights(likelihood, [1, 2, 0, 1, 0.5, 1, 3, 1]);
      const at = toUnconstrained(layout, startValues(layout)).map(
        (value, i) => value + 0.3 * Math.sin(i * 7),
      );
      const theta = new Float64Array(layout.dimension);
      const valueAt = (position: Float64Array, gradient: Float64Array | null): number => {
        toNatural(layout, position, theta);
        return likelihood.evaluate(theta, weights, gradient);
      };
      const gradient = new Float64Array(layout.dimension);
      valueAt(at, gradient);
      chainGradient(layout, at, gradient);
      for (let k = 0; k < layout.dimension; k += kind === 'two_d' ? 9 : 1) {
        const step = (h: number): number => valueAt(at.with(k, at[k] + h), null);
        const slope = (8 * (step(1e-3) - step(-1e-3)) - (step(2e-3) - step(-2e-3))) / 12e-3;
        expect(Math.abs(gradient[k] - slope), `${kind} ${k}`).toBeLessThan(1e-8 * (1 + Math.abs(slope)));
      }
    },
  );
});

it('falls back to logarithms where products underflow', () => {
  const steep = entries.find(({ theta_name: name }) => name.startsWith('steep'))!;
  const likelihood = likelihoodOf('linear', complete);
  const { layout } = likelihood.model;
  const theta = thetaVector(layout, steep.theta);
  for (const block of layout.blocks) if (block.role === 'slope') theta[block.offset] *= 20;
  const gradient = new Float64Array(layout.dimension);
  expect(likelihood.evaluate(theta, patternWeights(likelihood), gradient)).toBeLessThan(-5e4);
  expect(gradient.every(Number.isFinite)).toBe(true);
});

it('weights cases and merges equal ones', () => {
  const twice = selectCases(complete, [0, 1, 2, 0, 0]);
  const likelihood = likelihoodOf('linear', twice);
  const theta = startValues(likelihood.model.layout);
  const total = likelihood.evaluate(theta, patternWeights(likelihood), null);
  const [a, b, c] = caseValues(likelihood);
  expect(likelihood.patterns).toBe(3);
  expect(total).toBeCloseTo(3 * a + b + c, 12);
});
