// Expected utilities of the alternatives in the reduced frame, and back: twin of src/models/seu/beliefs.ts.
import { backwardAny, forwardAny } from './any';
import {
  C,
  K,
  R,
  alongSteps,
  axis,
  columns,
  d,
  factorBytes,
  gradient,
  position,
  rowBytes,
  rows,
  steps,
  towards,
  towardsGradient,
  x,
  y,
  zBase,
} from './layout';
import { multiply, multiplyTransposed } from './matrices';
import { backwardThree, forwardThree } from './three';

let reflection: f64 = 0;

/** w = t/|t| + e₁ of the reflection, and the weight of w·x in every consequence's logit. */
function turn(): void {
  let norm: f64 = 0;
  for (let c = 0; c < C; c++) {
    const w = load<f64>(towards + (c << 3)) + (c === 0 ? 1 : 0);
    store<f64>(axis + (c << 3), w);
    norm += w * w;
  }
  reflection = 2 / norm;
  for (let k = 1; k < K; k++) {
    let sum: f64 = 0;
    for (let c = 0; c < C; c++) sum += load<f64>(steps + ((k * C + c) << 3)) * load<f64>(axis + (c << 3));
    store<f64>(alongSteps + (k << 3), sum * reflection);
  }
}

/** η and ψ at the position, and the range of η. */
export function beliefsForward(): void {
  for (let c = 0; c < C; c++)
    multiply(columns + c * d * rowBytes, position + zBase + ((c * d) << 3), x + c * rowBytes);
  turn();
  if (K === 3) forwardThree();
  else forwardAny();
}

/**
 * From the choice rule's weights: adds to the gradient of z and to d/dυ, and writes d/d(t/|t|). Returns d/d log α, on
 * top of `alphaGradient`.
 */
export function beliefsBackward(alpha: f64, alphaGradient: f64): f64 {
  const totals =
    K === 3 ? backwardThree(alpha, alphaGradient, reflection) : backwardAny(alpha, alphaGradient, reflection);
  const both = f64x2.extract_lane(totals, 1);
  for (let c = 0; c < C; c++) {
    const slot = towardsGradient + (c << 3);
    const w = load<f64>(axis + (c << 3)) * reflection;
    store<f64>(slot, reflection * (load<f64>(slot) - w * both));
    multiplyTransposed(rows + c * R * factorBytes, y + c * rowBytes, gradient + zBase + ((c * d) << 3));
  }
  return f64x2.extract_lane(totals, 0);
}
