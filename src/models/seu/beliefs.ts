// Expected utilities of the uncertain alternatives in a frame's coordinates, and their gradient.
import { exp } from '../../math/elementary.ts';
import type { Frame } from './frame.ts';

export interface Beliefs {
  /** η_r after `forward`. */
  readonly eta: Float64Array;
  /** ψ, R × K, row by row, after `forward`. */
  readonly psi: Float64Array;
  /** η at belief coordinates z (C × d) and utilities υ; `towards` is t/|t|, which the reduced frame turns by. */
  forward(z: Float64Array, upsilon: Float64Array, towards: Float64Array): void;
  /**
   * From d/dη: adds d/dz to `zGradient`, d/dυ to `upsilonGradient`, and writes d/d(t/|t|) into `towardsGradient`.
   */
  backward(
    etaGradient: Float64Array,
    zGradient: Float64Array,
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

/** Workspace and closures for `alternatives` R and `consequences` K in `frame`. */
export function beliefs(frame: Frame, R: number, K: number): Beliefs {
  const { components: C, rank: d, contrasts, factors, reduced } = frame;
  const eta = new Float64Array(R);
  const psi = new Float64Array(R * K);
  const x = new Float64Array(C * R);
  const xGradient = new Float64Array(C * R);
  const axis = new Float64Array(C);
  const y = new Float64Array(C);
  const yGradient = new Float64Array(C);
  const axisGradient = new Float64Array(C);
  const logits = new Float64Array(K);
  let utilities = new Float64Array(K);
  let axisNorm = 1;

  /** y = G x for alternative r: the reflection 2ww'/w'w − I in the reduced frame. */
  function turn(source: Float64Array, r: number, out: Float64Array): void {
    let along = 0;
    for (let c = 0; c < C; c++) along += axis[c] * source[c * R + r];
    along *= 2 / axisNorm;
    for (let c = 0; c < C; c++) out[c] = axis[c] * along - source[c * R + r];
  }

  function valueOf(r: number): void {
    if (reduced) turn(x, r, y);
    else for (let c = 0; c < C; c++) y[c] = x[c * R + r];
    let top = -Infinity;
    for (let k = 0; k < K; k++) {
      let logit = 0;
      for (let c = 0; c < C; c++) logit += contrasts[k * C + c] * y[c];
      logits[k] = logit;
      if (logit > top) top = logit;
    }
    let sum = 0;
    let weighted = 0;
    for (let k = 0; k < K; k++) {
      const weight = exp(logits[k] - top);
      psi[r * K + k] = weight;
      sum += weight;
      weighted += weight * utilities[k];
    }
    const scale = 1 / sum;
    for (let k = 0; k < K; k++) psi[r * K + k] *= scale;
    eta[r] = weighted * scale;
  }

  function forward(z: Float64Array, upsilon: Float64Array, towards: Float64Array): void {
    utilities = upsilon as Float64Array<ArrayBuffer>;
    if (reduced) {
      axis.set(towards);
      axis[0] += 1;
      axisNorm = 0;
      for (let c = 0; c < C; c++) axisNorm += axis[c] * axis[c];
    }
    for (let c = 0; c < C; c++) multiply(factors, c * R * d, R, d, z, c * d, x, c * R);
    for (let r = 0; r < R; r++) valueOf(r);
  }

  /** d/dy of alternative r into yGradient; adds ψ d/dη to d/dυ. */
  function logitGradient(r: number, g: number, upsilonGradient: Float64Array): void {
    yGradient.fill(0);
    for (let k = 0; k < K; k++) {
      const p = psi[r * K + k] * g;
      const logit = p * (utilities[k] - eta[r]);
      upsilonGradient[k] += p;
      for (let c = 0; c < C; c++) yGradient[c] += contrasts[k * C + c] * logit;
    }
  }

  /** With G = 2ww'/w'w − I: d/dw of g'Gx, summed over alternatives; and G g into xGradient. */
  function turnGradient(r: number): void {
    let alongX = 0;
    let alongG = 0;
    for (let c = 0; c < C; c++) {
      alongX += axis[c] * x[c * R + r];
      alongG += axis[c] * yGradient[c];
    }
    const scale = 2 / axisNorm;
    const shrink = alongX * alongG * scale * scale;
    for (let c = 0; c < C; c++) {
      axisGradient[c] += scale * (alongX * yGradient[c] + alongG * x[c * R + r]) - shrink * axis[c];
      xGradient[c * R + r] = axis[c] * alongG * scale - yGradient[c];
    }
  }

  function backward(
    etaGradient: Float64Array,
    zGradient: Float64Array,
    upsilonGradient: Float64Array,
    towardsGradient: Float64Array,
  ): void {
    axisGradient.fill(0);
    for (let r = 0; r < R; r++) {
      logitGradient(r, etaGradient[r], upsilonGradient);
      if (reduced) turnGradient(r);
      else for (let c = 0; c < C; c++) xGradient[c * R + r] = yGradient[c];
    }
    for (let c = 0; c < C; c++)
      multiplyTransposed(factors, c * R * d, R, d, xGradient, c * R, zGradient, c * d);
    towardsGradient.set(axisGradient);
  }

  return { eta, psi, forward, backward };
}
