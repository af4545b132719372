// Orthonormal contrasts of η: its level says nothing, so a sampler moves in the directions that sum to zero.
//
// Contrast k (from 1) is Helmert's, (1, …, 1, −k, 0, …) / √(k (k + 1)) with k ones. Deviations η − mean(η) ~ N(0, sd²) in
// every entry, as the priors have them, are contrasts ~ N(0, sd²) that are independent.

/** Writes Σ_k contrast_k · direction_k into `eta`, n entries of n − 1 contrasts, each scaled by `scale`; they sum to 0. */
export function fromContrasts(contrasts: Float64Array, n: number, scale: number, eta: Float64Array): void {
  let level = 0;
  for (let k = n - 1; k >= 1; k--) {
    const step = (scale * contrasts[k - 1]) / Math.sqrt(k * (k + 1));
    eta[k] = level - k * step;
    level += step;
  }
  eta[0] = level;
}

/** The transpose: writes scale · direction_k · eta into the first n − 1 entries of `contrasts`. */
export function toContrasts(eta: Float64Array, n: number, scale: number, contrasts: Float64Array): void {
  let sum = 0;
  for (let k = 1; k < n; k++) {
    sum += eta[k - 1];
    contrasts[k - 1] = (scale * (sum - k * eta[k])) / Math.sqrt(k * (k + 1));
  }
}
