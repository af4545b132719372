// What the module offers: binding a target, its density, and leapfrog steps on end.
import { isInside } from './elementary';
import { evaluate } from './density';
import { gradient, momentum, n, position, variances } from './layout';

export { bind } from './layout';

/** Address of two results, f64: log density and energy error of the last step. */
const RESULTS: usize = 64;

/** Density and gradient at the position in memory; false where the reference must be asked instead. */
export function density(): bool {
  store<f64>(RESULTS, evaluate());
  return isInside();
}

function kickAndDrift(step: f64): void {
  const half = f64x2.splat(0.5 * step);
  const whole = f64x2.splat(step);
  for (let at = 0; at < n << 3; at += 16) {
    const p = f64x2.add(v128.load(momentum + at), f64x2.mul(half, v128.load(gradient + at)));
    v128.store(momentum + at, p);
    const moved = f64x2.mul(f64x2.mul(whole, v128.load(variances + at)), p);
    v128.store(position + at, f64x2.add(v128.load(position + at), moved));
  }
}

/** The second half kick; returns the kinetic energy. */
function kick(step: f64): f64 {
  const half = f64x2.splat(0.5 * step);
  let sum: f64 = 0;
  for (let at = 0; at < n << 3; at += 16) {
    const p = f64x2.add(v128.load(momentum + at), f64x2.mul(half, v128.load(gradient + at)));
    v128.store(momentum + at, p);
    const part = f64x2.mul(f64x2.mul(p, p), v128.load(variances + at));
    sum += f64x2.extract_lane(part, 0);
    sum += f64x2.extract_lane(part, 1);
  }
  return 0.5 * sum;
}

/**
 * Up to `steps` leapfrogs, ending early where the energy exceeds `energy` by more than `limit` or is NaN; returns how
 * many. −1 less the number of whole steps where the reference must evaluate the position now in memory and finish the
 * step that is under way.
 */
export function integrate(steps: i32, step: f64, energy: f64, limit: f64): i32 {
  let done = 0;
  let error: f64 = 0;
  while (done < steps && error <= limit) {
    kickAndDrift(step);
    const lp = evaluate();
    if (!isInside()) return -1 - done;
    error = kick(step) - lp - energy;
    store<f64>(RESULTS, lp);
    store<f64>(RESULTS, error, 8);
    done += 1;
  }
  return done;
}
