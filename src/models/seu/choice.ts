// Luce's choice rule over collapsed menus: log likelihood and its gradient from one exponential per alternative.
import { exp, log } from '../../math/elementary.ts';
import type { MenuCounts } from './menus.ts';

/** Above this spread of a·η a menu far below the best alternative could underflow: each menu then uses its own maximum. */
const COMMON_MAXIMUM_LIMIT = 600;
const PRODUCT_FLOOR = 1e-200;
const PRODUCT_CEILING = 1e200;
const FACTOR_FLOOR = 1e-100;

/** Log likelihood of all choices at sensitivity a and values η; writes d/d(a·η_r) into `gradient`. */
export type ChoiceKernel = (a: number, eta: Float64Array, gradient: Float64Array) => number;

/** Equation (1) of the SEU-sensitivity paper over the menus of `counts`. */
export function choiceKernel(counts: MenuCounts): ChoiceKernel {
  const { starts, items, shown, chosen } = counts;
  const menus = shown.length;
  const itemCount = chosen.length;
  const weight = new Float64Array(itemCount);
  const pull = new Float64Array(itemCount);

  /** Σ n_m log S_m as logs of products over menus with the same n; adds n_m / S_m to `pull` of each member. */
  function normalisers(): number {
    let total = 0;
    let product = 1;
    for (let m = 0; m < menus; m++) {
      const first = starts[m];
      const end = starts[m + 1];
      let sum = 0;
      for (let i = first; i < end; i++) sum += weight[items[i]];
      const n = shown[m];
      const share = n / sum;
      for (let i = first; i < end; i++) pull[items[i]] += share;
      if (sum < FACTOR_FLOOR) total += n * log(sum);
      else product *= sum;
      if (product < PRODUCT_FLOOR || product > PRODUCT_CEILING || m + 1 === menus || shown[m + 1] !== n) {
        total += n * log(product);
        product = 1;
      }
    }
    return total;
  }

  function byCommonMaximum(a: number, eta: Float64Array, top: number, gradient: Float64Array): number {
    let value = 0;
    for (let r = 0; r < itemCount; r++) {
      const scaled = a * (eta[r] - top);
      weight[r] = exp(scaled);
      pull[r] = 0;
      value += chosen[r] * scaled;
    }
    value -= normalisers();
    for (let r = 0; r < itemCount; r++) gradient[r] = chosen[r] - weight[r] * pull[r];
    return value;
  }

  function byMenuMaximum(a: number, eta: Float64Array, gradient: Float64Array): number {
    let value = 0;
    for (let r = 0; r < itemCount; r++) {
      value += chosen[r] * a * eta[r];
      gradient[r] = chosen[r];
    }
    for (let m = 0; m < menus; m++) {
      let top = -Infinity;
      for (let i = starts[m]; i < starts[m + 1]; i++) top = Math.max(top, eta[items[i]]);
      let sum = 0;
      for (let i = starts[m]; i < starts[m + 1]; i++) sum += exp(a * (eta[items[i]] - top));
      value -= shown[m] * (a * top + log(sum));
      for (let i = starts[m]; i < starts[m + 1]; i++)
        gradient[items[i]] -= (shown[m] * exp(a * (eta[items[i]] - top))) / sum;
    }
    return value;
  }

  return (a, eta, gradient) => {
    let top = -Infinity;
    let bottom = Infinity;
    for (let r = 0; r < itemCount; r++) {
      if (eta[r] > top) top = eta[r];
      if (eta[r] < bottom) bottom = eta[r];
    }
    return a * (top - bottom) > COMMON_MAXIMUM_LIMIT
      ? byMenuMaximum(a, eta, gradient)
      : byCommonMaximum(a, eta, top, gradient);
  };
}
