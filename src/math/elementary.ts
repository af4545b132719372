// exp, log and log1p from + − × ÷ alone, so that Node and every browser return the same bits.
//
// The methods and coefficients are those of fdlibm (Sun Microsystems, 1993): error below 1 ulp.

const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
const INVERSE_LN2 = 1.442695040888963387;
const EXP_OVERFLOW = 709.782712893384;
const EXP_UNDERFLOW = -745.1332191019411;
const SUBNORMAL_SHIFT = 64;
const TINY = 5.551115123125783e-17; // 2^-54

/** 2^k for k = −1022 … 1023, exact. */
const POWER_OF_TWO = (() => {
  const table = new Float64Array(2046);
  table[1022] = 1;
  for (let k = 1023; k < 2046; k++) table[k] = table[k - 1] * 2;
  for (let k = 1021; k >= 0; k--) table[k] = table[k + 1] / 2;
  return table;
})();

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);
const HIGH = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 1 : 0;

function scaleByPowerOfTwo(value: number, k: number): number {
  if (k > 1023) return value * 2 * POWER_OF_TWO[k - 1 + 1022];
  if (k < -1022)
    return value * POWER_OF_TWO[k + SUBNORMAL_SHIFT + 1022] * POWER_OF_TWO[1022 - SUBNORMAL_SHIFT];
  return value * POWER_OF_TWO[k + 1022];
}

/** e^x to within 1 ulp; ∞ above 709.78, 0 below −745.13, NaN for NaN. */
export function exp(x: number): number {
  if (!(x <= EXP_OVERFLOW)) return x === x ? Infinity : NaN;
  if (x < EXP_UNDERFLOW) return 0;
  const k = (INVERSE_LN2 * x + (x < 0 ? -0.5 : 0.5)) | 0;
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
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
  return scaleByPowerOfTwo(1 - (low - (r * c) / (2 - c) - high), k);
}

/** k·ln 2 + log(1 + f) + correction, for 1 + f within [√½, √2]. */
function logOfReduced(f: number, k: number, correction: number): number {
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

/** Natural logarithm to within 1 ulp; −∞ at 0, NaN below it. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  let k = -1023;
  if (x < 2.2250738585072014e-308) {
    x *= POWER_OF_TWO[1022 + 54];
    k -= 54;
  }
  return logOfReduced(splitExponent(x) - 1, k + exponentOfSplit, 0);
}

let exponentOfSplit = 0;

/** x / 2^e within [√½, √2]; leaves e + 1023 in `exponentOfSplit`. */
function splitExponent(x: number): number {
  double[0] = x;
  const high = words[HIGH];
  const mantissa = high & 0xfffff;
  const up = (mantissa + 0x95f64) & 0x100000;
  words[HIGH] = mantissa | (up ^ 0x3ff00000);
  exponentOfSplit = (high >>> 20) + (up >>> 20);
  return double[0];
}

/** log(1 + x) to within 1 ulp, also for tiny x. */
export function log1p(x: number): number {
  if (!(x > -1)) return x === -1 ? -Infinity : NaN;
  if (x === Infinity) return Infinity;
  if (x > -0.29289321881345254 && x < 0.41421356237309503) {
    return x > -TINY && x < TINY ? x : logOfReduced(x, 0, 0);
  }
  const u = 1 + x;
  const lost = (x < 1 ? x - (u - 1) : 1 - (u - x)) / u;
  return logOfReduced(splitExponent(u) - 1, exponentOfSplit - 1023, lost);
}
