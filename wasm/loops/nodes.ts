// Loops over the nodes of a belief likelihood: twin of src/models/beliefs/node-loops.ts. Rows have a multiple of eight nodes.
import { expPair, inRange } from '../elementary';
import { expOfNegative } from './exp';

const UNDERFLOW: f64 = 1e-200;
/** Bytes of a factor's record: addresses of every pattern's row offset, of the table and of the masses. */
const FACTOR: i32 = 12;

/** e^x of two arguments, none above 0. */
function expOfNegatives(x: v128): v128 {
  if (v128.all_true<i64>(inRange(x))) return expPair(x);
  const first = expOfNegative(f64x2.extract_lane(x, 0));
  return f64x2.replace_lane(f64x2.splat(first), 1, expOfNegative(f64x2.extract_lane(x, 1)));
}

/** sigmoid(τ − s) and sigmoid(s − τ) of a row of scores. */
export function fillCut(tau: f64, score: usize, below: usize, above: usize, bytes: i32): void {
  const one = f64x2.splat(1);
  const zero = f64x2.splat(0);
  const cut = f64x2.splat(tau);
  for (let at = 0; at < bytes; at += 16) {
    const x = f64x2.sub(cut, v128.load(score + at));
    const e = expOfNegatives(f64x2.neg(f64x2.abs(x)));
    const large = f64x2.div(one, f64x2.add(one, e));
    const small = f64x2.mul(e, large);
    const positive = f64x2.gt(x, zero);
    v128.store(below + at, v128.bitselect(large, small, positive));
    v128.store(above + at, v128.bitselect(small, large, positive));
  }
}

/** Rows of joint answers: the parent's row times the answer's, or the parent's alone where the answer is missing. */
export function extendRows(
  table: usize,
  source: usize,
  parents: usize,
  answers: usize,
  count: i32,
  probability: usize,
  bytes: i32,
): void {
  for (let b = 0; b < count; b++) {
    const from = source + load<i32>(parents + (b << 2)) * bytes;
    const answer = load<i32>(answers + (b << 2));
    if (answer < 0) memory.copy(table, from, bytes);
    else {
      const factor = probability + answer * bytes;
      for (let at = 0; at < bytes; at += 16)
        v128.store(table + at, f64x2.mul(v128.load(from + at), v128.load(factor + at)));
    }
    table += bytes;
  }
}

function addRow(target: usize, source: usize, bytes: i32): void {
  for (let at = 0; at < bytes; at += 32) {
    v128.store(target + at, f64x2.add(v128.load(target + at), v128.load(source + at)));
    v128.store(target + at, f64x2.add(v128.load(target + at, 16), v128.load(source + at, 16)), 16);
  }
}

/** Adds `count` rows to one. */
export function addRows(target: usize, rows: usize, count: i32, bytes: i32): void {
  for (let r = 0; r < count; r++) addRow(target, rows + r * bytes, bytes);
}

/** Adds masses of joint answers to the counts of their last answers and, unless `upper` is 0, to their parents' masses. */
export function spreadRows(
  masses: usize,
  parents: usize,
  answers: usize,
  count: i32,
  counts: usize,
  upper: usize,
  bytes: i32,
): void {
  for (let b = 0; b < count; b++) {
    const answer = load<i32>(answers + (b << 2));
    if (answer >= 0) addRow(counts + answer * bytes, masses, bytes);
    if (upper !== 0) addRow(upper + load<i32>(parents + (b << 2)) * bytes, masses, bytes);
    masses += bytes;
  }
}

function larger(x: v128, y: v128): v128 {
  return v128.bitselect(y, x, f64x2.gt(y, x));
}

/** Densities of one report over the normaliser's largest at the first axis's nodes; returns the largest. */
function tilt(z: usize, odds: f64, scaled: usize, line: usize, first: i32): f64 {
  const slope = f64x2.splat(odds);
  const half = f64x2.splat(0.5);
  let most = f64x2.splat(0);
  const end = first << 3;
  for (let at = 0, mirror = end - 16; at < mirror; at += 16, mirror -= 16) {
    const e = expPair(f64x2.mul(f64x2.sub(v128.load(z + at), half), slope));
    const low = f64x2.mul(e, v128.load(scaled + at));
    const mirrored = v128.load(scaled + mirror);
    const high = f64x2.div(i64x2.shuffle(mirrored, mirrored, 1, 0), e);
    v128.store(line + at, low);
    v128.store(line + mirror, i64x2.shuffle(high, high, 1, 0));
    most = larger(larger(most, low), high);
  }
  const a = f64x2.extract_lane(most, 0);
  const b = f64x2.extract_lane(most, 1);
  return b > a ? b : a;
}

/** A row of a report: the root's times the densities over the largest, which is returned. */
export function fillReport(
  row: usize,
  root: usize,
  z: usize,
  odds: f64,
  scaled: usize,
  line: usize,
  first: i32,
  second: i32,
): f64 {
  const most = tilt(z, odds, scaled, line, first);
  const scale = 1 / most;
  for (let q = 0; q < first; q++) {
    const density = load<f64>(line + (q << 3)) * scale;
    for (let s = 0; s < second; s++) {
      store<f64>(row, load<f64>(root) * density);
      row += 8;
      root += 8;
    }
  }
  return most;
}

/** Adds masses of the reports that are there to `totals`, and writes Σ mass and Σ mass · z of each. */
export function addReports(
  masses: usize,
  logP: usize,
  count: i32,
  z: usize,
  totals: usize,
  shares: usize,
  bytes: i32,
): void {
  for (let r = 0; r < count; r++, masses += bytes, shares += 16) {
    const p = load<f64>(logP + (r << 3));
    if (p !== p) continue;
    let mass = f64x2.splat(0);
    let massZ = f64x2.splat(0);
    for (let at = 0; at < bytes; at += 16) {
      const own = v128.load(masses + at);
      v128.store(totals + at, f64x2.add(v128.load(totals + at), own));
      mass = f64x2.add(mass, own);
      massZ = f64x2.add(massZ, f64x2.mul(own, v128.load(z + at)));
    }
    store<f64>(shares, f64x2.extract_lane(mass, 0) + f64x2.extract_lane(mass, 1));
    store<f64>(shares, f64x2.extract_lane(massZ, 0) + f64x2.extract_lane(massZ, 1), 8);
  }
}

/** Writes the addresses of pattern p's rows in the factors' tables, or in their masses (`which` 4 or 8), to `rows`. */
function rowsOf(factors: usize, end: usize, p: i32, which: i32, rows: usize): void {
  for (let at = factors; at < end; at += FACTOR, rows += 4)
    store<usize>(rows, load<usize>(at + which) + load<i32>(load<usize>(at) + (p << 2)));
}

/** The product of the rows at `rows`; returns its sum. */
function multiply(rows: usize, rowsEnd: usize, product: usize, bytes: i32): f64 {
  let even = f64x2.splat(0);
  let odd = f64x2.splat(0);
  for (let at = 0; at < bytes; at += 64) {
    const first = load<usize>(rows) + at;
    let a = v128.load(first);
    let b = v128.load(first, 16);
    let c = v128.load(first, 32);
    let d = v128.load(first, 48);
    for (let k = rows + 4; k < rowsEnd; k += 4) {
      const row = load<usize>(k) + at;
      a = f64x2.mul(a, v128.load(row));
      b = f64x2.mul(b, v128.load(row, 16));
      c = f64x2.mul(c, v128.load(row, 32));
      d = f64x2.mul(d, v128.load(row, 48));
    }
    v128.store(product + at, a);
    v128.store(product + at, b, 16);
    v128.store(product + at, c, 32);
    v128.store(product + at, d, 48);
    even = f64x2.add(f64x2.add(even, a), c);
    odd = f64x2.add(f64x2.add(odd, b), d);
  }
  const first = f64x2.extract_lane(even, 0) + f64x2.extract_lane(even, 1);
  return first + (f64x2.extract_lane(odd, 0) + f64x2.extract_lane(odd, 1));
}

function addScaled(rows: usize, rowsEnd: usize, product: usize, scale: f64, bytes: i32): void {
  const by = f64x2.splat(scale);
  for (let at = 0; at < bytes; at += 64) {
    const a = f64x2.mul(v128.load(product + at), by);
    const b = f64x2.mul(v128.load(product + at, 16), by);
    const c = f64x2.mul(v128.load(product + at, 32), by);
    const d = f64x2.mul(v128.load(product + at, 48), by);
    for (let k = rows; k < rowsEnd; k += 4) {
      const row = load<usize>(k) + at;
      v128.store(row, f64x2.add(v128.load(row), a));
      v128.store(row, f64x2.add(v128.load(row, 16), b), 16);
      v128.store(row, f64x2.add(v128.load(row, 32), c), 32);
      v128.store(row, f64x2.add(v128.load(row, 48), d), 48);
    }
  }
}

/** Adds the scaled product to the masses of pattern p's rows; `rows` has room for their addresses. */
export function addMasses(
  factors: usize,
  rows: usize,
  number: i32,
  p: i32,
  product: usize,
  scale: f64,
  bytes: i32,
): void {
  rowsOf(factors, factors + number * FACTOR, p, 8, rows);
  addScaled(rows, rows + (number << 2), product, scale, bytes);
}

/**
 * Integrates patterns `from` … `count` − 1, with masses where `masses` is not 0; ends at the first whose product
 * underflows, and returns it.
 */
export function integrate(
  factors: usize,
  rows: usize,
  number: i32,
  from: i32,
  count: i32,
  product: usize,
  sums: usize,
  weights: usize,
  masses: i32,
  bytes: i32,
): i32 {
  const end = factors + number * FACTOR;
  const rowsEnd = rows + (number << 2);
  for (let p = from; p < count; p++) {
    rowsOf(factors, end, p, 4, rows);
    const sum = multiply(rows, rowsEnd, product, bytes);
    if (!(sum > UNDERFLOW)) return p;
    store<f64>(sums + (p << 3), sum);
    const weight = load<f64>(weights + (p << 3));
    if (masses !== 0 && weight !== 0) {
      rowsOf(factors, end, p, 8, rows);
      addScaled(rows, rowsEnd, product, weight / sum, bytes);
    }
  }
  return count;
}
