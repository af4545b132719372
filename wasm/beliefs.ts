// Expected utilities of the alternatives in the reduced frame: twin of src/models/seu/beliefs.ts, two at a time.
import { expPair, inRange, narrow } from './elementary';
import {
  C,
  K,
  R,
  along,
  alongSteps,
  axis,
  chosen,
  columns,
  d,
  eta,
  factorBytes,
  gradient,
  position,
  psi,
  pull,
  rowBytes,
  rows,
  steps,
  towards,
  towardsGradient,
  upsilon,
  upsilonGradient,
  weight,
  x,
  y,
  zBase,
} from './layout';

let reflection: f64 = 0;
export let top: f64 = 0;
export let bottom: f64 = 0;

/** out = A z for one component, from A by columns. */
function multiply(a: usize, z: usize, out: usize): void {
  const stride = rowBytes;
  const end = z + (d << 3);
  let r = 0;
  for (; r + 64 <= stride; r += 64) {
    let s0 = f64x2.splat(0);
    let s1 = f64x2.splat(0);
    let s2 = f64x2.splat(0);
    let s3 = f64x2.splat(0);
    for (let at = z, from = a + r; at < end; at += 8, from += stride) {
      const v = v128.load64_splat(at);
      s0 = f64x2.add(s0, f64x2.mul(v128.load(from), v));
      s1 = f64x2.add(s1, f64x2.mul(v128.load(from, 16), v));
      s2 = f64x2.add(s2, f64x2.mul(v128.load(from, 32), v));
      s3 = f64x2.add(s3, f64x2.mul(v128.load(from, 48), v));
    }
    v128.store(out + r, s0);
    v128.store(out + r, s1, 16);
    v128.store(out + r, s2, 32);
    v128.store(out + r, s3, 48);
  }
  for (; r < stride; r += 16) {
    let s = f64x2.splat(0);
    for (let at = z, from = a + r; at < end; at += 8, from += stride)
      s = f64x2.add(s, f64x2.mul(v128.load(from), v128.load64_splat(at)));
    v128.store(out + r, s);
  }
}

/** out += A′ y for one component, from A by rows, four rows at a time. */
function multiplyTransposed(a: usize, from: usize, out: usize): void {
  const stride = factorBytes;
  const fours = R & ~3;
  for (let j = 0; j < stride; j += 16) {
    let s = v128.load(out + j);
    let row = a + j;
    let at = from;
    for (let r = 0; r < fours; r += 4) {
      const first = f64x2.add(
        f64x2.mul(v128.load(row), v128.load64_splat(at)),
        f64x2.mul(v128.load(row + stride), v128.load64_splat(at, 8)),
      );
      row += stride << 1;
      const second = f64x2.add(
        f64x2.mul(v128.load(row), v128.load64_splat(at, 16)),
        f64x2.mul(v128.load(row + stride), v128.load64_splat(at, 24)),
      );
      row += stride << 1;
      s = f64x2.add(s, f64x2.add(first, second));
      at += 32;
    }
    for (let r = fours; r < R; r++) {
      s = f64x2.add(s, f64x2.mul(v128.load(row), v128.load64_splat(at)));
      row += stride;
      at += 8;
    }
    v128.store(out + j, s);
  }
}

/** w = t/|t| + e₁ of the reflection, and the weight of w·x in every consequence's logit. */
function turn(): void {
  let norm: f64 = 0;
  for (let c = 0; c < C; c++) {
    const w = load<f64>(towards + (c << 3)) + (c === 0 ? 1 : 0);
    store<f64>(axis + (c << 3), w);
    norm += w * w;
  }
  reflection = 2 / norm;
  for (let k = 1; k < K; k++) {
    let sum: f64 = 0;
    for (let c = 0; c < C; c++) sum += load<f64>(steps + ((k * C + c) << 3)) * load<f64>(axis + (c << 3));
    store<f64>(alongSteps + (k << 3), sum * reflection);
  }
}

/** w·x of the pair at `r`. */
function alongPair(from: usize, r: i32): v128 {
  let at = from + r;
  let sum = f64x2.mul(v128.load64_splat(axis), v128.load(at));
  for (let c = 1; c < C; c++) {
    at += rowBytes;
    sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(axis + (c << 3)), v128.load(at)));
  }
  return sum;
}

/** Logits of consequence k less those of the first, for the pair at `r`. */
function logitPair(k: i32, r: i32, alongX: v128): v128 {
  let logit = f64x2.mul(v128.load64_splat(alongSteps + (k << 3)), alongX);
  let at = x + r;
  let step = steps + ((k * C) << 3);
  for (let c = 0; c < C; c++) {
    logit = f64x2.sub(logit, f64x2.mul(v128.load64_splat(step), v128.load(at)));
    at += rowBytes;
    step += 8;
  }
  return logit;
}

/** η and ψ (without its first row) at the position, and the range of η. */
export function beliefsForward(): void {
  for (let c = 0; c < C; c++)
    multiply(columns + c * d * rowBytes, position + zBase + ((c * d) << 3), x + c * rowBytes);
  turn();
  let most = f64x2.splat(-Infinity);
  let least = f64x2.splat(Infinity);
  let mask = i64x2.splat(-1);
  for (let r = 0; r < rowBytes; r += 16) {
    const alongX = alongPair(x, r);
    v128.store(along + r, alongX);
    let total = f64x2.splat(1);
    let value = f64x2.splat(0);
    let at = psi + r;
    for (let k = 1; k < K; k++) {
      const logit = logitPair(k, r, alongX);
      mask = v128.and(mask, inRange(logit));
      const w = expPair(logit);
      at += rowBytes;
      v128.store(at, w);
      total = f64x2.add(total, w);
      value = f64x2.add(value, f64x2.mul(w, v128.load64_splat(upsilon + (k << 3))));
    }
    const part = f64x2.div(f64x2.splat(1), total);
    value = f64x2.mul(value, part);
    v128.store(eta + r, value);
    most = f64x2.max(most, value);
    least = f64x2.min(least, value);
    for (; at > psi + r; at -= rowBytes) v128.store(at, f64x2.mul(v128.load(at), part));
  }
  narrow(mask);
  top = max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
  bottom = min(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1));
}

function addLanes(slot: usize, pair: v128): void {
  store<f64>(slot, load<f64>(slot) + f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1));
}

/** From the pair's d/dη to its d/d(Gx), in `y`; adds ψ d/dη to d/dυ. */
function contrastPair(r: i32, slope: v128): void {
  const value = v128.load(eta + r);
  const end = y + C * rowBytes;
  for (let at = y + r; at < end; at += rowBytes) v128.store(at, f64x2.splat(0));
  let step = steps + (C << 3);
  for (let k = 1; k < K; k++) {
    const p = f64x2.mul(v128.load(psi + k * rowBytes + r), slope);
    addLanes(upsilonGradient + (k << 3), p);
    const logit = f64x2.mul(p, f64x2.sub(v128.load64_splat(upsilon + (k << 3)), value));
    for (let at = y + r; at < end; at += rowBytes) {
      v128.store(at, f64x2.add(v128.load(at), f64x2.mul(v128.load64_splat(step), logit)));
      step += 8;
    }
  }
}

/** Turns the pair's d/d(Gx) into d/dx in place, and adds its part of d/dw to `towardsGradient`. */
function turnPair(r: i32, alongX: v128, alongY: v128): void {
  const scale = f64x2.splat(reflection);
  let at = r;
  for (let c = 0; c < C; c++) {
    const slope = v128.load(y + at);
    const part = f64x2.add(f64x2.mul(alongX, slope), f64x2.mul(alongY, v128.load(x + at)));
    addLanes(towardsGradient + (c << 3), part);
    const w = f64x2.mul(v128.load64_splat(axis + (c << 3)), scale);
    v128.store(y + at, f64x2.sub(f64x2.mul(w, alongY), slope));
    at += rowBytes;
  }
}

/**
 * From the choice kernel's weights: adds to the gradient of z and to d/dυ, and writes d/d(t/|t|). Returns d/d log α, on
 * top of `alphaGradient`.
 */
export function beliefsBackward(alpha: f64, alphaGradient: f64): f64 {
  let both: f64 = 0;
  for (let c = 0; c < C; c++) store<f64>(towardsGradient + (c << 3), 0);
  const sensitivity = f64x2.splat(alpha);
  for (let r = 0; r < rowBytes; r += 16) {
    const expected = f64x2.mul(v128.load(weight + r), v128.load(pull + r));
    const slope = f64x2.mul(f64x2.sub(v128.load(chosen + r), expected), sensitivity);
    const scaled = f64x2.mul(slope, v128.load(eta + r));
    alphaGradient += f64x2.extract_lane(scaled, 0);
    alphaGradient += f64x2.extract_lane(scaled, 1);
    contrastPair(r, slope);
    const alongX = v128.load(along + r);
    const alongY = alongPair(y, r);
    const product = f64x2.mul(alongX, alongY);
    both += f64x2.extract_lane(product, 0);
    both += f64x2.extract_lane(product, 1);
    turnPair(r, alongX, alongY);
  }
  for (let c = 0; c < C; c++) {
    const slot = towardsGradient + (c << 3);
    const w = load<f64>(axis + (c << 3)) * reflection;
    store<f64>(slot, reflection * (load<f64>(slot) - w * both));
    multiplyTransposed(rows + c * R * factorBytes, y + c * rowBytes, gradient + zBase + ((c * d) << 3));
  }
  return alphaGradient;
}
