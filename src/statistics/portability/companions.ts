// Distances that keep the scale of actions, beside the scale-free total variation.
import type { ActionGroups } from './distance.ts';

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

/** Bin 0 … SCALE_BINS − 1 of a prediction; beyond the range the nearest bin. */
const scaleBin = (y: number, scale: ActionScale): number =>
  Math.min(SCALE_BINS - 1, Math.max(0, Math.floor(((y - scale.low) / rangeOf(scale)) * SCALE_BINS)));

/** TV of the joint laws of action and prediction on equal-width bins over the range of actions. */
export function scaleTv(
  { order, starts }: ActionGroups,
  out: Float64Array,
  inside: Float64Array,
  scale: ActionScale,
): number {
  const balance = new Int32Array(SCALE_BINS);
  let total = 0;
  for (let g = 0; g + 1 < starts.length; g++) {
    balance.fill(0);
    for (let k = starts[g]; k < starts[g + 1]; k++) {
      balance[scaleBin(out[order[k]], scale)] += 1;
      balance[scaleBin(inside[order[k]], scale)] -= 1;
    }
    for (const count of balance) total += Math.abs(count);
  }
  return out.length > 0 ? total / (2 * out.length) : 0;
}

const stepOf = (scale: ActionScale): number => SNAP * rangeOf(scale);

/** Whether some predictions of a pair differ by no more than float noise, so that snapping may change their distance. */
export const isNoisy = (closest: number, scale: ActionScale): boolean => closest <= 2 * stepOf(scale);

/** Predictions with differences of float noise taken out. */
export function snapped(predictions: Float64Array, scale: ActionScale): Float64Array {
  const step = stepOf(scale);
  return predictions.map((y) => Math.round(y / step) * step);
}
