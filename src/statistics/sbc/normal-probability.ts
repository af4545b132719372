// The normal distribution function, for power and for large-sample tests.
import { exp } from '../../math/elementary.ts';

const INVERSE_ROOT_TWO_PI = 0.3989422804014327;
const SERIES_TO = 3;
const SMALLEST_TERM = 1e-17;

/** φ(x)·(x + x³/3 + x⁵/15 + …) = Φ(x) − ½ (Marsaglia 2004). */
function centralSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let odd = 3; Math.abs(term) > SMALLEST_TERM; odd += 2) sum += term *= (x * x) / odd;
  return INVERSE_ROOT_TWO_PI * exp(-(x * x) / 2) * sum;
}

/** 1 − Φ(x) for x ≥ 3 by the continued fraction of Mills' ratio. */
function farTail(x: number): number {
  let fraction = x;
  for (let k = 60; k > 0; k--) fraction = x + k / fraction;
  return (INVERSE_ROOT_TWO_PI * exp(-(x * x) / 2)) / fraction;
}

/** Φ(x); relative error below 1e-12 in the lower tail. */
export function normalProbability(x: number): number {
  if (x < -SERIES_TO) return farTail(-x);
  return x > SERIES_TO ? 1 - farTail(x) : 0.5 + centralSeries(x);
}
