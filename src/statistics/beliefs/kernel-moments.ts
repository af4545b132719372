// Local linear regressions from kernel moments, in TypeScript or by the twin in wasm/loops/moments.ts: the same bits.
import type { Arena } from '../../math/loops/arena.ts';
import type { LoopExports } from '../../math/loops/machine.ts';
import { FOLDS, localValue } from './smoother.ts';

/** Of every two present cases, row by row: w K and w K d in pairs, and w K d²; d is the difference of their beliefs. */
export interface Moments {
  readonly low: Float64Array;
  readonly second: Float64Array;
}

export const momentsIn = (arena: Arena, cases: number): Moments => ({
  low: arena.doubles(2 * cases * cases),
  second: arena.doubles(cases * cases),
});

/** Places among the present cases, fold after fold, and where each fold starts and the last ends. */
export interface Placed {
  readonly places: Int32Array;
  readonly starts: Int32Array;
}

/** The present cases by place: their numbers, and how often each was drawn. */
export interface Present {
  size: number;
  readonly cases: Int32Array;
  readonly weights: Float64Array;
}

/** What a regression is fitted to: targets by place, and the members whose target is 1. */
export interface Fitted {
  readonly members: Placed;
  readonly ones: Placed;
  readonly targets: Float64Array;
}

export interface MomentLoops {
  /** Fills the moments of the present cases. */
  fill(moments: Moments, kernel: Float64Array, beliefs: Float64Array, present: Present): void;
  /** Writes Σ w K, Σ w K d and Σ w K d² over all members at every place. */
  sums(moments: Moments, size: number, members: Placed, sums: Float64Array): void;
  /** The same at the members alone, from the other folds. */
  otherFoldSums(moments: Moments, size: number, members: Placed, sums: Float64Array): void;
  /** Writes the regression's value at every place, from `sums`. */
  values(moments: Moments, size: number, ones: Placed, sums: Float64Array, values: Float64Array): void;
  /** Weighted squared error of every member predicted from the other folds, whose `sums` are there. */
  otherFoldError(
    moments: Moments,
    present: Present,
    fitted: Fitted,
    sums: Float64Array,
    values: Float64Array,
  ): number;
}

function fill({ low, second }: Moments, kernel: Float64Array, beliefs: Float64Array, present: Present): void {
  const { size, cases, weights } = present;
  for (let p = 0, at = 0; p < size; p++) {
    const row = cases[p] * beliefs.length;
    const belief = beliefs[cases[p]];
    for (let q = 0; q < size; q++, at++) {
      const d = beliefs[cases[q]] - belief;
      const weight = weights[q] * kernel[row + cases[q]];
      const moment = weight * d;
      low[2 * at] = weight;
      low[2 * at + 1] = moment;
      second[at] = moment * d;
    }
  }
}

/** Sums at one place, without the members `from` … `to` − 1. */
function sumAt(
  { low, second }: Moments,
  size: number,
  place: number,
  { places, starts }: Placed,
  from: number,
  to: number,
  sums: Float64Array,
): void {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  for (let side = 0; side < 2; side++) {
    const end = side === 0 ? from : starts[FOLDS];
    for (let k = side === 0 ? 0 : to; k < end; k++) {
      const at = place * size + places[k];
      s0 += low[2 * at];
      s1 += low[2 * at + 1];
      s2 += second[at];
    }
  }
  sums[3 * place] = s0;
  sums[3 * place + 1] = s1;
  sums[3 * place + 2] = s2;
}

/** The regression's value at one place, without the ones `from` … `to` − 1. */
function valueAt(
  { low }: Moments,
  size: number,
  place: number,
  { places, starts }: Placed,
  from: number,
  to: number,
  sums: Float64Array,
): number {
  let t0 = 0;
  let t1 = 0;
  for (let side = 0; side < 2; side++) {
    const end = side === 0 ? from : starts[FOLDS];
    for (let k = side === 0 ? 0 : to; k < end; k++) {
      const at = 2 * (place * size + places[k]);
      t0 += low[at];
      t1 += low[at + 1];
    }
  }
  return localValue(sums[3 * place], sums[3 * place + 1], sums[3 * place + 2], t0, t1);
}

const PLAIN: MomentLoops = {
  fill,
  sums(moments, size, members, sums) {
    for (let p = 0; p < size; p++) sumAt(moments, size, p, members, 0, 0, sums);
  },
  otherFoldSums(moments, size, members, sums) {
    const { places, starts } = members;
    for (let f = 0; f < FOLDS; f++)
      for (let k = starts[f]; k < starts[f + 1]; k++)
        sumAt(moments, size, places[k], members, starts[f], starts[f + 1], sums);
  },
  values(moments, size, ones, sums, values) {
    for (let p = 0; p < size; p++) values[p] = valueAt(moments, size, p, ones, 0, 0, sums);
  },
  otherFoldError(moments, { size, weights }, { members, ones, targets }, sums) {
    const { places, starts } = members;
    let error = 0;
    for (let f = 0; f < FOLDS; f++)
      for (let k = starts[f]; k < starts[f + 1]; k++) {
        const p = places[k];
        const miss = targets[p] - valueAt(moments, size, p, ones, ones.starts[f], ones.starts[f + 1], sums);
        error += weights[p] * (miss * miss);
      }
    return error;
  },
};

function fastLoops(exports: LoopExports): MomentLoops {
  return {
    fill({ low, second }, kernel, beliefs, { size, cases, weights }) {
      const [a, b, c] = [kernel.byteOffset, beliefs.byteOffset, weights.byteOffset];
      exports.fillMoments(low.byteOffset, second.byteOffset, a, b, c, cases.byteOffset, size, beliefs.length);
    },
    sums({ low, second }, size, { places, starts }, sums) {
      const [list, count] = [places.byteOffset, starts[FOLDS]];
      exports.allSums(low.byteOffset, second.byteOffset, size, list, count, sums.byteOffset);
    },
    otherFoldSums({ low, second }, size, { places, starts }, sums) {
      const [list, from] = [places.byteOffset, starts.byteOffset];
      exports.otherFoldSums(low.byteOffset, second.byteOffset, size, list, from, sums.byteOffset);
    },
    values({ low }, size, { places, starts }, sums, values) {
      const [list, count] = [places.byteOffset, starts[FOLDS]];
      exports.allValues(low.byteOffset, size, list, count, sums.byteOffset, values.byteOffset);
    },
    otherFoldError({ low }, { size, weights }, { members, ones, targets }, sums, values) {
      return exports.otherFoldError(
        low.byteOffset,
        size,
        members.places.byteOffset,
        members.starts.byteOffset,
        ones.places.byteOffset,
        ones.starts.byteOffset,
        weights.byteOffset,
        targets.byteOffset,
        sums.byteOffset,
        values.byteOffset,
      );
    },
  };
}

/** The loops for arrays in the memory of `exports`, or on the heap. */
export const momentLoops = (exports: LoopExports | null): MomentLoops =>
  exports === null ? PLAIN : fastLoops(exports);
