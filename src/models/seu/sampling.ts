// The SEU family for samplers: the frame its prior allows, and the Fisher basis of the belief coordinates.
import { exp } from '../../math/elementary.ts';
import { symmetricEigen } from '../../math/jacobi.ts';
import type { CurvatureAverage, CurvatureEstimate, SamplingModel } from '../sampling.ts';
import type { SeuData } from './data.ts';
import { seuTarget, type SeuTarget } from './density.ts';
import type { Fault } from './faults.ts';
import { beliefOffset, frameOf, turnFrame, turnPosition, type Frame } from './frame.ts';
import { countMenus, type MenuCounts } from './menus.ts';
import type { SeuModel } from './presets.ts';
import { samplingTarget } from './wasm.ts';

/** Share of the average curvature that a first metric trusts: var = 1 / (1 + share · h). */
const CURVATURE_SHARE = 0.3;

export function seuSampling(model: SeuModel, data: SeuData, fault: Fault | null = null): SamplingModel {
  const frame = frameOf(model, data);
  return {
    dimension: frame.dimension,
    target: (basis) => samplingTarget(model, data, turnFrame(frame, basis), fault),
    curvature: () => fisherAverage(frame, data, seuTarget(model, data, frame)),
    turn: (basis, position, toCanonical) => turnPosition(frame, basis, position, toCanonical),
  };
}

/** Averages J_c′ F J_c with J_c = ∂(αη)/∂z_c and F the multinomial information of the menus. */
function fisherAverage(frame: Frame, data: SeuData, target: SeuTarget): CurvatureAverage {
  const { alternatives: R } = data;
  const counts = countMenus(data.uncertain, R);
  const sums = Array.from({ length: frame.components }, () => new Float64Array(R * R));
  const gradient = new Float64Array(frame.dimension);
  const information = new Float64Array(R * R);
  const slopes = new Float64Array(R);
  let added = 0;

  function add(position: Float64Array): void {
    if (!Number.isFinite(target.logDensity(position, gradient))) return;
    const alpha = exp(target.state.logSensitivity[0]);
    menuInformation(counts, alpha, target.state.eta, information);
    for (let c = 0; c < frame.components; c++) {
      componentSlopes(frame, target, c, alpha, slopes);
      for (let r = 0; r < R; r++)
        for (let s = 0; s < R; s++) sums[c][r * R + s] += slopes[r] * information[r * R + s] * slopes[s];
    }
    added += 1;
  }

  return { add, estimate: () => basisOf(frame, sums, R, Math.max(1, added)) };
}

function menuInformation(counts: MenuCounts, alpha: number, eta: Float64Array, out: Float64Array): void {
  const R = eta.length;
  out.fill(0);
  for (let m = 0; m < counts.shown.length; m++) {
    const members = counts.items.subarray(counts.starts[m], counts.starts[m + 1]);
    const top = members.reduce((best, r) => Math.max(best, eta[r]), -Infinity);
    const weights = Float64Array.from(members, (r) => exp(alpha * (eta[r] - top)));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    members.forEach((r, i) => {
      const p = weights[i] / total;
      out[r * R + r] += counts.shown[m] * p;
      members.forEach((s, j) => (out[r * R + s] -= (counts.shown[m] * p * weights[j]) / total));
    });
  }
}

/** ∂(αη_r)/∂x_rc for every r, where x_rc = A_c z_c. */
function componentSlopes(
  frame: Frame,
  target: SeuTarget,
  component: number,
  alpha: number,
  out: Float64Array,
): void {
  const { eta, psi, upsilon } = target.state;
  const { components: C, contrasts } = frame;
  const K = upsilon.length;
  const column = turnColumn(frame, upsilon, component);
  for (let r = 0; r < eta.length; r++) {
    let slope = 0;
    for (let k = 0; k < K; k++) {
      let along = 0;
      for (let c = 0; c < C; c++) along += contrasts[k * C + c] * column[c];
      slope += along * psi[k * eta.length + r] * (upsilon[k] - eta[r]);
    }
    out[r] = alpha * slope;
  }
}

/** Column `component` of G(δ). */
function turnColumn(frame: Frame, upsilon: Float64Array, component: number): Float64Array {
  const { components: C, contrasts } = frame;
  const unit = new Float64Array(C);
  unit[component] = 1;
  if (!frame.reduced) return unit;
  const t = Float64Array.from({ length: C }, (_, c) =>
    upsilon.reduce((sum, value, k) => sum + contrasts[k * C + c] * value, 0),
  );
  const norm = Math.sqrt(t.reduce((sum, value) => sum + value * value, 0));
  const w = t.map((value, c) => value / norm + (c === 0 ? 1 : 0));
  const squared = w.reduce((sum, value) => sum + value * value, 0);
  return w.map((value, c) => (2 * value * w[component]) / squared - unit[c]);
}

function basisOf(frame: Frame, sums: readonly Float64Array[], R: number, added: number): CurvatureEstimate {
  const { components: C, rank: d, factors, dimension } = frame;
  const basis = new Float64Array(C * d * d);
  const variances = new Float64Array(dimension).fill(1);
  for (let c = 0; c < C; c++) {
    const matrix = sandwich(factors.subarray(c * R * d, (c + 1) * R * d), sums[c], R, d, 1 / added);
    const { values, vectors } = symmetricEigen(matrix, d);
    basis.set(vectors, c * d * d);
    for (let j = 0; j < d; j++)
      variances[beliefOffset(frame) + c * d + j] = 1 / (1 + CURVATURE_SHARE * Math.max(0, values[j]));
  }
  return { basis, variances };
}

/** scale · A′ H A for A R × d. */
function sandwich(a: Float64Array, h: Float64Array, R: number, d: number, scale: number): Float64Array {
  const right = new Float64Array(R * d);
  for (let r = 0; r < R; r++)
    for (let s = 0; s < R; s++) {
      const weight = h[r * R + s] * scale;
      if (weight !== 0) for (let j = 0; j < d; j++) right[r * d + j] += weight * a[s * d + j];
    }
  const out = new Float64Array(d * d);
  for (let r = 0; r < R; r++)
    for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) out[i * d + j] += a[r * d + i] * right[r * d + j];
  return out;
}
