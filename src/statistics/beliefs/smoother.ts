// Local linear regression on the inferred belief with the bandwidth that predicts best across folds (Section D).
import { exp } from '../../math/elementary.ts';
import { sd } from '../moments.ts';
import { portableOrder } from './portable-draws.ts';

/** Bandwidths tried, in standard deviations of the beliefs. */
const BANDWIDTH_STEPS: readonly number[] = [0.1, 0.15, 0.2, 0.3, 0.45, 0.7, 1, 1.5, 2.2, 3.3, 5, 10];
/** Bandwidths of every smoother. */
export const BANDWIDTHS = BANDWIDTH_STEPS.length;
export const FOLDS = 4;
/** A weighted spread of beliefs below this share of the weighted square leaves no slope to fit. */
const SINGULAR = 1e-12;

/** Beliefs with the Gaussian kernel between each two of them at every bandwidth; made once for all draws. */
export interface BeliefKernels {
  readonly beliefs: Float64Array;
  readonly bandwidths: Float64Array;
  /** cases × cases × bandwidths. */
  readonly kernel: Float64Array;
  /** The cases in the random order that deals them to folds. */
  readonly order: Int32Array;
}

/** Fills the kernel between cases i and j, either way round. */
function fillKernel(kernel: Float64Array, beliefs: Float64Array, bandwidths: Float64Array, i: number): void {
  const [n, count] = [beliefs.length, bandwidths.length];
  for (let j = i; j < n; j++) {
    const [at, back] = [(i * n + j) * count, (j * n + i) * count];
    const distance = beliefs[j] - beliefs[i];
    for (let h = 0; h < count; h++) {
      const u = distance / bandwidths[h];
      kernel[at + h] = kernel[back + h] = exp((-u * u) / 2);
    }
  }
}

export function beliefKernels(
  beliefs: Float64Array,
  bandwidths = Float64Array.from(BANDWIDTH_STEPS, (step) => step * sd(beliefs)),
): BeliefKernels {
  const n = beliefs.length;
  const kernel = new Float64Array(n * n * bandwidths.length);
  for (let i = 0; i < n; i++) fillKernel(kernel, beliefs, bandwidths, i);
  return { beliefs, bandwidths, kernel, order: portableOrder(n) };
}

/** Cases that a regression is fitted to, fold after fold, with what it regresses on the belief. */
export interface Sample {
  readonly cases: Int32Array;
  readonly targets: Float64Array;
  /** Where each fold starts, and where the last ends. */
  readonly starts: Int32Array;
}

/** The cases that `keep` accepts; in the kernels' order they go to the folds in turn. */
export function sampleOf(
  { order }: BeliefKernels,
  targets: Float64Array,
  keep: (i: number) => boolean,
): Sample {
  const ordered = order.filter(keep);
  const folds = Array.from({ length: FOLDS }, (_, f) => ordered.filter((_, k) => k % FOLDS === f));
  let end = 0;
  const starts = [0, ...folds.map((fold) => (end += fold.length))];
  const cases = new Int32Array(ordered.length);
  folds.forEach((fold, f) => cases.set(fold, starts[f]));
  return { cases, targets: Float64Array.from(cases, (i) => targets[i]), starts: Int32Array.from(starts) };
}

/** The regression's value, within 0 … 1, from Σ w K, Σ w K d, Σ w K d² and the first two times the targets. */
export function localValue(s0: number, s1: number, s2: number, t0: number, t1: number): number {
  const spread = s0 * s2 - s1 * s1;
  const value = spread > SINGULAR * s0 * s2 ? (s2 * t0 - s1 * t1) / spread : t0 / s0;
  return value < 0 ? 0 : value > 1 ? 1 : value;
}

/** The regression's value at case i from the sample without its entries `from` … `to` − 1, within 0 … 1. */
function valueAt(
  { beliefs, bandwidths, kernel }: BeliefKernels,
  h: number,
  { cases, targets }: Sample,
  weights: Float64Array,
  i: number,
  from: number,
  to: number,
): number {
  const row = i * beliefs.length;
  const z = beliefs[i];
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let t0 = 0;
  let t1 = 0;
  for (let k = from === 0 ? to : 0; k < cases.length; k++) {
    const j = cases[k];
    const weight = weights[j] * kernel[(row + j) * bandwidths.length + h];
    const moment = weight * (beliefs[j] - z);
    s0 += weight;
    s1 += moment;
    s2 += moment * (beliefs[j] - z);
    t0 += weight * targets[k];
    t1 += moment * targets[k];
    if (k === from - 1) k = to - 1;
  }
  return localValue(s0, s1, s2, t0, t1);
}

/** Weighted squared error of every case predicted from the other folds. */
function foldError(kernels: BeliefKernels, h: number, sample: Sample, weights: Float64Array): number {
  const { cases, targets, starts } = sample;
  let error = 0;
  for (let f = 0; f < FOLDS; f++)
    for (let k = starts[f]; k < starts[f + 1]; k++) {
      const i = cases[k];
      const value = valueAt(kernels, h, sample, weights, i, starts[f], starts[f + 1]);
      error += weights[i] * (targets[k] - value) ** 2;
    }
  return error;
}

/** Cross-validated squared errors by bandwidth. */
export const foldErrors = (kernels: BeliefKernels, sample: Sample, weights: Float64Array): Float64Array =>
  kernels.bandwidths.map((_, h) => foldError(kernels, h, sample, weights));

/** Index of the bandwidth with the least error, the smaller where two tie. */
export function bestBandwidth(kernels: BeliefKernels, sample: Sample, weights: Float64Array): number {
  const errors = foldErrors(kernels, sample, weights);
  let best = 0;
  for (let h = 1; h < errors.length; h++) if (errors[h] < errors[best]) best = h;
  return best;
}

/** The regression of all targets at any belief z, within 0 … 1; null where every kernel weight underflows. */
export function localLinear(
  beliefs: Float64Array,
  targets: Float64Array,
  bandwidth: number,
  z: number,
): number | null {
  let [s0, s1, s2, t0, t1] = [0, 0, 0, 0, 0];
  for (let i = 0; i < beliefs.length; i++) {
    const distance = beliefs[i] - z;
    const u = distance / bandwidth;
    const weight = exp((-u * u) / 2);
    s0 += weight;
    s1 += weight * distance;
    s2 += weight * distance * distance;
    t0 += weight * targets[i];
    t1 += weight * distance * targets[i];
  }
  return s0 > 0 ? localValue(s0, s1, s2, t0, t1) : null;
}
