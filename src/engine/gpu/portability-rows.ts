// One row of a portability task as comparisons for a device to make, and what its answers make of them.
//
// Fits, folds and random numbers are those of src/statistics/portability, on this side and in f64.
import { log } from '../../math/elementary.ts';
import type { Folds } from '../../statistics/portability/cell.ts';
import type { Fitted } from '../../statistics/portability/learner.ts';
import type { Found } from './portability-cell.ts';
import type { DeviceFold, Question } from './portability-folds.ts';

/** What to compare for a row, and its columns once that is known. */
export interface AskedRow {
  readonly questions: readonly Question[];
  columns(found: readonly Found[]): Float64Array;
}

/** Row `index` of a part. */
export type RowMaker = (index: number) => AskedRow;

export type FoldOf = (rows: Uint32Array) => DeviceFold;

export function coefficientsOf({ coefficients }: Fitted): Float64Array {
  if (coefficients === null) throw new Error('a device compares linear predictors alone, got another kind');
  return coefficients.slice();
}

/** ½ ln(SSE_out / SSE_in); null where either is 0. */
export const logGap = ({ out, inside }: Found): number | null =>
  out > 0 && inside > 0 ? 0.5 * (log(out) - log(inside)) : null;

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Folds of each target on fixed folds, made when they are first asked for. */
export function fixedFolds(folds: Folds, foldOf: FoldOf): (target: number) => DeviceFold {
  const made = new Map<number, DeviceFold>();
  return (target) => {
    const fold = made.get(target) ?? foldOf(folds.test[target]);
    made.set(target, fold);
    return fold;
  };
}
