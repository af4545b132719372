// The logistic function and its relatives in forms that neither overflow nor cancel.
import { exp, log, log1p } from './elementary.ts';

const LN2 = 0.6931471805599453;
/** Beyond this the softplus is its argument to the last bit. */
const SOFTPLUS_LINEAR = 37;

/** 1 / (1 + e^−x). */
export function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + exp(-x));
  const e = exp(x);
  return e / (1 + e);
}

/** log sigmoid(x). */
export const logSigmoid = (x: number): number => (x < 0 ? x : 0) - log1p(exp(x < 0 ? x : -x));

/** log(p / (1 − p)) for p in (0, 1). */
export const logit = (p: number): number => log(p) - log1p(-p);

/** log(1 + e^x). */
export const softplus = (x: number): number => (x > 0 ? x : 0) + log1p(exp(x > 0 ? -x : x));

/** The x with softplus(x) = y, for y > 0. */
export function inverseSoftplus(y: number): number {
  if (y > SOFTPLUS_LINEAR) return y;
  return y < LN2 ? log(expm1(y)) : y + log1p(-exp(-y));
}

/** e^x − 1 to a few ulp (Kahan's correction of the rounding of e^x). */
export function expm1(x: number): number {
  const e = exp(x);
  if (e === 1) return x;
  const difference = e - 1;
  if (difference === -1 || e === Infinity || e !== e) return difference;
  return (difference * x) / log(e);
}

/** log(1 − e^−x) for x > 0. */
export const logOneMinusExp = (x: number): number => (x < LN2 ? log(-expm1(-x)) : log1p(-exp(-x)));
