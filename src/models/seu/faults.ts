// Errors made on purpose, so that calibration can be seen to find them: for teaching and for tests, never for fits.
import { exp, log } from '../../math/elementary.ts';
import type { ChoiceKernel } from './choice.ts';
import type { MenuCounts } from './menus.ts';

/**
 * `delta_jacobian`: the density leaves out the Jacobian of the stick breaking. `naive_exponentials`: choice
 * probabilities from exponentials in single precision with no maximum subtracted, which overflow above 88.
 */
export type Fault = 'delta_jacobian' | 'naive_exponentials';

/** Luce's rule in emulated single precision, the naive way. */
export function naiveChoiceKernel({ starts, items, shown, chosen }: MenuCounts): ChoiceKernel {
  const weight = new Float64Array(chosen.length);
  return (a, eta, gradient) => {
    let value = 0;
    for (let r = 0; r < weight.length; r++) {
      weight[r] = Math.fround(exp(Math.fround(a * eta[r])));
      gradient[r] = chosen[r];
      value += chosen[r] * Math.fround(a * eta[r]);
    }
    for (let m = 0; m < shown.length; m++) {
      let sum = 0;
      for (let i = starts[m]; i < starts[m + 1]; i++) sum = Math.fround(sum + weight[items[i]]);
      value -= shown[m] * log(sum);
      for (let i = starts[m]; i < starts[m + 1]; i++)
        gradient[items[i]] -= shown[m] * Math.fround(weight[items[i]] / sum);
    }
    return value;
  };
}

/** Takes log |dδ/du| out of a density whose sticks start at `base`, and its gradient; returns the log Jacobian. */
export function removeStickJacobian(
  q: Float64Array,
  base: number,
  consequences: number,
  gradient: Float64Array,
): number {
  let logStick = 0;
  let total = 0;
  const n = consequences - 1;
  for (let i = 0; i < n - 1; i++) {
    const z = 1 / (1 + exp(-(q[base + i] - log(n - 1 - i))));
    total += logStick + log(z) + log(1 - z);
    // Later sticks carry log(1 − z) each: n − 2 − i of them.
    gradient[base + i] -= 1 - 2 * z - (n - 2 - i) * z;
    logStick += log(1 - z);
  }
  return total;
}
