// The sticks of δ and the utilities they make: twin of src/models/seu/sticks.ts.
import { exp, log1p } from './elementary';
import {
  K,
  constants,
  gradient,
  left,
  offsets,
  position,
  share,
  uBase,
  upsilon,
  upsilonGradient,
} from './layout';

/** Log prior with Jacobian; starts the gradient of the sticks. */
export function sticksForward(): f64 {
  const concentration = load<f64>(constants, 48);
  let density = load<f64>(constants, 56);
  let stick: f64 = 1;
  const sticks = K - 2;
  store<f64>(upsilon, 0);
  for (let i = 0; i < sticks; i++) {
    const at = i << 3;
    const v = load<f64>(position + uBase + at) - load<f64>(offsets + at);
    const up = exp(v);
    const down = exp(-v);
    const z = 1 / (1 + down);
    const below = f64(sticks - i) * concentration;
    const positive = v > 0;
    const lost = log1p(positive ? down : up);
    const logShare = positive ? -lost : v - lost;
    const logRest = positive ? -v - lost : -lost;
    density += concentration * logShare + below * logRest;
    store<f64>(gradient + uBase + at, concentration * (1 - z) - below * z);
    store<f64>(share + at, z);
    store<f64>(left + at, stick);
    const delta = stick * z;
    stick *= 1 / (1 + up);
    store<f64>(upsilon + at, load<f64>(upsilon + at) + delta, 8);
  }
  store<f64>(upsilon + ((K - 1) << 3), 1);
  return density;
}

export function sticksBackward(): void {
  let stickGradient: f64 = 0;
  let deltaGradient: f64 = 0;
  for (let i = K - 3; i >= 0; i--) {
    const at = i << 3;
    deltaGradient += load<f64>(upsilonGradient + at, 8);
    const z = load<f64>(share + at);
    const slot = gradient + uBase + at;
    store<f64>(slot, load<f64>(slot) + load<f64>(left + at) * (deltaGradient - stickGradient) * z * (1 - z));
    stickGradient = z * deltaGradient + (1 - z) * stickGradient;
  }
}
