// What a sampler needs of a model: a log density with its gradient, and leapfrog steps where the model has its own.

/** A trajectory under way, moved in place. */
export interface Motion {
  readonly position: Float64Array;
  readonly momentum: Float64Array;
  readonly gradient: Float64Array;
}

/** What leapfrog steps came to: log density and energy error after the last of them, and how many were made. */
export interface Flight {
  readonly lp: number;
  readonly error: number;
  readonly leapfrogs: number;
}

/** A differentiable log density on R^dimension. */
export interface Target {
  readonly dimension: number;
  /**
   * Log density at `position`; writes its gradient into `gradient` (both of length `dimension`).
   * A position outside the support or an overflow returns −Infinity or NaN: the samplers read either as a divergence.
   */
  logDensity(position: Float64Array, gradient: Float64Array): number;
  /**
   * Optional, and then with the bits of `integrate` in inference/chain.ts: up to `steps` ≥ 1 leapfrogs under a diagonal
   * metric, fewer where the energy exceeds `energy` by more than `limit` or is NaN. `step` is negative backwards in time.
   */
  integrate?(
    motion: Motion,
    step: number,
    variances: Float64Array,
    steps: number,
    energy: number,
    limit: number,
  ): Flight;
}
