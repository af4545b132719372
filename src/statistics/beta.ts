// The beta quantile, which turns an effective sample size into the Monte Carlo error of a quantile.
import { exp, log, log1p } from '../math/elementary.ts';

const HALF_LOG_TWO_PI = 0.9189385332046727;
const TINY = 1e-300;

/** log Γ(x) for x > 0, by Stirling's series above 15 and the recurrence below; relative error about 1e-15. */
function logGamma(x: number): number {
  let shift = 1;
  while (x < 15) shift *= x++;
  const square = 1 / (x * x);
  const series = 1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)));
  return (x - 0.5) * log(x) - x + HALF_LOG_TWO_PI + series / x - log(shift);
}

const awayFromZero = (x: number): number => (Math.abs(x) < TINY ? TINY : x);

/** The continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz's method. */
function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  const step = (coefficient: number): number => {
    d = 1 / awayFromZero(1 + coefficient * d);
    c = awayFromZero(1 + coefficient / c);
    value *= c * d;
    return c * d;
  };
  for (let m = 1; m < 10000; m++) {
    const k = a + 2 * m;
    step((m * (b - m) * x) / ((k - 1) * k));
    const change = step((-(a + m) * (a + b + m) * x) / (k * (k + 1)));
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return value;
}

/** Probability below x of a beta(a, b) variable, a, b > 0; absolute error below 1e-10 for a, b up to 15,000. */
export function betaProbability(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const logFactor = logGamma(a + b) - logGamma(a) - logGamma(b) + a * log(x) + b * log1p(-x);
  if (x < (a + 1) / (a + b + 2)) return (exp(logFactor) * continuedFraction(x, a, b)) / a;
  return 1 - (exp(logFactor) * continuedFraction(1 - x, b, a)) / b;
}

/** The x below which a beta(a, b) variable falls with probability p, by bisection to the last bit that moves. */
export function betaQuantile(p: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (betaProbability(middle, a, b) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
