// Luce's choice rule with one maximum for all menus: twin of src/models/seu/choice.ts.
import { expPair, leave, log } from './elementary';

const COMMON_MAXIMUM_LIMIT: f64 = 600;
const PRODUCT_FLOOR: f64 = 1e-200;
const PRODUCT_CEILING: f64 = 1e200;
const FACTOR_FLOOR: f64 = 1e-100;

function addTo(slot: usize, value: f64): void {
  store<f64>(slot, load<f64>(slot) + value);
}

function pairs(first: usize, end: usize, n: f64, weight: usize, pull: usize): f64 {
  let total: f64 = 0;
  let product: f64 = 1;
  for (let at = first; at < end; at += 8) {
    const a: usize = load<u32>(at);
    const b: usize = load<u32>(at, 4);
    const sum = load<f64>(weight + a) + load<f64>(weight + b);
    const share = n / sum;
    addTo(pull + a, share);
    addTo(pull + b, share);
    if (product < PRODUCT_FLOOR || product > PRODUCT_CEILING || sum < FACTOR_FLOOR) {
      total += log(product);
      product = 1;
    }
    product *= sum;
  }
  return n * (total + log(product));
}

function triples(first: usize, end: usize, n: f64, weight: usize, pull: usize): f64 {
  let total: f64 = 0;
  let product: f64 = 1;
  for (let at = first; at < end; at += 12) {
    const a: usize = load<u32>(at);
    const b: usize = load<u32>(at, 4);
    const c: usize = load<u32>(at, 8);
    const sum = load<f64>(weight + a) + load<f64>(weight + b) + load<f64>(weight + c);
    const share = n / sum;
    addTo(pull + a, share);
    addTo(pull + b, share);
    addTo(pull + c, share);
    if (product < PRODUCT_FLOOR || product > PRODUCT_CEILING || sum < FACTOR_FLOOR) {
      total += log(product);
      product = 1;
    }
    product *= sum;
  }
  return n * (total + log(product));
}

function menusOf(bytes: i32, first: usize, end: usize, n: f64, weight: usize, pull: usize): f64 {
  let total: f64 = 0;
  let product: f64 = 1;
  for (let at = first; at < end; at += bytes) {
    let sum: f64 = 0;
    for (let i = at; i < at + bytes; i += 4) sum += load<f64>(weight + load<u32>(i));
    const share = n / sum;
    for (let i = at; i < at + bytes; i += 4) addTo(pull + load<u32>(i), share);
    if (product < PRODUCT_FLOOR || product > PRODUCT_CEILING || sum < FACTOR_FLOOR) {
      total += log(product);
      product = 1;
    }
    product *= sum;
  }
  return n * (total + log(product));
}

/** Σ n log S_m over classes of menus; a class is (n, first, end, bytes of a menu). Adds n / S_m to every member's pull. */
function normalisers(classes: usize, classesEnd: usize, weight: usize, pull: usize): f64 {
  let total: f64 = 0;
  for (let at = classes; at < classesEnd; at += 24) {
    const n = load<f64>(at);
    const first: usize = load<u32>(at, 8);
    const end: usize = load<u32>(at, 12);
    const bytes = load<i32>(at, 16);
    if (bytes === 8) total += pairs(first, end, n, weight, pull);
    else if (bytes === 12) total += triples(first, end, n, weight, pull);
    else total += menusOf(bytes, first, end, n, weight, pull);
  }
  return total;
}

/** Log likelihood at sensitivity a; leaves exp(a(η − max)) in `weight` and Σ n / S in `pull`, which give the gradient. */
export function choose(
  a: f64,
  eta: usize,
  top: f64,
  bottom: f64,
  bytes: i32,
  chosen: usize,
  classes: usize,
  classesEnd: usize,
  weight: usize,
  pull: usize,
): f64 {
  if (!(a * (top - bottom) <= COMMON_MAXIMUM_LIMIT)) leave();
  const sensitivity = f64x2.splat(a);
  const most = f64x2.splat(top);
  const zero = f64x2.splat(0);
  let value: f64 = 0;
  for (let at = 0; at < bytes; at += 16) {
    const scaled = f64x2.mul(sensitivity, f64x2.sub(v128.load(eta + at), most));
    v128.store(weight + at, expPair(scaled));
    v128.store(pull + at, zero);
    const part = f64x2.mul(v128.load(chosen + at), scaled);
    value += f64x2.extract_lane(part, 0);
    value += f64x2.extract_lane(part, 1);
  }
  return value - normalisers(classes, classesEnd, weight, pull);
}
