// Kernel-weighted sums at four cases side by side: twin of the loops in src/statistics/beliefs/kernel-moments.ts.

const SINGULAR: f64 = 1e-12;
const FOLDS: i32 = 4;

/** (w K, w K d) of every two present cases into `low`, w K d² into `second`; `weights` are by place. */
export function fillMoments(
  low: usize,
  second: usize,
  kernel: usize,
  beliefs: usize,
  weights: usize,
  cases: usize,
  size: i32,
  n: i32,
): void {
  const end = cases + (size << 2);
  for (let p = cases; p < end; p += 4) {
    const i = load<i32>(p);
    const row = kernel + ((i * n) << 3);
    const belief = load<f64>(beliefs + (i << 3));
    for (let q = cases, w = weights; q < end; q += 4, w += 8) {
      const j: usize = load<i32>(q) << 3;
      const d = load<f64>(beliefs + j) - belief;
      const weight = load<f64>(w) * load<f64>(row + j);
      const moment = weight * d;
      store<f64>(low, weight);
      store<f64>(low, moment, 8);
      store<f64>(second, moment * d);
      low += 16;
      second += 8;
    }
  }
}

function storeSums(sums: usize, place: i32, pair: v128, second: f64): void {
  const at = sums + place * 24;
  v128.store(at, pair);
  store<f64>(at, second, 16);
}

/** Sums at four places over the places from `list` to `end` without those from `from` to `to`: three by place into `sums`. */
function sumsOfFour(
  low: usize,
  second: usize,
  size: i32,
  p0: i32,
  p1: i32,
  p2: i32,
  p3: i32,
  list: usize,
  from: usize,
  to: usize,
  end: usize,
  sums: usize,
): void {
  const l0 = low + ((p0 * size) << 4);
  const l1 = low + ((p1 * size) << 4);
  const l2 = low + ((p2 * size) << 4);
  const l3 = low + ((p3 * size) << 4);
  const m0 = second + ((p0 * size) << 3);
  const m1 = second + ((p1 * size) << 3);
  const m2 = second + ((p2 * size) << 3);
  const m3 = second + ((p3 * size) << 3);
  let s0 = f64x2.splat(0);
  let s1 = f64x2.splat(0);
  let s2 = f64x2.splat(0);
  let s3 = f64x2.splat(0);
  let t0: f64 = 0;
  let t1: f64 = 0;
  let t2: f64 = 0;
  let t3: f64 = 0;
  let at = list;
  for (let stop = from; ; at = to, stop = end) {
    for (; at < stop; at += 4) {
      const half: usize = load<i32>(at) << 3;
      const whole = half << 1;
      s0 = f64x2.add(s0, v128.load(l0 + whole));
      s1 = f64x2.add(s1, v128.load(l1 + whole));
      s2 = f64x2.add(s2, v128.load(l2 + whole));
      s3 = f64x2.add(s3, v128.load(l3 + whole));
      t0 += load<f64>(m0 + half);
      t1 += load<f64>(m1 + half);
      t2 += load<f64>(m2 + half);
      t3 += load<f64>(m3 + half);
    }
    if (stop === end) break;
  }
  storeSums(sums, p0, s0, t0);
  storeSums(sums, p1, s1, t1);
  storeSums(sums, p2, s2, t2);
  storeSums(sums, p3, s3, t3);
}

/** Sums at every place over the whole list. */
export function allSums(low: usize, second: usize, size: i32, list: usize, count: i32, sums: usize): void {
  const end = list + (count << 2);
  const last = size - 1;
  for (let p = 0; p < size; p += 4)
    sumsOfFour(
      low,
      second,
      size,
      p,
      min(p + 1, last),
      min(p + 2, last),
      min(p + 3, last),
      list,
      end,
      end,
      end,
      sums,
    );
}

/** Sums at every member from the other folds; `starts` are those of the folds among the places, and the end. */
export function otherFoldSums(
  low: usize,
  second: usize,
  size: i32,
  places: usize,
  starts: usize,
  sums: usize,
): void {
  const end = placeAt(places, starts, FOLDS);
  for (let f = 0; f < FOLDS; f++) {
    const from = placeAt(places, starts, f);
    const to = placeAt(places, starts, f + 1);
    const last = to - 4;
    for (let row = from; row < to; row += 16)
      sumsOfFour(
        low,
        second,
        size,
        load<i32>(row),
        load<i32>(min(row + 4, last)),
        load<i32>(min(row + 8, last)),
        load<i32>(min(row + 12, last)),
        places,
        from,
        to,
        end,
        sums,
      );
  }
}

/** Address of the first place of a fold. */
function placeAt(places: usize, starts: usize, fold: i32): usize {
  return places + (load<i32>(starts + (fold << 2)) << 2);
}

function storeValue(sums: usize, values: usize, place: i32, targets: v128): void {
  const at = sums + place * 24;
  const s0 = load<f64>(at);
  const s1 = load<f64>(at, 8);
  const s2 = load<f64>(at, 16);
  const t0 = f64x2.extract_lane(targets, 0);
  const t1 = f64x2.extract_lane(targets, 1);
  const spread = s0 * s2 - s1 * s1;
  const value = spread > SINGULAR * s0 * s2 ? (s2 * t0 - s1 * t1) / spread : t0 / s0;
  store<f64>(values + (place << 3), value < 0 ? 0 : value > 1 ? 1 : value);
}

/** Regressions' values at four places from the sums over the sample and, over the places listed, over targets of 1. */
function valuesOfFour(
  low: usize,
  size: i32,
  p0: i32,
  p1: i32,
  p2: i32,
  p3: i32,
  list: usize,
  from: usize,
  to: usize,
  end: usize,
  sums: usize,
  values: usize,
): void {
  const l0 = low + ((p0 * size) << 4);
  const l1 = low + ((p1 * size) << 4);
  const l2 = low + ((p2 * size) << 4);
  const l3 = low + ((p3 * size) << 4);
  let s0 = f64x2.splat(0);
  let s1 = f64x2.splat(0);
  let s2 = f64x2.splat(0);
  let s3 = f64x2.splat(0);
  let at = list;
  for (let stop = from; ; at = to, stop = end) {
    for (; at < stop; at += 4) {
      const whole: usize = load<i32>(at) << 4;
      s0 = f64x2.add(s0, v128.load(l0 + whole));
      s1 = f64x2.add(s1, v128.load(l1 + whole));
      s2 = f64x2.add(s2, v128.load(l2 + whole));
      s3 = f64x2.add(s3, v128.load(l3 + whole));
    }
    if (stop === end) break;
  }
  storeValue(sums, values, p0, s0);
  storeValue(sums, values, p1, s1);
  storeValue(sums, values, p2, s2);
  storeValue(sums, values, p3, s3);
}

/** Values at every place; the list has the places whose target is 1. */
export function allValues(low: usize, size: i32, list: usize, count: i32, sums: usize, values: usize): void {
  const end = list + (count << 2);
  const last = size - 1;
  for (let p = 0; p < size; p += 4)
    valuesOfFour(
      low,
      size,
      p,
      min(p + 1, last),
      min(p + 2, last),
      min(p + 3, last),
      list,
      end,
      end,
      end,
      sums,
      values,
    );
}

/** Weighted squared error of every member predicted from the other folds; `weights` and `targets` are by place. */
export function otherFoldError(
  low: usize,
  size: i32,
  places: usize,
  starts: usize,
  ones: usize,
  onesStarts: usize,
  weights: usize,
  targets: usize,
  sums: usize,
  values: usize,
): f64 {
  const end = placeAt(ones, onesStarts, FOLDS);
  let error: f64 = 0;
  for (let f = 0; f < FOLDS; f++) {
    const first = placeAt(places, starts, f);
    const past = placeAt(places, starts, f + 1);
    const from = placeAt(ones, onesStarts, f);
    const to = placeAt(ones, onesStarts, f + 1);
    const last = past - 4;
    for (let row = first; row < past; row += 16)
      valuesOfFour(
        low,
        size,
        load<i32>(row),
        load<i32>(min(row + 4, last)),
        load<i32>(min(row + 8, last)),
        load<i32>(min(row + 12, last)),
        ones,
        from,
        to,
        end,
        sums,
        values,
      );
    for (let at = first; at < past; at += 4) {
      const place: usize = load<i32>(at) << 3;
      const miss = load<f64>(targets + place) - load<f64>(values + place);
      error += load<f64>(weights + place) * (miss * miss);
    }
  }
  return error;
}
