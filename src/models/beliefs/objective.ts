// What optimisers climb: the log likelihood and log prior at natural values, over unconstrained coordinates.
import type { Target } from '../target.ts';
import { chainGradient, toNatural } from './layout.ts';
import type { BeliefLikelihood } from './likelihood.ts';
import { addLogPrior, FLAT_PRIORS, type BeliefPriors } from './priors.ts';

/**
 * The log posterior density of natural values, without the transforms' Jacobian: its maximum does not depend on the
 * coordinates. `weights` are of the likelihood's patterns.
 */
export function beliefObjective(
  likelihood: BeliefLikelihood,
  weights: Float64Array,
  priors: BeliefPriors = FLAT_PRIORS,
): Target {
  const { layout } = likelihood.model;
  const theta = new Float64Array(layout.dimension);
  return {
    dimension: layout.dimension,
    logDensity(position, gradient) {
      toNatural(layout, position, theta);
      const value =
        likelihood.evaluate(theta, weights, gradient) + addLogPrior(layout, priors, theta, gradient);
      chainGradient(layout, position, gradient);
      return value;
    },
  };
}
