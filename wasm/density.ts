// The log density and its gradient at the position in memory: twin of src/models/seu/density.ts.
import { beliefsBackward, beliefsForward } from './beliefs';
import { choose } from './choice';
import { exp, log, startInside } from './elementary';
import {
  C,
  K,
  chosen,
  classes,
  classesEnd,
  constants,
  contrasts,
  eta,
  gradient,
  lotteries,
  ownLink,
  position,
  pull,
  rowBytes,
  towards,
  towardsGradient,
  uBase,
  upsilon,
  upsilonGradient,
  weight,
  zBase,
  n,
} from './layout';
import { bottom, top } from './range';
import { riskyForward, riskySlope } from './risky';
import { sticksBackward, sticksForward } from './sticks';

const HALF_LOG_TWO_PI: f64 = 0.9189385332046727418;

/** |t| for t = C₀ᵀυ; leaves t/|t| in `towards`. */
function utilityDirection(): f64 {
  let squared: f64 = 0;
  for (let c = 0; c < C; c++) {
    let sum: f64 = 0;
    for (let k = 0; k < K; k++)
      sum += load<f64>(contrasts + ((k * C + c) << 3)) * load<f64>(upsilon + (k << 3));
    store<f64>(towards + (c << 3), sum);
    squared += sum * sum;
  }
  const norm = sqrt(squared);
  for (let c = 0; c < C; c++) store<f64>(towards + (c << 3), load<f64>(towards + (c << 3)) / norm);
  return norm;
}

function directionGradient(norm: f64, logAlphaGradient: f64): void {
  let along: f64 = 0;
  for (let c = 0; c < C; c++) along += load<f64>(towards + (c << 3)) * load<f64>(towardsGradient + (c << 3));
  for (let c = 0; c < C; c++) {
    const t = load<f64>(towards + (c << 3));
    const g = (load<f64>(towardsGradient + (c << 3)) - along * t - logAlphaGradient * t) / norm;
    for (let k = 0; k < K; k++) {
      const slot = upsilonGradient + (k << 3);
      store<f64>(slot, load<f64>(slot) + load<f64>(contrasts + ((k * C + c) << 3)) * g);
    }
  }
}

/** Prior of z ~ N(0, I); starts its gradient. */
function beliefPrior(): f64 {
  let squared: f64 = 0;
  for (let at = zBase; at < uBase; at += 8) {
    const q = load<f64>(position + at);
    squared += q * q;
    store<f64>(gradient + at, 0 - q);
  }
  return load<f64>(constants, 64) - 0.5 * squared;
}

/** Lognormal prior whose mu, sigma and log sigma stand at `prior`; starts the gradient at `slot`. */
function lognormal(prior: usize, logValue: f64, slot: usize): f64 {
  const sigma = load<f64>(prior, 8);
  const standard = (logValue - load<f64>(prior)) / sigma;
  store<f64>(slot, 0 - standard / sigma);
  return -0.5 * standard * standard - load<f64>(prior, 16) - HALF_LOG_TWO_PI;
}

/** Log density at the position; writes the gradient. Meaningless unless `isInside` holds afterwards. */
export function evaluate(): f64 {
  startInside();
  let value = sticksForward();
  value += beliefPrior();
  const norm = utilityDirection();
  const logAlpha = load<f64>(position) - log(norm);
  const alpha = exp(logAlpha);
  value += lognormal(constants, logAlpha, gradient);
  if (ownLink !== 0) value += lognormal(constants + 24, load<f64>(position, 8), gradient + 8);
  beliefsForward();
  let likelihood = choose(alpha, eta, top, bottom, rowBytes, chosen, classes, classesEnd, weight, pull);
  for (let k = 0; k < K; k++) store<f64>(upsilonGradient + (k << 3), 0);
  let alphaGradient = beliefsBackward(alpha, load<f64>(gradient));
  if (lotteries !== 0) {
    likelihood += riskyForward(logAlpha);
    if (ownLink !== 0) store<f64>(gradient, load<f64>(gradient, 8) + riskySlope, 8);
    if (ownLink !== 1) alphaGradient += riskySlope;
  }
  store<f64>(gradient, alphaGradient);
  directionGradient(norm, alphaGradient);
  sticksBackward();
  // Coordinates are kicked in pairs: the place beside an odd last one may hold what is no number.
  store<f64>(gradient + (n << 3), 0);
  return value + likelihood;
}
