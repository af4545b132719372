// The loops of any.ts for three consequences, the most common design: in registers, a sixth faster as a whole.
import { expPair, inRange, narrow } from './elementary';
import {
  along,
  alongSteps,
  axis,
  chosen,
  eta,
  psi,
  pull,
  rowBytes,
  steps,
  towardsGradient,
  upsilon,
  upsilonGradient,
  weight,
  x,
  y,
} from './layout';
import { setRange } from './range';

/** Lane 0 adds up a, lane 1 adds up b, both in order. */
function addBoth(sums: v128, a: v128, b: v128): v128 {
  const first = v128.shuffle<f64>(a, b, 0, 2);
  const second = v128.shuffle<f64>(a, b, 1, 3);
  return f64x2.add(f64x2.add(sums, first), second);
}

/** See `forwardAny`. */
export function forwardThree(): void {
  const stride = rowBytes;
  const x0 = x;
  const x1 = x + stride;
  const psi1 = psi + stride;
  const psi2 = psi1 + stride;
  const w0 = v128.load64_splat(axis);
  const w1 = v128.load64_splat(axis, 8);
  const turn1 = v128.load64_splat(alongSteps, 8);
  const turn2 = v128.load64_splat(alongSteps, 16);
  const s10 = v128.load64_splat(steps, 16);
  const s11 = v128.load64_splat(steps, 24);
  const s20 = v128.load64_splat(steps, 32);
  const s21 = v128.load64_splat(steps, 40);
  const u1 = v128.load64_splat(upsilon, 8);
  const u2 = v128.load64_splat(upsilon, 16);
  const one = f64x2.splat(1);
  let most = f64x2.splat(-Infinity);
  let least = f64x2.splat(Infinity);
  let mask = i64x2.splat(-1);
  for (let r = 0; r < stride; r += 16) {
    const a = v128.load(x0 + r);
    const b = v128.load(x1 + r);
    const alongX = f64x2.add(f64x2.mul(w0, a), f64x2.mul(w1, b));
    v128.store(along + r, alongX);
    const logit1 = f64x2.sub(f64x2.sub(f64x2.mul(turn1, alongX), f64x2.mul(s10, a)), f64x2.mul(s11, b));
    const logit2 = f64x2.sub(f64x2.sub(f64x2.mul(turn2, alongX), f64x2.mul(s20, a)), f64x2.mul(s21, b));
    mask = v128.and(mask, v128.and(inRange(logit1), inRange(logit2)));
    const e1 = expPair(logit1);
    const e2 = expPair(logit2);
    const share = f64x2.div(one, f64x2.add(f64x2.add(one, e1), e2));
    const value = f64x2.mul(f64x2.add(f64x2.mul(e1, u1), f64x2.mul(e2, u2)), share);
    v128.store(psi1 + r, f64x2.mul(e1, share));
    v128.store(psi2 + r, f64x2.mul(e2, share));
    v128.store(eta + r, value);
    most = f64x2.max(most, value);
    least = f64x2.min(least, value);
  }
  narrow(mask);
  setRange(most, least);
}

/** See `backwardAny`. */
export function backwardThree(alpha: f64, alphaGradient: f64, reflection: f64): v128 {
  const stride = rowBytes;
  const psi1 = psi + stride;
  const psi2 = psi1 + stride;
  const w0 = v128.load64_splat(axis);
  const w1 = v128.load64_splat(axis, 8);
  const scaled0 = f64x2.mul(w0, f64x2.splat(reflection));
  const scaled1 = f64x2.mul(w1, f64x2.splat(reflection));
  const s10 = v128.load64_splat(steps, 16);
  const s11 = v128.load64_splat(steps, 24);
  const s20 = v128.load64_splat(steps, 32);
  const s21 = v128.load64_splat(steps, 40);
  const u1 = v128.load64_splat(upsilon, 8);
  const u2 = v128.load64_splat(upsilon, 16);
  const sensitivity = f64x2.splat(alpha);
  let utility = f64x2.splat(0);
  let axisParts = f64x2.splat(0);
  let totals = f64x2.replace_lane(f64x2.splat(0), 0, alphaGradient);
  for (let r = 0; r < stride; r += 16) {
    const expected = f64x2.mul(v128.load(weight + r), v128.load(pull + r));
    const slope = f64x2.mul(f64x2.sub(v128.load(chosen + r), expected), sensitivity);
    const value = v128.load(eta + r);
    const p1 = f64x2.mul(v128.load(psi1 + r), slope);
    const p2 = f64x2.mul(v128.load(psi2 + r), slope);
    utility = addBoth(utility, p1, p2);
    const l1 = f64x2.mul(p1, f64x2.sub(u1, value));
    const l2 = f64x2.mul(p2, f64x2.sub(u2, value));
    const y0 = f64x2.add(f64x2.mul(s10, l1), f64x2.mul(s20, l2));
    const y1 = f64x2.add(f64x2.mul(s11, l1), f64x2.mul(s21, l2));
    const alongX = v128.load(along + r);
    const alongY = f64x2.add(f64x2.mul(w0, y0), f64x2.mul(w1, y1));
    totals = addBoth(totals, f64x2.mul(slope, value), f64x2.mul(alongX, alongY));
    axisParts = addBoth(
      axisParts,
      f64x2.add(f64x2.mul(alongX, y0), f64x2.mul(alongY, v128.load(x + r))),
      f64x2.add(f64x2.mul(alongX, y1), f64x2.mul(alongY, v128.load(x + stride + r))),
    );
    v128.store(y + r, f64x2.sub(f64x2.mul(scaled0, alongY), y0));
    v128.store(y + stride + r, f64x2.sub(f64x2.mul(scaled1, alongY), y1));
  }
  v128.store(upsilonGradient, utility, 8);
  v128.store(towardsGradient, axisParts);
  return totals;
}
