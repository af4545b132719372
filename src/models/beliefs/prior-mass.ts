// The fitted prior of the belief: log density piecewise linear in logit z, normalised on the nodes (A.2).
import { exp, log } from '../../math/elementary.ts';
import type { Grid } from './grid.ts';

/** Log density with respect to dz at node q, not normalised; eta begins the parameter vector. */
function logDensityAt({ prior }: Grid, theta: Float64Array, q: number): number {
  const { terms, index, weight } = prior;
  let value = 0;
  for (let t = q * terms; t < (q + 1) * terms; t++) value += weight[t] * theta[index[t]];
  return value;
}

/** Writes log(w_q P(z_q)) into `logMass`, Σ exp = 1; returns log Σ_q w_q exp(log density), which was subtracted. */
export function fillLogPrior(grid: Grid, theta: Float64Array, logMass: Float64Array): number {
  let largest = -Infinity;
  for (let q = 0; q < grid.nodes; q++) {
    const value = logDensityAt(grid, theta, q) + grid.logWeights[q];
    logMass[q] = value;
    if (value > largest) largest = value;
  }
  let sum = 0;
  for (let q = 0; q < grid.nodes; q++) sum += exp(logMass[q] - largest);
  const normaliser = largest + log(sum);
  for (let q = 0; q < grid.nodes; q++) logMass[q] -= normaliser;
  return normaliser;
}

/** Normalised log density at the control points, which is what η means: η itself is defined up to a constant. */
export function logDensityAtControlPoints(grid: Grid, theta: Float64Array): Float64Array {
  const normaliser = fillLogPrior(grid, theta, new Float64Array(grid.nodes));
  return theta.slice(0, grid.prior.parameters).map((eta) => eta - normaliser);
}

/** Adds d/dη of Σ_q counts_q log mass_q; `counts` are posterior masses summed over cases, `total` their sum. */
export function addPriorGradient(
  { prior, nodes }: Grid,
  mass: Float64Array,
  counts: Float64Array,
  total: number,
  gradient: Float64Array,
): void {
  const { terms, index, weight } = prior;
  for (let q = 0; q < nodes; q++) {
    const excess = counts[q] - total * mass[q];
    for (let t = q * terms; t < (q + 1) * terms; t++) gradient[index[t]] += weight[t] * excess;
  }
}
