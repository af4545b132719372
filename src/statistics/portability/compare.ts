// One comparison: a predictor trained on source environments against one trained on the target, on the target's test fold.
import { log } from '../../math/elementary.ts';
import type { Cell, Folds } from './cell.ts';
import { distanceMeter, groupActions, type ActionGroups, type DistanceMeter } from './distance.ts';
import type { Fitted, Learner } from './learner.ts';

/** Source environments and the held-out target. */
export interface SourceTarget {
  readonly sources: readonly number[];
  readonly target: number;
}

/** How well a predictor does on the fold's rows. */
export interface Errors {
  /** Σ (a − ŷ)². */
  readonly sse: number;
  /** 1 − SSE / SST about the fold's mean; null where actions do not vary. */
  readonly r2: number | null;
}

/** The common test fold of a target, with what every comparison on it shares. */
export interface TestFold {
  readonly rows: Uint32Array;
  readonly actions: Float64Array;
  readonly groups: ActionGroups;
  /** Σ (a − ā)². */
  readonly sst: number;
  readonly inside: Fitted;
  readonly insidePredictions: Float64Array;
  /** The same, ascending. */
  readonly insideSorted: Float64Array;
  readonly insideErrors: Errors;
}

export interface Comparison {
  readonly rows: number;
  /** By number of bins, in the order asked for: Σ |#out − #in|. */
  readonly numerators: readonly number[];
  /** ln RMSE(source-trained) − ln RMSE(target-trained); null where either RMSE is 0. */
  readonly gap: number | null;
  /** Out-of-sample R² of the source-trained predictor. */
  readonly r2: number | null;
  /** Mean squared difference of the two predictions, in squared units of the action. */
  readonly distance: number;
}

function errorsOf(actions: Float64Array, predictions: Float64Array, sst: number): Errors {
  let sse = 0;
  for (let i = 0; i < actions.length; i++) {
    const error = actions[i] - predictions[i];
    sse += error * error;
  }
  return { sse, r2: sst > 0 ? 1 - sse / sst : null };
}

/** Values at the given rows. */
export function pick(values: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) picked[i] = values[rows[i]];
  return picked;
}

function squaresAbout(actions: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < actions.length; i++) sum += actions[i];
  const mean = sum / actions.length;
  let squares = 0;
  for (let i = 0; i < actions.length; i++) squares += (actions[i] - mean) * (actions[i] - mean);
  return squares;
}

/** Test folds by target, each made when it is first asked for. */
export function testFolds(cell: Cell, folds: Folds, learner: Learner): (target: number) => TestFold {
  const made = new Map<number, TestFold>();
  return (target) => {
    const known = made.get(target);
    if (known) return known;
    const fold = testFold(cell, folds, learner, target);
    made.set(target, fold);
    return fold;
  };
}

/** The test fold of one target under one learner. */
export function testFold(cell: Cell, folds: Folds, learner: Learner, target: number): TestFold {
  const rows = folds.test[target];
  const actions = pick(cell.action, rows);
  const sst = squaresAbout(actions);
  const inside = learner.fit([target]);
  const insidePredictions = inside.predict(rows);
  const insideErrors = errorsOf(actions, insidePredictions, sst);
  return {
    rows,
    actions,
    groups: groupActions(actions),
    sst,
    inside,
    insidePredictions,
    insideSorted: insidePredictions.slice().sort(),
    insideErrors,
  };
}

/** ½ ln(SSE_out / SSE_in): both means are over the same rows. */
const logGap = (out: number, inside: number): number | null =>
  out > 0 && inside > 0 ? 0.5 * (log(out) - log(inside)) : null;

function squaredDistance(out: Float64Array, inside: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < out.length; i++) {
    const difference = out[i] - inside[i];
    sum += difference * difference;
  }
  return out.length > 0 ? sum / out.length : 0;
}

/** One count serves equal numbers of bins. */
function countsAt(bins: readonly number[], groups: ActionGroups, meter: DistanceMeter): number[] {
  const counts: number[] = [];
  bins.forEach((size, k) => {
    counts.push(k > 0 && size === bins[k - 1] ? counts[k - 1] : meter.count(groups, size));
  });
  return counts;
}

/** Statistics of one pair of predictions on a fold; the meter holds the pair afterwards, filled at the last of `bins`. */
export function comparePredictions(
  fold: TestFold,
  out: Float64Array,
  bins: readonly number[],
  meter: DistanceMeter,
): Comparison {
  const { groups, insidePredictions, insideSorted, actions, sst, insideErrors } = fold;
  meter.load(out, insidePredictions, insideSorted);
  const { sse, r2 } = errorsOf(actions, out, sst);
  return {
    rows: out.length,
    numerators: countsAt(bins, groups, meter),
    gap: logGap(sse, insideErrors.sse),
    r2,
    distance: squaredDistance(out, insidePredictions),
  };
}

/** Room for every test fold of a cell. */
export const meterFor = (folds: Folds, bins: readonly number[]): DistanceMeter =>
  distanceMeter(Math.max(0, ...folds.test.map((rows) => rows.length)), Math.max(...bins));
