// The regression of log α over cells from standardised coordinates, and the gradient through it.
import type { HierarchicalData } from './data.ts';
import type { HierarchicalFrame } from './frame.ts';
import type { HierarchicalModel } from './presets.ts';

export interface Regression {
  /** log α_j plus the frame's shift, J entries, after `forward`. */
  readonly levels: Float64Array;
  forward(q: Float64Array): void;
  /** From d/d log α_j: adds the gradient through the regression. */
  backward(q: Float64Array, slopes: Float64Array, gradient: Float64Array): void;
}

/** The frame's coordinates are in units of the priors' sds, deviates N(0, 1), sds signed. */
export function regression(
  { priors }: HierarchicalModel,
  { design, predictors: P, pools }: HierarchicalData,
  { offsets }: HierarchicalFrame,
): Regression {
  const { gamma0, gamma, sigmaCell, sigmaPool } = offsets;
  const { mu, sd } = priors.gamma0;
  const J = offsets.cells.length;
  const levels = new Float64Array(J);
  const poolOf = sigmaPool === null ? null : pools;

  function forward(q: Float64Array): void {
    for (let j = 0; j < J; j++) {
      let level = mu + sd * q[gamma0] + priors.sigmaCellScale * q[sigmaCell] * q[offsets.cells[j]];
      for (let p = 0; p < P; p++) level += design[j * P + p] * priors.gammaSd * q[gamma + p];
      if (poolOf !== null && sigmaPool !== null)
        level += priors.sigmaPoolScale * q[sigmaPool] * q[offsets.pools + poolOf[j]];
      levels[j] = level;
    }
  }

  /** Adds the gradient of slope · scale · q[i] · q[k]. */
  function addProduct(q: Float64Array, i: number, k: number, slope: number, gradient: Float64Array): void {
    gradient[i] += slope * q[k];
    gradient[k] += slope * q[i];
  }

  function backward(q: Float64Array, slopes: Float64Array, gradient: Float64Array): void {
    for (let j = 0; j < J; j++) {
      gradient[gamma0] += sd * slopes[j];
      for (let p = 0; p < P; p++) gradient[gamma + p] += design[j * P + p] * priors.gammaSd * slopes[j];
      addProduct(q, sigmaCell, offsets.cells[j], priors.sigmaCellScale * slopes[j], gradient);
      if (poolOf !== null && sigmaPool !== null)
        addProduct(q, sigmaPool, offsets.pools + poolOf[j], priors.sigmaPoolScale * slopes[j], gradient);
    }
  }

  return { levels, forward, backward };
}
