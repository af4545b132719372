// Expected utilities of the uncertain alternatives in a frame's coordinates, and their gradient.
import { exp } from '../../math/elementary.ts';
import type { Frame } from './frame.ts';

export interface Beliefs {
  /** η_r after `forward`. */
  readonly eta: Float64Array;
  /** ψ, K × R, row by row (consequence by consequence), after `forward`. */
  readonly psi: Float64Array;
  /**
   * η at the belief coordinates z (C × d, from `zBase` on) and utilities υ; `towards` is t/|t|, which the reduced
   * frame turns by.
   */
  forward(z: Float64Array, zBase: number, upsilon: Float64Array, towards: Float64Array): void;
  /**
   * From d/dη: adds d/dz to `zGradient` (from `zBase` on) and d/dυ to `upsilonGradient`, and writes d/d(t/|t|) into
   * `towardsGradient`.
   */
  backward(
    etaGradient: Float64Array,
    zGradient: Float64Array,
    zBase: number,
    upsilonGradient: Float64Array,
    towardsGradient: Float64Array,
  ): void;
}

/** out_r = Σ_j a_rj z_j for rows × columns `a` starting at `base`; four rows at a time. */
export function multiply(
  a: Float64Array,
  base: number,
  rows: number,
  columns: number,
  z: Float64Array,
  zBase: number,
  out: Float64Array,
  outBase: number,
): void {
  let r = 0;
  for (; r + 3 < rows; r += 4) {
    const i0 = base + r * columns;
    const i1 = i0 + columns;
    const i2 = i1 + columns;
    const i3 = i2 + columns;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let j = 0; j < columns; j++) {
      const v = z[zBase + j];
      s0 += a[i0 + j] * v;
      s1 += a[i1 + j] * v;
      s2 += a[i2 + j] * v;
      s3 += a[i3 + j] * v;
    }
    out[outBase + r] = s0;
    out[outBase + r + 1] = s1;
    out[outBase + r + 2] = s2;
    out[outBase + r + 3] = s3;
  }
  for (; r < rows; r++) {
    let sum = 0;
    for (let j = 0; j < columns; j++) sum += a[base + r * columns + j] * z[zBase + j];
    out[outBase + r] = sum;
  }
}

/** out_j += Σ_r a_rj y_r; four rows at a time. */
export function multiplyTransposed(
  a: Float64Array,
  base: number,
  rows: number,
  columns: number,
  y: Float64Array,
  yBase: number,
  out: Float64Array,
  outBase: number,
): void {
  let r = 0;
  for (; r + 3 < rows; r += 4) {
    const i0 = base + r * columns;
    const i1 = i0 + columns;
    const i2 = i1 + columns;
    const i3 = i2 + columns;
    const y0 = y[yBase + r];
    const y1 = y[yBase + r + 1];
    const y2 = y[yBase + r + 2];
    const y3 = y[yBase + r + 3];
    for (let j = 0; j < columns; j++)
      out[outBase + j] += a[i0 + j] * y0 + a[i1 + j] * y1 + (a[i2 + j] * y2 + a[i3 + j] * y3);
  }
  for (; r < rows; r++) {
    const v = y[yBase + r];
    for (let j = 0; j < columns; j++) out[outBase + j] += a[base + r * columns + j] * v;
  }
}

/**
 * Workspace and closures for `alternatives` R and `consequences` K in `frame`. Every array over alternatives is laid
 * out with the alternative running fastest, so that the inner loops are long and their coefficients constant.
 */
export function beliefs(frame: Frame, R: number, K: number): Beliefs {
  const { components: C, rank: d, contrasts, factors, reduced } = frame;
  const eta = new Float64Array(R);
  const psi = new Float64Array(K * R);
  const x = new Float64Array(C * R);
  const yGradient = new Float64Array(C * R);
  const axis = new Float64Array(C);
  const alongX = new Float64Array(R);
  const alongGradient = new Float64Array(R);
  const total = new Float64Array(R);
  const logitGradient = new Float64Array(R);
  // C₀ less its first row: consequences against the first.
  const steps = contrasts.map((value, i) => value - contrasts[i % C]);
  let utilities = new Float64Array(K);
  let reflection = 0;

  /** w = t/|t| + e₁ of G = 2ww′/w′w − I, and w·x_r for every alternative. */
  function turn(towards: Float64Array): void {
    axis.set(towards);
    axis[0] += 1;
    let norm = 0;
    for (let c = 0; c < C; c++) norm += axis[c] * axis[c];
    reflection = 2 / norm;
    const first = axis[0];
    for (let r = 0; r < R; r++) alongX[r] = first * x[r];
    for (let c = 1; c < C; c++) {
      const w = axis[c];
      for (let r = 0; r < R; r++) alongX[r] += w * x[c * R + r];
    }
  }

  /**
   * Logits of consequence k less those of the first, (C₀[k] − C₀[1]) G x, into row k of ψ; G x = w (w·x) reflection − x
   * in the reduced frame.
   */
  function logits(k: number): void {
    const row = k * R;
    let along = 0;
    for (let c = 0; c < C; c++) along += steps[k * C + c] * axis[c];
    along *= reflection;
    if (reduced) for (let r = 0; r < R; r++) psi[row + r] = along * alongX[r];
    else for (let r = 0; r < R; r++) psi[row + r] = 0;
    for (let c = 0; c < C; c++) {
      const weight = reduced ? -steps[k * C + c] : steps[k * C + c];
      if (weight !== 0) for (let r = 0; r < R; r++) psi[row + r] += weight * x[c * R + r];
    }
  }

  /** exp of the logits, their sums into `total` and Σ υ_k exp into η. υ is 0 for the first consequence. */
  function exponentials(upsilon: Float64Array): void {
    for (let r = 0; r < R; r++) {
      const weight = psi[r] === 0 ? 1 : exp(psi[r]);
      psi[r] = weight;
      total[r] = weight;
      eta[r] = 0;
    }
    for (let k = 1; k < K; k++) {
      const utility = upsilon[k];
      const row = k * R;
      for (let r = 0; r < R; r++) {
        const weight = exp(psi[row + r]);
        psi[row + r] = weight;
        total[r] += weight;
        eta[r] += weight * utility;
      }
    }
  }

  /** Logits into ψ, with the largest of each alternative subtracted where `lower`: a logit above 709 overflows. */
  function allLogits(lower: boolean): void {
    for (let r = 0; r < R; r++) psi[r] = 0;
    for (let k = 1; k < K; k++) logits(k);
    if (!lower) return;
    for (let r = 0; r < R; r++) {
      let top = 0;
      for (let k = 1; k < K; k++) top = Math.max(top, psi[k * R + r]);
      for (let k = 0; k < K; k++) psi[k * R + r] -= top;
    }
  }

  function softmax(upsilon: Float64Array): void {
    allLogits(false);
    exponentials(upsilon);
    let largest = 0;
    for (let r = 0; r < R; r++) if (total[r] > largest) largest = total[r];
    if (largest === Infinity) {
      allLogits(true);
      exponentials(upsilon);
    }
    for (let r = 0; r < R; r++) {
      const share = 1 / total[r];
      eta[r] *= share;
      for (let i = r; i < K * R; i += R) psi[i] *= share;
    }
  }

  function forward(z: Float64Array, zBase: number, upsilon: Float64Array, towards: Float64Array): void {
    utilities = upsilon as Float64Array<ArrayBuffer>;
    for (let c = 0; c < C; c++) multiply(factors, c * R * d, R, d, z, zBase + c * d, x, c * R);
    if (reduced) turn(towards);
    softmax(upsilon);
  }

  /** d/d(Gx) from d/dη; adds ψ d/dη to d/dυ, but for the first consequence, whose utility is fixed. */
  function contrastGradient(etaGradient: Float64Array, upsilonGradient: Float64Array): void {
    for (let i = 0; i < C * R; i++) yGradient[i] = 0;
    for (let k = 1; k < K; k++) {
      const utility = utilities[k];
      let sum = 0;
      for (let r = 0; r < R; r++) {
        const p = psi[k * R + r] * etaGradient[r];
        sum += p;
        logitGradient[r] = p * (utility - eta[r]);
      }
      upsilonGradient[k] += sum;
      for (let c = 0; c < C; c++) {
        const weight = steps[k * C + c];
        if (weight !== 0) for (let r = 0; r < R; r++) yGradient[c * R + r] += weight * logitGradient[r];
      }
    }
  }

  /** Turns d/d(Gx) into d/dx in place, and writes d/dw of g′Gx summed over alternatives. */
  function turnGradient(axisGradient: Float64Array): void {
    const first = axis[0];
    for (let r = 0; r < R; r++) alongGradient[r] = first * yGradient[r];
    for (let c = 1; c < C; c++) {
      const w = axis[c];
      for (let r = 0; r < R; r++) alongGradient[r] += w * yGradient[c * R + r];
    }
    let both = 0;
    for (let r = 0; r < R; r++) both += alongX[r] * alongGradient[r];
    for (let c = 0; c < C; c++) {
      const w = axis[c] * reflection;
      let sum = 0;
      for (let r = 0; r < R; r++) {
        const i = c * R + r;
        sum += alongX[r] * yGradient[i] + alongGradient[r] * x[i];
        yGradient[i] = w * alongGradient[r] - yGradient[i];
      }
      axisGradient[c] = reflection * (sum - w * both);
    }
  }

  function backward(
    etaGradient: Float64Array,
    zGradient: Float64Array,
    zBase: number,
    upsilonGradient: Float64Array,
    towardsGradient: Float64Array,
  ): void {
    contrastGradient(etaGradient, upsilonGradient);
    if (reduced) turnGradient(towardsGradient);
    for (let c = 0; c < C; c++)
      multiplyTransposed(factors, c * R * d, R, d, yGradient, c * R, zGradient, zBase + c * d);
  }

  return { eta, psi, forward, backward };
}
