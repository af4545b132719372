// Total variation between two predictors' joint laws of binned prediction and action, on one test fold.
//
// The finite-sample estimator of Dong, Kunievsky and Evans (2026), appendix C: pooled quantile bins, exact actions.
import { sorterFor, type Sorter } from './ascending.ts';
import { binAssigner, type BinAssigner } from './bins.ts';

/** Rows of a test fold grouped by equal action: group g holds rows `order[starts[g]] … order[starts[g + 1] − 1]`. */
export interface ActionGroups {
  readonly order: Uint32Array;
  readonly starts: Uint32Array;
}

/** Distinct values of a sorted list, ascending. */
function distinctOf(sorted: Float64Array): Float64Array {
  const distinct = new Float64Array(sorted.length);
  let count = 0;
  for (let i = 0; i < sorted.length; i++)
    if (i === 0 || sorted[i] !== sorted[i - 1]) distinct[count++] = sorted[i];
  return distinct.subarray(0, count);
}

/** Place of a value in an ascending list that has it. */
function placeIn(ascending: Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Groups rows by their actions, compared as exact values: groups by action, rows within a group ascending. */
export function groupActions(actions: ArrayLike<number>): ActionGroups {
  const n = actions.length;
  const distinct = distinctOf(new Float64Array(actions).sort());
  const group = new Uint32Array(n);
  const starts = new Uint32Array(distinct.length + 1);
  for (let i = 0; i < n; i++) {
    group[i] = placeIn(distinct, actions[i]);
    starts[group[i] + 1] += 1;
  }
  for (let g = 1; g < starts.length; g++) starts[g] += starts[g - 1];
  const next = starts.slice();
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[next[group[i]]++] = i;
  return { order, starts };
}

/**
 * Distinct quantile cutpoints of sorted pooled predictions at 0, 1/B, … 1: linear interpolation (type 7) at positions
 * k(N − 1)/B, taken in whole numbers so that a cutpoint on a data point is that data point.
 */
export function cutpoints(sorted: Float64Array, bins: number): Float64Array {
  const cuts = new Float64Array(bins + 1);
  return cuts.slice(0, fillCutpoints(sorted, sorted.length, bins, cuts));
}

/** Writes the distinct cutpoints into `cuts` (length B + 1) and returns how many there are. */
function fillCutpoints(sorted: Float64Array, size: number, bins: number, cuts: Float64Array): number {
  let count = 0;
  for (let k = 0; k <= bins; k++) {
    const position = k * (size - 1);
    const low = Math.floor(position / bins);
    const rest = position - low * bins;
    const value = sorted[low];
    const exact = rest === 0 || value === sorted[low + 1];
    const cut = exact ? value : value + (sorted[low + 1] - value) * (rest / bins);
    if (count === 0 || cut !== cuts[count - 1]) cuts[count++] = cut;
  }
  return count;
}

/** What two predictors' binned joint laws have in common and what not. */
export interface BinnedDistance {
  /** Σ |#out − #in| over (action, bin): an exact integer; TV = numerator / (2n). */
  readonly numerator: number;
  readonly tv: number;
  /** Rows whose two predictions fall into different bins. */
  readonly moved: number;
  /** Bins that hold a prediction of either predictor, and the largest share of the 2n predictions in one bin. */
  readonly occupied: number;
  readonly largest: number;
}

/** Scratch space for folds of at most `rows` rows and partitions of at most `bins` bins. */
interface Space {
  readonly sort: Sorter;
  readonly outSorted: Float64Array;
  readonly insideSorted: Float64Array;
  readonly pooled: Float64Array;
  readonly cuts: Float64Array;
  readonly assign: BinAssigner;
  readonly out: Uint16Array;
  readonly inside: Uint16Array;
  readonly balance: Int32Array;
  readonly filled: Uint32Array;
}

const spaceFor = (rows: number, bins: number): Space => ({
  sort: sorterFor(rows),
  outSorted: new Float64Array(rows),
  insideSorted: new Float64Array(rows),
  pooled: new Float64Array(2 * rows),
  cuts: new Float64Array(bins + 1),
  assign: binAssigner(bins),
  out: new Uint16Array(rows),
  inside: new Uint16Array(rows),
  balance: new Int32Array(bins),
  filled: new Uint32Array(bins),
});

/** Merges two ascending lists of one length into `into`. */
function merge(a: Float64Array, b: Float64Array, into: Float64Array): void {
  const n = a.length;
  let i = 0;
  let j = 0;
  let k = 0;
  while (i < n && j < n) into[k++] = a[i] <= b[j] ? a[i++] : b[j++];
  while (i < n) into[k++] = a[i++];
  while (j < n) into[k++] = b[j++];
}

/** Bins of two predictors' predictions; `balance` is scratch with a place for every bin, all of it 0. */
export interface Binned {
  readonly out: ArrayLike<number>;
  readonly inside: ArrayLike<number>;
  readonly balance: Int32Array;
}

/** Σ over actions of Σ over bins of |#out − #in|. */
export function imbalance({ order, starts }: ActionGroups, { out, inside, balance }: Binned): number {
  let total = 0;
  for (let g = 0; g + 1 < starts.length; g++) {
    const start = starts[g];
    const end = starts[g + 1];
    if (end === start + 1) {
      if (out[order[start]] !== inside[order[start]]) total += 2;
      continue;
    }
    for (let k = start; k < end; k++) {
      const row = order[k];
      balance[out[row]] += 1;
      balance[inside[row]] -= 1;
    }
    for (let k = start; k < end; k++) {
      const row = order[k];
      total += Math.abs(balance[out[row]]);
      balance[out[row]] = 0;
      total += Math.abs(balance[inside[row]]);
      balance[inside[row]] = 0;
    }
  }
  return total;
}

function occupation(rows: number, { out, inside, filled }: Space): { occupied: number; largest: number } {
  filled.fill(0);
  for (let i = 0; i < rows; i++) {
    filled[out[i]] += 1;
    filled[inside[i]] += 1;
  }
  let occupied = 0;
  let largest = 0;
  for (let b = 0; b < filled.length; b++) {
    if (filled[b] > 0) occupied += 1;
    if (filled[b] > largest) largest = filled[b];
  }
  return { occupied, largest: rows > 0 ? largest / (2 * rows) : 0 };
}

function moves(rows: number, { out, inside }: Space): number {
  let moved = 0;
  for (let i = 0; i < rows; i++) if (out[i] !== inside[i]) moved += 1;
  return moved;
}

/** Distances between two predictors on folds of at most `rows` rows, at any number of bins up to `bins`. */
export interface DistanceMeter {
  /** Takes two predictors' predictions of a fold's rows; `sorted` are those of `inside` ascending, where at hand. */
  load(out: Float64Array, inside: Float64Array, sorted?: Float64Array): void;
  /** Σ |#out − #in| of what was loaded, at one number of bins; `groups` are the fold's actions. */
  count(groups: ActionGroups, bins: number): number;
  /** How the last count's bins were filled. */
  filling(): Pick<BinnedDistance, 'moved' | 'occupied' | 'largest'>;
  /** Mean difference of the ordered predictions, in units of the action: the first Wasserstein distance. */
  wasserstein(): number;
  /** Least positive difference between two predictions; infinite where all are equal. */
  closest(): number;
  /** All of it for one pair of predictions. */
  measure(groups: ActionGroups, out: Float64Array, inside: Float64Array, bins: number): BinnedDistance;
}

export function distanceMeter(rows: number, bins: number): DistanceMeter {
  const space = spaceFor(rows, bins);
  let out: Float64Array = new Float64Array(0);
  let inside: Float64Array = out;
  let insideSorted = out;
  let outSorted = out;
  let ownSorted = out;
  let pooled = out;

  function load(nextOut: Float64Array, nextInside: Float64Array, sorted?: Float64Array): void {
    out = nextOut;
    inside = nextInside;
    const size = out.length;
    if (size !== outSorted.length) {
      outSorted = space.outSorted.subarray(0, size);
      ownSorted = space.insideSorted.subarray(0, size);
      pooled = space.pooled.subarray(0, 2 * size);
    }
    space.sort(out, outSorted);
    if (!sorted) space.sort(inside, ownSorted);
    insideSorted = sorted ?? ownSorted;
    merge(outSorted, insideSorted, pooled);
  }

  function count(groups: ActionGroups, size: number): number {
    const distinct = fillCutpoints(pooled, pooled.length, size, space.cuts);
    space.assign(space.cuts, distinct, out, space.out);
    space.assign(space.cuts, distinct, inside, space.inside);
    return imbalance(groups, space);
  }

  const filling = () => ({ moved: moves(out.length, space), ...occupation(out.length, space) });

  return {
    load,
    count,
    filling,
    wasserstein() {
      let sum = 0;
      for (let i = 0; i < out.length; i++) sum += Math.abs(outSorted[i] - insideSorted[i]);
      return out.length > 0 ? sum / out.length : 0;
    },
    closest() {
      let least = Infinity;
      for (let i = 1; i < pooled.length; i++) {
        const step = pooled[i] - pooled[i - 1];
        if (step > 0 && step < least) least = step;
      }
      return least;
    },
    measure(groups, nextOut, nextInside, size) {
      load(nextOut, nextInside);
      const numerator = count(groups, size);
      return { numerator, tv: out.length > 0 ? numerator / (2 * out.length) : 0, ...filling() };
    },
  };
}
