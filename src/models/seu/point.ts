// A truth or a draw of an SEU model with what it implies on a design: what quantities are read from.

/** Parameters and expected utilities of a truth or of a draw; matrices as in PriorState and ExpandedDraw. */
export interface SeuPoint {
  readonly alpha: number;
  readonly omega: number;
  readonly beta: Float64Array;
  readonly delta: Float64Array;
  readonly upsilon: Float64Array;
  readonly psi: Float64Array;
  readonly eta: Float64Array;
  readonly etaRisky: Float64Array;
}
