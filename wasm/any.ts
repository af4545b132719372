// The loops over alternatives for any number of consequences, a pair of alternatives at a time.
import { expPair, inRange, narrow } from './elementary';
import {
  C,
  K,
  along,
  alongSteps,
  axis,
  chosen,
  eta,
  psi,
  pull,
  rowBytes,
  steps,
  towardsGradient,
  upsilon,
  upsilonGradient,
  weight,
  x,
  y,
} from './layout';
import { setRange } from './range';

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

/** η and ψ (without its first row) from x, and the range of η. */
export function forwardAny(): void {
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
  setRange(most, least);
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
function turnPair(r: i32, alongX: v128, alongY: v128, reflection: f64): void {
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
 * From the choice rule's weights: d/dx into `y`, ψ d/dη on top of d/dυ, parts of d/dw into `towardsGradient`. Returns
 * [d/d log α, Σ w·x w·y].
 */
export function backwardAny(alpha: f64, alphaGradient: f64, reflection: f64): v128 {
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
    turnPair(r, alongX, alongY, reflection);
  }
  return f64x2.replace_lane(f64x2.splat(both), 0, alphaGradient);
}
