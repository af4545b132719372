// Conditional choice probabilities by multinomial logit: the logit for two actions, any few levels without an order.
import { exp, log } from '../../math/elementary.ts';
import { TINY_RIDGE, choiceLearner, type ChoiceCounts, type ChoiceFit } from './choice.ts';
import { heldByRidge, maximise, startFromRidge, type Concave } from './newton.ts';

/** Probabilities p_k ∝ exp(b_k · z) into `into`; returns the log of the sum of exponentials. */
function softmax(b: Float64Array, z: Float64Array, into: Float64Array): number {
  const [levels, width] = [into.length, z.length];
  let most = -Infinity;
  for (let k = 0; k < levels; k++) {
    let utility = 0;
    for (let j = 0; j < width; j++) utility += b[k * width + j] * z[j];
    into[k] = utility;
    most = Math.max(most, utility);
  }
  let total = 0;
  for (let k = 0; k < levels; k++) {
    into[k] = exp(into[k] - most);
    total += into[k];
  }
  for (let k = 0; k < levels; k++) into[k] /= total;
  return most + log(total);
}

/** Adds minus the second derivatives of one point: rows · (p_k [k = l] − p_k p_l) z z'. */
function addCurvature(curvature: Float64Array, p: Float64Array, z: Float64Array, rows: number): void {
  const [levels, width] = [p.length, z.length];
  const size = levels * width;
  for (let k = 0; k < levels; k++) {
    for (let l = 0; l <= k; l++) {
      const factor = rows * ((k === l ? p[k] : 0) - p[k] * p[l]);
      for (let i = 0; i < width; i++) {
        const at = (k * width + i) * size + l * width;
        for (let j = 0; j < width; j++) curvature[at + j] += factor * z[i] * z[j];
      }
    }
  }
}

/**
 * The penalised log likelihood of levels × (1 + features) parameters, every level with its own: names of levels do not
 * matter, and the ridge puts their common shift to 0. Only the lower triangle of the curvature is filled.
 */
export function logitLikelihood({ z, counts, levels }: ChoiceCounts): Concave {
  const width = z[0].length;
  const p = new Float64Array(levels);
  const rows = counts.map((at) => at.reduce((sum, count) => sum + count, 0));
  return {
    size: levels * width,
    evaluate(b, gradient, curvature) {
      let value = startFromRidge(TINY_RIDGE, b, gradient, curvature);
      z.forEach((at, i) => {
        value -= rows[i] * softmax(b, at, p);
        for (let k = 0; k < levels; k++) {
          const surplus = counts[i][k] - rows[i] * p[k];
          for (let j = 0; j < width; j++) {
            value += counts[i][k] * b[k * width + j] * at[j];
            gradient[k * width + j] += surplus * at[j];
          }
        }
        addCurvature(curvature, p, at, rows[i]);
      });
      return value;
    },
  };
}

/** The likeliest multinomial logit, by Newton's method. */
export function fitLogit(data: ChoiceCounts): ChoiceFit {
  const model = logitLikelihood(data);
  const maximum = maximise(model, new Float64Array(model.size));
  return {
    separated: data.levels > 1 && heldByRidge(maximum, TINY_RIDGE),
    converged: maximum.converged,
    probabilities(z) {
      const p = new Float64Array(data.levels);
      softmax(maximum.b, z, p);
      return p;
    },
  };
}

/** Multinomial logit on the levels of a cell. */
export const logitLearner = choiceLearner(fitLogit);
