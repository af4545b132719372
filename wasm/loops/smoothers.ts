// Local linear regressions at twelve bandwidths side by side: twin of the loops in src/statistics/beliefs/smoother-loops.ts.

const FOLDS: i32 = 4;
/** Lists of a smoother: without each fold, and whole. */
const LISTS: i32 = 5;
/** A half of an entry: the difference of beliefs twice, then weighted kernels at six bandwidths. */
const HALF: usize = 64;
const SINGULAR: f64 = 1e-12;

/** Entries of one case with every present case, 128 bytes each. */
function fillRow(
  kernel: usize,
  beliefs: usize,
  belief: f64,
  cases: usize,
  weights: usize,
  size: i32,
  row: usize,
): void {
  for (let j = 0; j < size; j++) {
    const other: usize = load<i32>(cases + (j << 2));
    const k = kernel + other * 96;
    const weight = v128.load_splat<f64>(weights + (j << 3));
    const d = f64x2.splat(load<f64>(beliefs + (other << 3)) - belief);
    v128.store(row, d);
    v128.store(row, f64x2.mul(weight, v128.load(k)), 16);
    v128.store(row, f64x2.mul(weight, v128.load(k, 16)), 32);
    v128.store(row, f64x2.mul(weight, v128.load(k, 32)), 48);
    v128.store(row, d, 64);
    v128.store(row, f64x2.mul(weight, v128.load(k, 48)), 80);
    v128.store(row, f64x2.mul(weight, v128.load(k, 64)), 96);
    v128.store(row, f64x2.mul(weight, v128.load(k, 80)), 112);
    row += 128;
  }
}

/** Σ k, Σ k d, Σ k d² at six bandwidths over all entries but those from `from` to `to`. */
function allSums(row: usize, from: usize, to: usize, end: usize, sums: usize): void {
  let a0 = f64x2.splat(0);
  let a1 = f64x2.splat(0);
  let a2 = f64x2.splat(0);
  let b0 = f64x2.splat(0);
  let b1 = f64x2.splat(0);
  let b2 = f64x2.splat(0);
  let c0 = f64x2.splat(0);
  let c1 = f64x2.splat(0);
  let c2 = f64x2.splat(0);
  let at = row;
  for (let stop = from; ; at = to, stop = end) {
    for (; at < stop; at += 128) {
      const d = v128.load(at);
      let k = v128.load(at, 16);
      a0 = f64x2.add(a0, k);
      k = f64x2.mul(k, d);
      b0 = f64x2.add(b0, k);
      c0 = f64x2.add(c0, f64x2.mul(k, d));
      k = v128.load(at, 32);
      a1 = f64x2.add(a1, k);
      k = f64x2.mul(k, d);
      b1 = f64x2.add(b1, k);
      c1 = f64x2.add(c1, f64x2.mul(k, d));
      k = v128.load(at, 48);
      a2 = f64x2.add(a2, k);
      k = f64x2.mul(k, d);
      b2 = f64x2.add(b2, k);
      c2 = f64x2.add(c2, f64x2.mul(k, d));
    }
    if (stop === end) break;
  }
  v128.store(sums, a0);
  v128.store(sums, a1, 16);
  v128.store(sums, a2, 32);
  v128.store(sums, b0, 48);
  v128.store(sums, b1, 64);
  v128.store(sums, b2, 80);
  v128.store(sums, c0, 96);
  v128.store(sums, c1, 112);
  v128.store(sums, c2, 128);
}

/** Values of the regressions within 0 … 1. */
function localValues(s0: v128, s1: v128, s2: v128, t0: v128, t1: v128): v128 {
  const spread = f64x2.sub(f64x2.mul(s0, s2), f64x2.mul(s1, s1));
  const sloped = f64x2.gt(spread, f64x2.mul(f64x2.mul(f64x2.splat(SINGULAR), s0), s2));
  const line = f64x2.div(f64x2.sub(f64x2.mul(s2, t0), f64x2.mul(s1, t1)), spread);
  const value = v128.bitselect(line, f64x2.div(t0, s0), sloped);
  const zero = f64x2.splat(0);
  const one = f64x2.splat(1);
  return v128.bitselect(zero, v128.bitselect(one, value, f64x2.gt(value, one)), f64x2.lt(value, zero));
}

function addError(at: usize, value: v128, target: v128, weight: v128): void {
  const miss = f64x2.sub(target, value);
  v128.store(at, f64x2.add(v128.load(at), f64x2.mul(weight, f64x2.mul(miss, miss))));
}

/** Errors at six bandwidths of a regression whose sums over all entries are there; the list has those with target 1. */
function addSharedErrors(
  row: usize,
  sums: usize,
  list: usize,
  end: usize,
  target: f64,
  weight: f64,
  errors: usize,
): void {
  let s0 = f64x2.splat(0);
  let s1 = f64x2.splat(0);
  let s2 = f64x2.splat(0);
  let t0 = f64x2.splat(0);
  let t1 = f64x2.splat(0);
  let t2 = f64x2.splat(0);
  for (let at = list; at < end; at += 4) {
    const entry = row + load<i32>(at);
    const d = v128.load(entry);
    let k = v128.load(entry, 16);
    s0 = f64x2.add(s0, k);
    t0 = f64x2.add(t0, f64x2.mul(k, d));
    k = v128.load(entry, 32);
    s1 = f64x2.add(s1, k);
    t1 = f64x2.add(t1, f64x2.mul(k, d));
    k = v128.load(entry, 48);
    s2 = f64x2.add(s2, k);
    t2 = f64x2.add(t2, f64x2.mul(k, d));
  }
  const y = f64x2.splat(target);
  const w = f64x2.splat(weight);
  const v0 = localValues(v128.load(sums), v128.load(sums, 48), v128.load(sums, 96), s0, t0);
  addError(errors, v0, y, w);
  const v1 = localValues(v128.load(sums, 16), v128.load(sums, 64), v128.load(sums, 112), s1, t1);
  addError(errors + 16, v1, y, w);
  const v2 = localValues(v128.load(sums, 32), v128.load(sums, 80), v128.load(sums, 128), s2, t2);
  addError(errors + 32, v2, y, w);
}

/** Errors at six bandwidths of a regression on the list: entries with target 1 up to `ones`, then those with target 0. */
function addOwnErrors(
  row: usize,
  list: usize,
  ones: usize,
  end: usize,
  target: f64,
  weight: f64,
  errors: usize,
): void {
  let a0 = f64x2.splat(0);
  let a1 = f64x2.splat(0);
  let a2 = f64x2.splat(0);
  let b0 = f64x2.splat(0);
  let b1 = f64x2.splat(0);
  let b2 = f64x2.splat(0);
  let c0 = f64x2.splat(0);
  let c1 = f64x2.splat(0);
  let c2 = f64x2.splat(0);
  let s0 = a0;
  let s1 = a1;
  let s2 = a2;
  let t0 = b0;
  let t1 = b1;
  let t2 = b2;
  let at = list;
  for (let stop = ones; ; stop = end) {
    for (; at < stop; at += 4) {
      const entry = row + load<i32>(at);
      const d = v128.load(entry);
      let k = v128.load(entry, 16);
      a0 = f64x2.add(a0, k);
      k = f64x2.mul(k, d);
      b0 = f64x2.add(b0, k);
      c0 = f64x2.add(c0, f64x2.mul(k, d));
      k = v128.load(entry, 32);
      a1 = f64x2.add(a1, k);
      k = f64x2.mul(k, d);
      b1 = f64x2.add(b1, k);
      c1 = f64x2.add(c1, f64x2.mul(k, d));
      k = v128.load(entry, 48);
      a2 = f64x2.add(a2, k);
      k = f64x2.mul(k, d);
      b2 = f64x2.add(b2, k);
      c2 = f64x2.add(c2, f64x2.mul(k, d));
    }
    if (stop === ones) {
      s0 = a0;
      s1 = a1;
      s2 = a2;
      t0 = b0;
      t1 = b1;
      t2 = b2;
    }
    if (stop === end) break;
  }
  const y = f64x2.splat(target);
  const w = f64x2.splat(weight);
  addError(errors, localValues(a0, b0, c0, s0, t0), y, w);
  addError(errors + 16, localValues(a1, b1, c1, s1, t1), y, w);
  addError(errors + 32, localValues(a2, b2, c2, s2, t2), y, w);
}

/**
 * Adds the weighted squared errors of all smoothers across folds to `errors`: twelve a smoother, three smoothers a
 * prompt. `starts` are the places where folds of all cases start, and the last ends; `own` the list of every case's own
 * class without its own fold, by prompt; `counts` how many entries of a list have target 1, and how many it has.
 */
export function addFoldErrors(
  kernel: usize,
  n: i32,
  beliefs: usize,
  cases: usize,
  weights: usize,
  size: i32,
  starts: usize,
  prompts: i32,
  answers: usize,
  outcomes: usize,
  own: usize,
  lists: usize,
  counts: usize,
  row: usize,
  sums: usize,
  errors: usize,
): void {
  const end = row + (size << 7);
  for (let f = 0; f < FOLDS; f++) {
    const first = load<i32>(starts + (f << 2));
    const past = load<i32>(starts + (f << 2), 4);
    for (let i = first; i < past; i++) {
      const one = load<i32>(cases + (i << 2));
      const belief = load<f64>(beliefs + (one << 3));
      fillRow(kernel + one * n * 96, beliefs, belief, cases, weights, size, row);
      for (let half: usize = 0; half < 2; half++) {
        const shift = half * HALF;
        allSums(
          row + shift,
          row + shift + (first << 7),
          row + shift + (past << 7),
          end + shift,
          sums + half * 144,
        );
      }
      const weight = load<f64>(weights + (i << 3));
      const outcome = load<f64>(outcomes + (one << 3));
      for (let p = 0; p < prompts; p++) {
        const at = p * n + one;
        const answer = load<f64>(answers + (at << 3));
        const shared = 3 * p * LISTS + f;
        const mine = load<i32>(own + (at << 2));
        const a = lists + ((shared * n) << 2);
        const b = lists + ((mine * n) << 2);
        const aEnd = a + (load<i32>(counts + (shared << 3)) << 2);
        const bOnes = b + (load<i32>(counts + (mine << 3)) << 2);
        const bEnd = b + (load<i32>(counts + (mine << 3), 4) << 2);
        const aErrors = errors + 3 * p * 96;
        const bErrors = errors + (mine / LISTS) * 96;
        addSharedErrors(row, sums, a, aEnd, answer, weight, aErrors);
        addSharedErrors(row + HALF, sums + 144, a, aEnd, answer, weight, aErrors + 48);
        addOwnErrors(row, b, bOnes, bEnd, outcome, weight, bErrors);
        addOwnErrors(row + HALF, b, bOnes, bEnd, outcome, weight, bErrors + 48);
      }
    }
  }
}

/** Kernels at one bandwidth in lane 0 and at another in lane 1. */
function pairAt(first: usize, second: usize): v128 {
  return v128.load64_lane(second, v128.load64_zero(first), 1);
}

/** Value at two bandwidths, whose kernels are at these offsets of an entry, from a list as in `addOwnErrors`. */
function ownValues(row: usize, first: usize, second: usize, list: usize, ones: usize, end: usize): v128 {
  let s0 = f64x2.splat(0);
  let s1 = f64x2.splat(0);
  let s2 = f64x2.splat(0);
  let t0 = s0;
  let t1 = s1;
  let at = list;
  for (let stop = ones; ; stop = end) {
    for (; at < stop; at += 4) {
      const entry = row + load<i32>(at);
      const d = v128.load(entry);
      const k = pairAt(entry + first, entry + second);
      const moment = f64x2.mul(k, d);
      s0 = f64x2.add(s0, k);
      s1 = f64x2.add(s1, moment);
      s2 = f64x2.add(s2, f64x2.mul(moment, d));
    }
    if (stop === ones) {
      t0 = s0;
      t1 = s1;
    }
    if (stop === end) break;
  }
  return localValues(s0, s1, s2, t0, t1);
}

/** The same for a regression on all entries, whose sums are there; the list has those with target 1. */
function sharedValues(
  row: usize,
  first: usize,
  second: usize,
  sums: usize,
  firstSum: usize,
  secondSum: usize,
  list: usize,
  end: usize,
): v128 {
  let t0 = f64x2.splat(0);
  let t1 = f64x2.splat(0);
  for (let at = list; at < end; at += 4) {
    const entry = row + load<i32>(at);
    const k = pairAt(entry + first, entry + second);
    t0 = f64x2.add(t0, k);
    t1 = f64x2.add(t1, f64x2.mul(k, v128.load(entry)));
  }
  const a = sums + firstSum;
  const b = sums + secondSum;
  return localValues(pairAt(a, b), pairAt(a + 48, b + 48), pairAt(a + 96, b + 96), t0, t1);
}

/** Where an entry has the kernel of a bandwidth. */
function kernelOffset(h: i32): usize {
  return h < 6 ? 16 + (h << 3) : 32 + (h << 3);
}

/** Where the sums have the first of a bandwidth. */
function sumOffset(h: i32): usize {
  return h < 6 ? h << 3 : 96 + (h << 3);
}

/**
 * Adds Σ w π(1 − π)|μ₁ − μ₀| over the present cases to `violations`, two a prompt: at the bandwidths that `pairs` has in
 * twos by smoother. The lists are those of `addFoldErrors`; a prompt without a case of either class has 0.
 */
export function addViolations(
  kernel: usize,
  n: i32,
  beliefs: usize,
  cases: usize,
  weights: usize,
  size: i32,
  prompts: i32,
  pairs: usize,
  lists: usize,
  counts: usize,
  row: usize,
  sums: usize,
  violations: usize,
): void {
  const end = row + (size << 7);
  const zero = f64x2.splat(0);
  const unit = f64x2.splat(1);
  for (let i = 0; i < size; i++) {
    const one = load<i32>(cases + (i << 2));
    const belief = load<f64>(beliefs + (one << 3));
    fillRow(kernel + one * n * 96, beliefs, belief, cases, weights, size, row);
    allSums(row, end, end, end, sums);
    allSums(row + HALF, end + HALF, end + HALF, end + HALF, sums + 144);
    const weight = v128.load_splat<f64>(weights + (i << 3));
    for (let p = 0; p < prompts; p++) {
      const k = 3 * p;
      const a = k * LISTS + FOLDS;
      const b = a + LISTS;
      const c = b + LISTS;
      const bCount = load<i32>(counts + (b << 3), 4);
      const cCount = load<i32>(counts + (c << 3), 4);
      if (bCount === 0 || cCount === 0) continue;
      const aList = lists + ((a * n) << 2);
      const bList = lists + ((b * n) << 2);
      const cList = lists + ((c * n) << 2);
      const pair = pairs + (k << 3);
      const h = load<i32>(pair);
      const g = load<i32>(pair, 4);
      const aEnd = aList + (load<i32>(counts + (a << 3)) << 2);
      const pi = sharedValues(
        row,
        kernelOffset(h),
        kernelOffset(g),
        sums,
        sumOffset(h),
        sumOffset(g),
        aList,
        aEnd,
      );
      const accepted = ownValues(
        row,
        kernelOffset(load<i32>(pair, 8)),
        kernelOffset(load<i32>(pair, 12)),
        bList,
        bList + (load<i32>(counts + (b << 3)) << 2),
        bList + (bCount << 2),
      );
      const declined = ownValues(
        row,
        kernelOffset(load<i32>(pair, 16)),
        kernelOffset(load<i32>(pair, 20)),
        cList,
        cList + (load<i32>(counts + (c << 3)) << 2),
        cList + (cCount << 2),
      );
      const gap = f64x2.abs(f64x2.sub(accepted, declined));
      const part = f64x2.mul(f64x2.mul(f64x2.mul(weight, pi), f64x2.sub(unit, pi)), gap);
      const settled = v128.or(f64x2.eq(pi, zero), f64x2.eq(pi, unit));
      const at = violations + (p << 4);
      v128.store(at, f64x2.add(v128.load(at), v128.andnot(part, settled)));
    }
  }
}
