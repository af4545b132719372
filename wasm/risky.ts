// The choices among lotteries with given probabilities: twin of the risky part of src/models/seu/density.ts.
import { choose } from './choice';
import { exp } from './elementary';
import {
  K,
  etaRisky,
  lotteries,
  lotteryBytes,
  ownLink,
  position,
  probabilities,
  riskyChosen,
  riskyClasses,
  riskyClassesEnd,
  riskyPull,
  riskyWeight,
  upsilon,
  upsilonGradient,
} from './layout';

/** Σ ωη_s d/d(ωη_s) after `riskyForward`. */
export let riskySlope: f64 = 0;

let riskyTop: f64 = 0;
let riskyBottom: f64 = 0;

/** η of every lottery; a lottery of padding repeats the last. */
function expectedUtilities(): void {
  riskyTop = -Infinity;
  riskyBottom = Infinity;
  const end = etaRisky + lotteryBytes;
  let at = probabilities;
  for (let slot = etaRisky; slot < end; slot += 8) {
    let value: f64 = 0;
    for (let k = 0; k < K; k++) {
      value += load<f64>(at) * load<f64>(upsilon + (k << 3));
      at += 8;
    }
    store<f64>(slot, value);
    if (value > riskyTop) riskyTop = value;
    if (value < riskyBottom) riskyBottom = value;
  }
}

function logOmega(logAlpha: f64): f64 {
  if (ownLink === 0) return logAlpha;
  return ownLink === 1 ? load<f64>(position, 8) : load<f64>(position, 8) + logAlpha;
}

/** Log likelihood of the choices among lotteries; adds to d/dυ. */
export function riskyForward(logAlpha: f64): f64 {
  const omega = exp(logOmega(logAlpha));
  expectedUtilities();
  const value = choose(
    omega,
    etaRisky,
    riskyTop,
    riskyBottom,
    lotteryBytes,
    riskyChosen,
    riskyClasses,
    riskyClassesEnd,
    riskyWeight,
    riskyPull,
  );
  riskySlope = 0;
  let at = probabilities;
  for (let s = 0; s < lotteries << 3; s += 8) {
    const expected = load<f64>(riskyWeight + s) * load<f64>(riskyPull + s);
    const g = omega * (load<f64>(riskyChosen + s) - expected);
    riskySlope += g * load<f64>(etaRisky + s);
    for (let k = 0; k < K; k++) {
      const slot = upsilonGradient + (k << 3);
      store<f64>(slot, load<f64>(slot) + g * load<f64>(at));
      at += 8;
    }
  }
  return value;
}
