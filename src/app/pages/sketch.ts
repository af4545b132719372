// What a dozen choices would say of α: the exact posterior on a grid, for the small picture on the first page.
import { choiceProbabilities, type SmallDensity } from '../../charts/home.ts';
import { lognormalDensity } from '../../instruments/seu/views/density.ts';
import { exp, log } from '../../math/elementary.ts';
import type { LognormalPrior } from '../../models/seu/presets.ts';

const STEPS = 240;

/** An even grid over [0, highest]. */
const gridTo = (highest: number): readonly number[] =>
  Array.from({ length: STEPS + 1 }, (_, step) => (step * highest) / STEPS);

/**
 * Posterior density of α on an even `grid` after `choices` choices from one menu that fell exactly as the
 * rule with sensitivity `truth` expects; normalised on the grid by the trapezoid rule.
 */
export function posteriorDensity(
  grid: readonly number[],
  truth: number,
  choices: number,
  utilities: readonly number[],
  prior: LognormalPrior,
): readonly number[] {
  const expected = choiceProbabilities(utilities, truth);
  const likelihood = (alpha: number): number =>
    choiceProbabilities(utilities, alpha).reduce((sum, p, i) => sum + choices * expected[i] * log(p), 0);
  const best = likelihood(truth);
  const weights = grid.map((alpha) => lognormalDensity(alpha, prior) * exp(likelihood(alpha) - best));
  const inner = weights.reduce((sum, weight) => sum + weight, 0);
  const area = (inner - (weights[0] + weights[weights.length - 1]) / 2) * (grid[1] - grid[0]);
  return weights.map((weight) => weight / area);
}

/** Prior and posterior of α up to `highest`, each with a place for its name. */
export function sketchCurves(
  truth: number,
  highest: number,
  choices: number,
  utilities: readonly number[],
  prior: LognormalPrior,
): readonly SmallDensity[] {
  const grid = gridTo(highest);
  const posterior = posteriorDensity(grid, truth, choices, utilities, prior);
  const points = (densities: readonly number[]): SmallDensity['points'] =>
    densities.map((density, i) => ({ value: grid[i], density }));
  const peak = posterior.indexOf(Math.max(...posterior));
  const shoulder = posterior.findIndex((density, i) => i > peak && density < 0.55 * posterior[peak]);
  const priorPoints = points(grid.map((alpha) => lognormalDensity(alpha, prior)));
  return [
    { label: 'prior', role: 'null', points: priorPoints, labelAt: 0.62 * highest },
    { label: 'posterior', role: 0, points: points(posterior), labelAt: grid[shoulder + 4] ?? grid[peak] },
  ];
}
