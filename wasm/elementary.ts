// exp, log and log1p where nothing overflows: the bits of src/math/elementary.ts, or `inside` is cleared.

const LN2_HIGH: f64 = 6.9314718036912381649e-1;
const LN2_LOW: f64 = 1.90821492927058770002e-10;
const INVERSE_LN2: f64 = 1.442695040888963387;
/** Within ±700, 2^k of exp needs no second factor. */
const EXP_LIMIT: f64 = 700;
const SMALLEST_NORMAL: f64 = 2.2250738585072014e-308;
const TINY: f64 = 5.551115123125783e-17;
/** 1.5 · 2^52: an integer added to it stands in the low bits. */
const INTEGER_SHIFT: f64 = 6755399441055744;

/** All ones in both lanes while every argument so far was in range; the caller sets it and reads it. */
let inside: v128 = i64x2.splat(-1);

export function startInside(): void {
  inside = i64x2.splat(-1);
}

export function isInside(): bool {
  return v128.all_true<i64>(inside);
}

export function leave(): void {
  inside = i64x2.splat(0);
}

/** Counts the lanes of a mask in. */
export function narrow(mask: v128): void {
  inside = v128.and(inside, mask);
}

/** Lanes that exp can take. */
export function inRange(x: v128): v128 {
  return f64x2.le(f64x2.abs(x), f64x2.splat(EXP_LIMIT));
}

/** e^x of two arguments within ±700. */
export function expPair(x: v128): v128 {
  const sign = v128.and(x, f64x2.splat(-0.0));
  const k = f64x2.trunc(f64x2.add(f64x2.mul(f64x2.splat(INVERSE_LN2), x), v128.or(sign, f64x2.splat(0.5))));
  const high = f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH)));
  const low = f64x2.mul(k, f64x2.splat(LN2_LOW));
  const r = f64x2.sub(high, low);
  const t = f64x2.mul(r, r);
  let p = f64x2.add(
    f64x2.splat(-1.6533902205465251539e-6),
    f64x2.mul(t, f64x2.splat(4.13813679705723846039e-8)),
  );
  p = f64x2.add(f64x2.splat(6.61375632143793436117e-5), f64x2.mul(t, p));
  p = f64x2.add(f64x2.splat(-2.77777777770155933842e-3), f64x2.mul(t, p));
  p = f64x2.add(f64x2.splat(1.66666666666666019037e-1), f64x2.mul(t, p));
  const c = f64x2.sub(r, f64x2.mul(t, p));
  const quotient = f64x2.div(f64x2.mul(r, c), f64x2.sub(f64x2.splat(2), c));
  const value = f64x2.sub(f64x2.splat(1), f64x2.sub(f64x2.sub(low, quotient), high));
  const power = i64x2.shl(i64x2.add(f64x2.add(k, f64x2.splat(INTEGER_SHIFT)), i64x2.splat(1023)), 52);
  return f64x2.mul(value, power);
}

export function exp(x: f64): f64 {
  const pair = f64x2.splat(x);
  narrow(inRange(pair));
  return f64x2.extract_lane(expPair(pair), 0);
}

function logOfReduced(f: f64, k: f64, correction: f64): f64 {
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const odd =
    z *
    (6.66666666666673513e-1 +
      w * (2.857142874366239149e-1 + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  const half = 0.5 * f * f;
  return k * LN2_HIGH - (half - (s * (half + (even + odd)) + (k * LN2_LOW + correction)) - f);
}

/** log x of a normal positive x, plus a correction to 1 + f. */
function logOfSplit(x: f64, correction: f64): f64 {
  const bits = reinterpret<i64>(x);
  const high = i32(bits >> 32);
  const mantissa = high & 0xfffff;
  const up = (mantissa + 0x95f64) & 0x100000;
  const reduced = (i64(mantissa | (up ^ 0x3ff00000)) << 32) | (bits & 0xffffffff);
  const k = (high >>> 20) + (up >>> 20) - 1023;
  return logOfReduced(reinterpret<f64>(reduced) - 1, f64(k), correction);
}

export function log(x: f64): f64 {
  if (!(x >= SMALLEST_NORMAL && x < Infinity)) leave();
  return logOfSplit(x, 0);
}

/** log(1 + x) for 0 ≤ x < ∞. */
export function log1p(x: f64): f64 {
  if (!(x >= 0 && x < Infinity)) leave();
  if (x < 0.41421356237309503) return x < TINY ? x : logOfReduced(x, 0, 0);
  const u = 1 + x;
  const lost = (x < 1 ? x - (u - 1) : 1 - (u - x)) / u;
  return logOfSplit(u, lost);
}
