// Correlations of residuals between outputs, given the belief: Yen's Q3 (1984).

/** Correlation of two columns over rows where both are defined; 0 where either does not vary there. */
function correlationOf(residuals: Float64Array, outputs: number, j: number, k: number): number {
  let [n, sj, sk, jj, kk, jk] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < residuals.length; at += outputs) {
    const a = residuals[at + j];
    const b = residuals[at + k];
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    n++;
    sj += a;
    sk += b;
    jj += a * a;
    kk += b * b;
    jk += a * b;
  }
  const spread = Math.sqrt((jj - (sj * sj) / n) * (kk - (sk * sk) / n));
  return spread > 0 ? (jk - (sj * sk) / n) / spread : 0;
}

/**
 * Q3 of every pair of outputs, the first before the second, from cases × outputs of residuals (NaN where missing).
 * Without local dependence it is below 0, about −1 / (outputs − 1), since the belief was read from the same answers.
 */
export function residualCorrelations(residuals: Float64Array, outputs: number): Float64Array {
  const values = new Float64Array((outputs * (outputs - 1)) / 2);
  for (let j = 0, at = 0; j < outputs; j++)
    for (let k = j + 1; k < outputs; k++) values[at++] = correlationOf(residuals, outputs, j, k);
  return values;
}
