// The softmax rule and what choices say of its sensitivity, for the picture on the first page.
import type { LognormalPrior } from '../models/seu/presets.ts';

/** Choice probabilities proportional to exp(α · utility). */
export function choiceProbabilities(alpha: number, utilities: readonly number[]): readonly number[] {
  const best = Math.max(...utilities);
  const strengths = utilities.map((utility) => Math.exp(alpha * (utility - best)));
  const total = strengths.reduce((sum, strength) => sum + strength, 0);
  return strengths.map((strength) => strength / total);
}

/** Density of a lognormal prior at `alpha`. */
export function lognormalDensity(alpha: number, { mu, sigma }: LognormalPrior): number {
  if (alpha <= 0) return 0;
  const z = (Math.log(alpha) - mu) / sigma;
  return Math.exp(-0.5 * z * z) / (alpha * sigma * Math.sqrt(2 * Math.PI));
}

/**
 * Posterior density of α on an even `grid`, after `choices` choices from one menu that fell exactly as the
 * rule with sensitivity `truth` expects; normalised by the trapezoid rule.
 */
export function posteriorDensity(
  grid: readonly number[],
  truth: number,
  choices: number,
  utilities: readonly number[],
  prior: LognormalPrior,
): readonly number[] {
  const expected = choiceProbabilities(truth, utilities);
  const likelihood = (alpha: number): number =>
    choiceProbabilities(alpha, utilities).reduce((sum, p, i) => sum + choices * expected[i] * Math.log(p), 0);
  const best = likelihood(truth);
  const weights = grid.map((alpha) => lognormalDensity(alpha, prior) * Math.exp(likelihood(alpha) - best));
  const inner = weights.reduce((sum, weight) => sum + weight, 0);
  const area = (inner - (weights[0] + weights[weights.length - 1]) / 2) * (grid[1] - grid[0]);
  return weights.map((weight) => weight / area);
}
