// e^x down to 0 for arguments that the pair of wasm/elementary.ts leaves out: the bits of src/math/elementary.ts.

const LN2_HIGH: f64 = 6.9314718036912381649e-1;
const LN2_LOW: f64 = 1.90821492927058770002e-10;
const INVERSE_LN2: f64 = 1.442695040888963387;
const EXP_UNDERFLOW: f64 = -745.1332191019411;
const SUBNORMAL_SHIFT: i32 = 64;

/** 2^k for k = −1022 … 1023. */
function powerOfTwo(k: i32): f64 {
  return reinterpret<f64>(i64(k + 1023) << 52);
}

/** e^x for x ≤ 0; NaN for NaN. */
export function expOfNegative(x: f64): f64 {
  if (x !== x) return NaN;
  if (x < EXP_UNDERFLOW) return 0;
  const k = i32(INVERSE_LN2 * x - 0.5);
  const high = x - f64(k) * LN2_HIGH;
  const low = f64(k) * LN2_LOW;
  const r = high - low;
  const t = r * r;
  const c =
    r -
    t *
      (1.66666666666666019037e-1 +
        t *
          (-2.77777777770155933842e-3 +
            t *
              (6.61375632143793436117e-5 + t * (-1.6533902205465251539e-6 + t * 4.13813679705723846039e-8))));
  const value = 1 - (low - (r * c) / (2 - c) - high);
  if (k < -1022) return value * powerOfTwo(k + SUBNORMAL_SHIFT) * powerOfTwo(-SUBNORMAL_SHIFT);
  return value * powerOfTwo(k);
}
