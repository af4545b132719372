// The regression of log α over cells: its value at a position, its priors, and the gradient through both.
import { exp, log } from '../../math/elementary.ts';
import type { HierarchicalData } from './data.ts';
import type { HierarchicalFrame } from './frame.ts';
import type { HierarchicalModel } from './presets.ts';

const HALF_LOG_TWO_PI = 0.9189385332046727418;
const LOG_TWO = 0.6931471805599453094;

export interface Regression {
  /** First coordinate plus the cell's terms, J entries, after `forward`: log α_j + shift. */
  readonly levels: Float64Array;
  /** log α_j, J entries, after `forward`. */
  readonly logAlpha: Float64Array;
  /** γ₀ is the first coordinate less `shift`. Adds the priors' gradient; returns their log density, normalised. */
  forward(q: Float64Array, shift: number, gradient: Float64Array): number;
  /** From d/d log α_j: adds the gradient through the regression. */
  backward(q: Float64Array, slopes: Float64Array, gradient: Float64Array): void;
}

/** N(0, sd²) at `value`; adds its gradient at `index`. */
function addNormal(value: number, sd: number, gradient: Float64Array, index: number): number {
  const standard = value / sd;
  gradient[index] -= standard / sd;
  return -0.5 * standard * standard - log(sd) - HALF_LOG_TWO_PI;
}

/** Half-normal density of σ = e^u with its Jacobian, the factor 2 included; adds d/du at `index`. */
function addHalfNormal(u: number, scale: number, gradient: Float64Array, index: number): number {
  const standard = exp(u) / scale;
  gradient[index] += 1 - standard * standard;
  return LOG_TWO - 0.5 * standard * standard - log(scale) - HALF_LOG_TWO_PI + u;
}

export function regression(
  { priors }: HierarchicalModel,
  { design, predictors: P, pools }: HierarchicalData,
  { offsets }: HierarchicalFrame,
): Regression {
  const J = offsets.cells.length;
  const { gamma0, gamma, gammaSize, sigmaCell, sigmaPool } = offsets;
  const poolEnd = sigmaPool === null ? offsets.pools : offsets.cells[0];
  const levels = new Float64Array(J);
  const logAlpha = new Float64Array(J);
  let cellSd = 0;
  let poolSd = 0;

  function addPriors(q: Float64Array, shift: number, gradient: Float64Array): number {
    let value = addNormal(q[gamma0] - shift - priors.gamma0.mu, priors.gamma0.sd, gradient, gamma0);
    for (let p = gamma; p < gamma + P; p++) value += addNormal(q[p], priors.gammaSd, gradient, p);
    if (gammaSize !== null) value += addNormal(q[gammaSize], priors.gammaSizeSd, gradient, gammaSize);
    value += addHalfNormal(q[sigmaCell], priors.sigmaCellScale, gradient, sigmaCell);
    if (sigmaPool !== null) value += addHalfNormal(q[sigmaPool], priors.sigmaPoolScale, gradient, sigmaPool);
    for (let i = offsets.pools; i < poolEnd; i++) value += addNormal(q[i], 1, gradient, i);
    for (const i of offsets.cells) value += addNormal(q[i], 1, gradient, i);
    return value;
  }

  function forward(q: Float64Array, shift: number, gradient: Float64Array): number {
    cellSd = exp(q[sigmaCell]);
    poolSd = sigmaPool === null ? 0 : exp(q[sigmaPool]);
    for (let j = 0; j < J; j++) {
      let level = q[gamma0] + cellSd * q[offsets.cells[j]];
      for (let p = 0; p < P; p++) level += design[j * P + p] * q[gamma + p];
      if (sigmaPool !== null && pools !== null) level += poolSd * q[offsets.pools + pools[j]];
      levels[j] = level;
      logAlpha[j] = level - shift;
    }
    return addPriors(q, shift, gradient);
  }

  function backward(q: Float64Array, slopes: Float64Array, gradient: Float64Array): void {
    for (let j = 0; j < J; j++) {
      const slope = slopes[j];
      gradient[gamma0] += slope;
      for (let p = 0; p < P; p++) gradient[gamma + p] += design[j * P + p] * slope;
      gradient[sigmaCell] += slope * cellSd * q[offsets.cells[j]];
      gradient[offsets.cells[j]] += slope * cellSd;
      if (sigmaPool !== null && pools !== null) {
        gradient[sigmaPool] += slope * poolSd * q[offsets.pools + pools[j]];
        gradient[offsets.pools + pools[j]] += slope * poolSd;
      }
    }
  }

  return { levels, logAlpha, forward, backward };
}
