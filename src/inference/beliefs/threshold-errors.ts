// How sure a fit is of its thresholds: the delta method on the curvature of what it climbed.
import { sigmoid } from '../../math/logistic.ts';
import { selectCases, type BeliefCell } from '../../models/beliefs/cell.ts';
import { toUnconstrained } from '../../models/beliefs/layout.ts';
import { beliefLikelihood, patternWeights } from '../../models/beliefs/likelihood.ts';
import type { ScoreTerm } from '../../models/beliefs/model.ts';
import { beliefObjective } from '../../models/beliefs/objective.ts';
import { FLAT_PRIORS, WEAK_PRIORS } from '../../models/beliefs/priors.ts';
import type { Target } from '../../models/target.ts';
import { solvePositive } from '../../statistics/portability/positive.ts';
import type { InSteps } from '../in-steps.ts';
import type { BeliefFit } from './fit.ts';

/** Half the distance between gradients, on the unconstrained scale: errors of some 1e-6 of the curvature. */
const STEP = 1e-4;
/**
 * Added to the curvature in η: its level means nothing, and control points without cases have none of their own. One
 * over the variance of the weak prior.
 */
const ETA_CURVATURE = 1 / 25;

/** −∇² of the target, row by row, a row a piece. */
function* curvature(target: Target, position: Float64Array): InSteps<Float64Array> {
  const n = target.dimension;
  const matrix = new Float64Array(n * n);
  const [above, below] = [new Float64Array(n), new Float64Array(n)];
  const moved = position.slice();
  for (let i = 0; i < n; i++) {
    moved[i] = position[i] + STEP;
    target.logDensity(moved, above);
    moved[i] = position[i] - STEP;
    target.logDensity(moved, below);
    moved[i] = position[i];
    for (let j = 0; j < n; j++) matrix[i * n + j] = (below[j] - above[j]) / (2 * STEP);
    yield;
  }
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++)
      matrix[i * n + j] = matrix[j * n + i] = (matrix[i * n + j] + matrix[j * n + i]) / 2;
  return matrix;
}

/** The gradient of −α/β over unconstrained coordinates. */
function slopeOf({ cutpoint, slopes }: ScoreTerm, theta: Float64Array, position: Float64Array): Float64Array {
  const gradient = new Float64Array(theta.length);
  const [alpha, beta] = [theta[cutpoint], theta[slopes[0]]];
  gradient[cutpoint] = -1 / beta;
  gradient[slopes[0]] = (alpha / (beta * beta)) * sigmoid(position[slopes[0]]);
  return gradient;
}

/**
 * Standard errors of −α/β, the threshold in logits, of every decision of a linear model. NaN where the curvature is not
 * positive, as it is away from a maximum.
 */
export function* thresholdErrors(
  { model, theta, estimator }: BeliefFit,
  cell: BeliefCell,
  train: readonly number[],
  clip: number,
): InSteps<Float64Array> {
  const likelihood = beliefLikelihood(model, selectCases(cell, train), { clip });
  const priors = estimator === 'map' ? WEAK_PRIORS : FLAT_PRIORS;
  const target = beliefObjective(likelihood, patternWeights(likelihood), priors);
  const position = toUnconstrained(model.layout, theta);
  const matrix = yield* curvature(target, position);
  const eta = model.grid.prior.parameters;
  const level = priors.eta === null ? 0 : ETA_CURVATURE / eta;
  for (let k = 0; k < eta; k++)
    for (let l = 0; l < eta; l++)
      matrix[k * theta.length + l] += priors.eta === null && k === l ? ETA_CURVATURE : level;
  const decisions = model.scores.filter(({ output }) => model.outputs[output].family === 'decision');
  return Float64Array.from(decisions, (term) => {
    const gradient = slopeOf(term, theta, position);
    const solved = solvePositive(matrix, gradient);
    return Math.sqrt(gradient.reduce((sum, value, i) => sum + value * solved[i], 0));
  });
}
