// Total variation between two predictors' joint laws of binned prediction and action, on one test fold.
//
// The finite-sample estimator of Dong, Kunievsky and Evans (2026), appendix C: pooled quantile bins, exact actions.

/** Rows of a test fold grouped by equal action: group g holds rows `order[starts[g]] … order[starts[g + 1] − 1]`. */
export interface ActionGroups {
  readonly order: Uint32Array;
  readonly starts: Uint32Array;
}

/** Groups rows by their actions, compared as exact values. */
export function groupActions(actions: ArrayLike<number>): ActionGroups {
  const order = Uint32Array.from({ length: actions.length }, (_, i) => i);
  order.sort((i, j) => actions[i] - actions[j] || i - j);
  const starts: number[] = [];
  order.forEach((row, k) => {
    if (k === 0 || actions[row] !== actions[order[k - 1]]) starts.push(k);
  });
  return { order, starts: Uint32Array.from([...starts, order.length]) };
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
  readonly outSorted: Float64Array;
  readonly pooled: Float64Array;
  readonly cuts: Float64Array;
  readonly out: Uint16Array;
  readonly inside: Uint16Array;
  readonly balance: Int32Array;
  readonly filled: Uint32Array;
}

const spaceFor = (rows: number, bins: number): Space => ({
  outSorted: new Float64Array(rows),
  pooled: new Float64Array(2 * rows),
  cuts: new Float64Array(bins + 1),
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
  for (let k = 0; k < 2 * n; k++) into[k] = j >= n || (i < n && a[i] <= b[j]) ? a[i++] : b[j++];
}

/**
 * Bin of each prediction: the number of interior distinct cutpoints not above it, so bins are left-closed and the last
 * is closed on both sides.
 */
function assignBins(predictions: Float64Array, cuts: Float64Array, count: number, into: Uint16Array): void {
  for (let i = 0; i < predictions.length; i++) {
    const y = predictions[i];
    let low = 1;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cuts[middle] <= y) low = middle + 1;
      else high = middle;
    }
    into[i] = low - 1;
  }
}

/** Σ over actions of Σ over bins of |#out − #in|. */
function imbalance({ order, starts }: ActionGroups, { out, inside, balance }: Space): number {
  let total = 0;
  for (let g = 0; g + 1 < starts.length; g++) {
    const end = starts[g + 1];
    for (let k = starts[g]; k < end; k++) {
      balance[out[order[k]]] += 1;
      balance[inside[order[k]]] -= 1;
    }
    for (let k = starts[g]; k < end; k++) {
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
  for (const count of filled) {
    if (count > 0) occupied += 1;
    largest = Math.max(largest, count);
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
  let pooled = out;

  function load(nextOut: Float64Array, nextInside: Float64Array, sorted?: Float64Array): void {
    out = nextOut;
    inside = nextInside;
    insideSorted = sorted ?? Float64Array.from(inside).sort();
    outSorted = space.outSorted.subarray(0, out.length);
    outSorted.set(out);
    outSorted.sort();
    pooled = space.pooled.subarray(0, 2 * out.length);
    merge(outSorted, insideSorted, pooled);
  }

  function count(groups: ActionGroups, size: number): number {
    const distinct = fillCutpoints(pooled, pooled.length, size, space.cuts);
    assignBins(out, space.cuts, distinct, space.out);
    assignBins(inside, space.cuts, distinct, space.inside);
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
