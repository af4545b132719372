// log Γ and its derivative side by side: the normaliser of a beta density and its slope need both at the same points.
import { log } from './elementary.ts';

const HALF_LOG_TWO_PI = 0.9189385332046727418;
const ASYMPTOTIC_FROM = 12;

/** ψ(x) for x > 0: recurrence to 12, then the asymptotic series (DLMF 5.11.2); relative error about 1e-15 away from its zero. */
export function digamma(x: number): number {
  let shift = 0;
  let y = x;
  while (y < ASYMPTOTIC_FROM) shift += 1 / y++;
  return log(y) - 0.5 / y - digammaSeries(1 / (y * y)) - shift;
}

const digammaSeries = (z: number): number =>
  z *
  (1 / 12 - z * (1 / 120 - z * (1 / 252 - z * (1 / 240 - z * (1 / 132 - z * (691 / 32760 - z * (1 / 12)))))));

const logGammaSeries = (inverse: number, z: number): number =>
  inverse * (1 / 12 - z * (1 / 360 - z * (1 / 1260 - z * (1 / 1680 - z * (1 / 1188 - (z * 691) / 360360)))));

/**
 * Writes log Γ(x) into `logGammas[index]` and ψ(x) into `digammas[index]`, x > 0. The factors of the recurrence are
 * multiplied before one logarithm is taken: x (x + 1) … (x + 11) stays within range for x down to 1e-300.
 */
export function fillLogGammaAndDigamma(
  x: number,
  index: number,
  logGammas: Float64Array,
  digammas: Float64Array,
): void {
  let product = 1;
  let shift = 0;
  let y = x;
  while (y < ASYMPTOTIC_FROM) {
    product *= y;
    shift += 1 / y;
    y++;
  }
  const logY = log(y);
  const inverse = 1 / y;
  const z = inverse * inverse;
  const stirling = (y - 0.5) * logY - y + HALF_LOG_TWO_PI + logGammaSeries(inverse, z);
  logGammas[index] = product === 1 ? stirling : stirling - log(product);
  digammas[index] = logY - 0.5 * inverse - digammaSeries(z) - shift;
}
