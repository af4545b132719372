// A plain ranking of items: Luce's rule with one free value an item, and no features, beliefs or utilities.
import { exp } from '../../math/elementary.ts';
import type { MenuBlock } from '../seu/data.ts';
import { choiceKernel } from '../seu/choice.ts';
import { countMenus } from '../seu/menus.ts';
import type { Target } from '../target.ts';

/**
 * Values v_r sum to zero, v ~ N(0, s² (I − 11'/R)), and log s ~ N(mu, sigma²); the default spans values that hardly
 * matter (s = ½) to ones that decide every menu (s = 14).
 */
export interface LuceItemsPrior {
  readonly mu: number;
  readonly sigma: number;
}

export const LUCE_ITEMS_PRIOR: LuceItemsPrior = { mu: 1, sigma: 1 };

/** Position: R − 1 standard coordinates of v / s, then log s. */
export interface LuceItems {
  readonly target: Target;
  /** s, the spread of the values, at a position. */
  scale(position: Float64Array): number;
  /** v_r of every item at a position. */
  values(position: Float64Array): Float64Array;
}

/** out = H x with the R × (R − 1) Helmert basis H: orthonormal columns that sum to zero. */
function fromContrasts(x: Float64Array, out: Float64Array): void {
  let tail = 0;
  for (let r = out.length - 1; r >= 1; r--) {
    const unit = x[r - 1] / Math.sqrt(r * (r + 1));
    out[r] = tail - r * unit;
    tail += unit;
  }
  out[0] = tail;
}

/** out = H' v. */
function toContrasts(v: Float64Array, out: Float64Array): void {
  let sum = v[0];
  for (let r = 1; r < v.length; r++) {
    out[r - 1] = (sum - r * v[r]) / Math.sqrt(r * (r + 1));
    sum += v[r];
  }
}

/** The log posterior of `menus` over `items` items, up to a constant; a prior on s keeps it proper. */
export function luceItems(
  menus: MenuBlock,
  items: number,
  { mu, sigma }: LuceItemsPrior = LUCE_ITEMS_PRIOR,
): LuceItems {
  const kernel = choiceKernel(countMenus(menus, items));
  const unit = new Float64Array(items);
  const slope = new Float64Array(items);
  const contrasts = new Float64Array(items - 1);
  const last = items - 1;

  const scale = (position: Float64Array): number => exp(position[last]);

  function logDensity(position: Float64Array, gradient: Float64Array): number {
    const s = scale(position);
    fromContrasts(position.subarray(0, last), unit);
    let value = kernel(s, unit, slope);
    toContrasts(slope, contrasts);
    let along = 0;
    for (let i = 0; i < last; i++) {
      value -= 0.5 * position[i] * position[i];
      along += contrasts[i] * position[i];
      gradient[i] = s * contrasts[i] - position[i];
    }
    const z = (position[last] - mu) / sigma;
    gradient[last] = s * along - z / sigma;
    return value - 0.5 * z * z;
  }

  function values(position: Float64Array): Float64Array {
    const v = new Float64Array(items);
    fromContrasts(position.subarray(0, last), v);
    const s = scale(position);
    return v.map((value) => s * value);
  }

  return { target: { dimension: items, logDensity }, scale, values };
}
