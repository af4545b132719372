// The normal quantile from arithmetic, sqrt and our own log, so that its bits do not depend on the platform.
import { log } from './elementary.ts';

/** Normal quantile of a central 90 % interval. */
export const Z90 = 1.6448536269514722;

const CENTRE_NUMERATOR = [
  3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
  45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727,
];
const CENTRE_DENOMINATOR = [
  1, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867,
  39307.89580009271061, 28729.085735721942674, 5226.495278852545925,
];
const MIDDLE_NUMERATOR = [
  1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504,
  1.27045825245236838258, 2.4178072517745061177e-1, 2.27238449892691845833e-2, 7.7454501427834140764e-4,
];
const MIDDLE_DENOMINATOR = [
  1, 2.05319162663775882187, 1.6763848301838038494, 6.8976733498510000455e-1, 1.4810397642748007459e-1,
  1.51986665636164571966e-2, 5.475938084995344946e-4, 1.05075007164441684324e-9,
];
const FAR_NUMERATOR = [
  6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 2.9656057182850489123e-1,
  2.6532189526576123093e-2, 1.2426609473880784386e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
];
const FAR_DENOMINATOR = [
  1, 5.9983220655588793769e-1, 1.3692988092273580531e-1, 1.48753612908506148525e-2, 7.868691311456132591e-4,
  1.8463183175100546818e-5, 1.4215117583164458887e-7, 2.04426310338993978564e-15,
];

function polynomial(coefficients: readonly number[], x: number): number {
  let value = coefficients[coefficients.length - 1];
  for (let i = coefficients.length - 2; i >= 0; i--) value = value * x + coefficients[i];
  return value;
}

const ratio = (numerator: readonly number[], denominator: readonly number[], x: number): number =>
  polynomial(numerator, x) / polynomial(denominator, x);

/** Φ⁻¹(½ + q) for q in (−½, ½), relative error about 1e-16 (Wichura 1988, algorithm AS 241, PPND16). */
export function normalQuantile(q: number): number {
  if (q <= 0.425 && q >= -0.425) return q * ratio(CENTRE_NUMERATOR, CENTRE_DENOMINATOR, 0.180625 - q * q);
  const tail = q < 0 ? 0.5 + q : 0.5 - q;
  if (!(tail > 0)) return tail === 0 ? (q < 0 ? -Infinity : Infinity) : NaN;
  const r = Math.sqrt(-log(tail));
  const size =
    r <= 5
      ? ratio(MIDDLE_NUMERATOR, MIDDLE_DENOMINATOR, r - 1.6)
      : ratio(FAR_NUMERATOR, FAR_DENOMINATOR, r - 5);
  return q < 0 ? -size : size;
}
