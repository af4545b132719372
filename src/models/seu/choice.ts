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

/** Consecutive menus of one size shown equally often, as a range of `items`. */
export interface MenuClass {
  readonly size: number;
  readonly n: number;
  readonly first: number;
  end: number;
}

export function menuClasses({ starts, shown }: MenuCounts): readonly MenuClass[] {
  const classes: MenuClass[] = [];
  shown.forEach((n, m) => {
    const size = starts[m + 1] - starts[m];
    const last = classes.at(-1);
    if (last?.size === size && last.n === n) last.end = starts[m + 1];
    else classes.push({ size, n, first: starts[m], end: starts[m + 1] });
  });
  return classes;
}

/** Equation (1) of the SEU-sensitivity paper over the menus of `counts`. */
export function choiceKernel(counts: MenuCounts): ChoiceKernel {
  const { starts, items, shown, chosen } = counts;
  const menus = shown.length;
  const itemCount = chosen.length;
  const weight = new Float64Array(itemCount);
  const pull = new Float64Array(itemCount);
  const classes = menuClasses(counts);

  // Each of the three below gives n Σ log S_m over the menus in a range of `items`, as logs of products, and adds
  // n / S_m to `pull` of every member.

  function pairs(first: number, end: number, n: number): number {
    let total = 0;
    let product = 1;
    for (let i = first; i < end; i += 2) {
      const a = items[i];
      const b = items[i + 1];
      const sum = weight[a] + weight[b];
      const share = n / sum;
      pull[a] += share;
      pull[b] += share;
      if (product < PRODUCT_FLOOR || product > PRODUCT_CEILING || sum < FACTOR_FLOOR) {
        total += log(product);
        product = 1;
      }
      product *= sum;
    }
    return n * (total + log(product));
  }

  function triples(first: number, end: number, n: number): number {
    let total = 0;
    let product = 1;
    for (let i = first; i < end; i += 3) {
      const a = items[i];
      const b = items[i + 1];
      const c = items[i + 2];
      const sum = weight[a] + weight[b] + weight[c];
      const share = n / sum;
      pull[a] += share;
      pull[b] += share;
      pull[c] += share;
      if (product < PRODUCT_FLOOR || product > PRODUCT_CEILING || sum < FACTOR_FLOOR) {
        total += log(product);
        product = 1;
      }
      product *= sum;
    }
    return n * (total + log(product));
  }

  function menusOf(size: number, first: number, end: number, n: number): number {
    let total = 0;
    let product = 1;
    for (let at = first; at < end; at += size) {
      let sum = 0;
      for (let i = at; i < at + size; i++) sum += weight[items[i]];
      const share = n / sum;
      for (let i = at; i < at + size; i++) pull[items[i]] += share;
      if (product < PRODUCT_FLOOR || product > PRODUCT_CEILING || sum < FACTOR_FLOOR) {
        total += log(product);
        product = 1;
      }
      product *= sum;
    }
    return n * (total + log(product));
  }

  function normalisers(): number {
    let total = 0;
    for (const { size, n, first, end } of classes) {
      if (size === 2) total += pairs(first, end, n);
      else if (size === 3) total += triples(first, end, n);
      else total += menusOf(size, first, end, n);
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
