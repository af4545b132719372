// The direction of the utilities among the contrasts, which the reduced frame turns by and scales with.

export interface Direction {
  /** t/|t| for t = C₀ᵀυ, after `forward`. */
  readonly towards: Float64Array;
  /** Returns |t|. */
  forward(upsilon: Float64Array): number;
  /**
   * Adds to d/dυ what reaches t through its direction (d/d(t/|t|) given) and through its length, where a coordinate
   * s stands for a logarithm less log |t| whose derivative is `logGradient`.
   */
  backward(towardsGradient: Float64Array, logGradient: number, upsilonGradient: Float64Array): void;
}

/** `contrasts` is C₀, K × C, row by row. */
export function utilityDirection(contrasts: Float64Array, C: number): Direction {
  const towards = new Float64Array(C);
  let norm = 1;

  function forward(upsilon: Float64Array): number {
    let squared = 0;
    for (let c = 0; c < C; c++) {
      let sum = 0;
      for (let k = 0; k < upsilon.length; k++) sum += contrasts[k * C + c] * upsilon[k];
      towards[c] = sum;
      squared += sum * sum;
    }
    norm = Math.sqrt(squared);
    for (let c = 0; c < C; c++) towards[c] /= norm;
    return norm;
  }

  function backward(towardsGradient: Float64Array, logGradient: number, upsilonGradient: Float64Array): void {
    let along = logGradient;
    for (let c = 0; c < C; c++) along += towards[c] * towardsGradient[c];
    for (let c = 0; c < C; c++) {
      const g = (towardsGradient[c] - along * towards[c]) / norm;
      for (let k = 0; k < upsilonGradient.length; k++) upsilonGradient[k] += contrasts[k * C + c] * g;
    }
  }

  return { towards, forward, backward };
}
