// Distances that keep the scale of actions, beside the scale-free total variation.
import { imbalance, type ActionGroups } from './distance.ts';

/** A fixed partition of the action axis, the same for every comparison of a cell. */
export interface ActionScale {
  readonly low: number;
  readonly high: number;
}

/** Equal-width bins of the fixed partition. */
export const SCALE_BINS = 10;

/** Predictions closer than this share of the range of actions are taken as equal: float noise is no difference. */
const SNAP = 1e-9;

/** Range of the actions of a cell. */
export function actionScale(actions: Float64Array): ActionScale {
  let low = Infinity;
  let high = -Infinity;
  for (const a of actions) {
    if (a < low) low = a;
    if (a > high) high = a;
  }
  return { low, high };
}

const rangeOf = ({ low, high }: ActionScale): number => (high > low ? high - low : 1);

/** Bins 0 … SCALE_BINS − 1 of predictions; beyond the range the nearest bin. */
function scaleBins(predictions: Float64Array, scale: ActionScale): Int8Array {
  const bins = new Int8Array(predictions.length);
  const range = rangeOf(scale);
  for (let i = 0; i < bins.length; i++) {
    const bin = Math.floor(((predictions[i] - scale.low) / range) * SCALE_BINS);
    bins[i] = bin < 0 ? 0 : bin < SCALE_BINS ? bin : SCALE_BINS - 1;
  }
  return bins;
}

/** TV of the joint laws of action and prediction on equal-width bins over the range of actions. */
export function scaleTv(
  groups: ActionGroups,
  out: Float64Array,
  inside: Float64Array,
  scale: ActionScale,
): number {
  const space = {
    out: scaleBins(out, scale),
    inside: scaleBins(inside, scale),
    balance: new Int32Array(SCALE_BINS),
  };
  return out.length > 0 ? imbalance(groups, space) / (2 * out.length) : 0;
}

const stepOf = (scale: ActionScale): number => SNAP * rangeOf(scale);

/** Whether some predictions of a pair differ by no more than float noise, so that snapping may change their distance. */
export const isNoisy = (closest: number, scale: ActionScale): boolean => closest <= 2 * stepOf(scale);

/** Predictions with differences of float noise taken out. */
export function snapped(predictions: Float64Array, scale: ActionScale): Float64Array {
  const step = stepOf(scale);
  return predictions.map((y) => Math.round(y / step) * step);
}
