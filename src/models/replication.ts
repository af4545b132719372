// What a study of replicates asks of a model family: truths, data simulated at them, and quantities of truth and draws.

/** Which quantities are ranked beside every scalar parameter and the log likelihood. */
export interface QuantityOptions {
  /** Alternatives whose ψ is ranked: the first few. */
  readonly psi: number;
  /** Random projections of the standardised parameter vector. */
  readonly projections: number;
  /** Projections of the user's choice, `alpha + 0.5*delta[1]`: linear combinations of variables of the model. */
  readonly combinations?: readonly string[];
}

export const DEFAULT_QUANTITIES: QuantityOptions = { psi: 2, projections: 3 };

/** A simulated data set with its truth, ready to be fitted; `fitted` is what the sampler is given. */
export interface Replicate<Fitted> {
  readonly fitted: Fitted;
  /** Values of the quantities at the truth, in the order of their names. */
  readonly truth: Float64Array;
  /**
   * Writes the quantities of a draw at `position` (canonical sampling coordinates); `draw` counts the replicate's kept
   * draws and keys the directions that come from the prior.
   */
  evaluate(position: Float64Array, draw: number, out: Float64Array): void;
}

/** Replicates are keyed by seed and index alone: the same on every engine, in any shard, in any order. */
export interface Replication<Fitted> {
  readonly quantities: readonly string[];
  replicate(index: number): Replicate<Fitted>;
}
