// log Γ for normalising constants.
import { log } from './elementary.ts';

const HALF_LOG_TWO_PI = 0.9189385332046727418;
const STIRLING_FROM = 12;

/** log Γ(x) for x > 0, relative error about 1e-15 (Stirling's series after shifting x to 12 or more). */
export function logGamma(x: number): number {
  if (!(x > 0)) throw new Error(`logGamma(${x}): needed x > 0`);
  let shift = 0;
  let y = x;
  while (y < STIRLING_FROM) shift += log(y++);
  const inverse = 1 / y;
  const z = inverse * inverse;
  const series =
    inverse *
    (1 / 12 - z * (1 / 360 - z * (1 / 1260 - z * (1 / 1680 - z * (1 / 1188 - (z * 691) / 360360)))));
  return (y - 0.5) * log(y) - y + HALF_LOG_TWO_PI + series - shift;
}
