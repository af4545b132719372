// What a sampler needs of a model: a log density with its gradient, and nothing else.

/** A differentiable log density on R^dimension. */
export interface Target {
  readonly dimension: number;
  /**
   * Log density at `position`; writes its gradient into `gradient` (both of length `dimension`).
   * A position outside the support or an overflow returns −Infinity or NaN: the samplers read either as a divergence.
   */
  logDensity(position: Float64Array, gradient: Float64Array): number;
}
