// How often choices fall on the alternative with the most expected utility: simulated, and by probability.
import { exp } from '../../math/elementary.ts';
import { menuCount, type MenuBlock } from './data.ts';

/** A choice is SEU-maximal when its η is within this of the menu's best (as in the published calibration). */
export const MAXIMAL_SLACK = 1e-10;
/** Above this spread of aη the weights of poor alternatives could underflow: menus then use their own maximum. */
const COMMON_MAXIMUM_LIMIT = 600;

/** What one evaluation adds up over the menus of a block. */
export interface MenuTotals {
  /** Σ of simulated SEU-maximal choices. */
  hits: number;
  /** Σ of the probabilities of an SEU-maximal choice. */
  probability: number;
  /** Σ of (largest − smallest) choice probability. */
  spread: number;
  /** Σ of (largest − smallest) η. */
  gap: number;
}

export interface MaximalKernel {
  /** Sums over the menus of the last call. */
  readonly totals: MenuTotals;
  /** 1 where the simulated choice of a menu was SEU-maximal, menu by menu, of the last call. */
  readonly maximal: Uint8Array;
  /** Choices at sensitivity `a` and values `eta`, one for each uniform of `uniforms` from `base` on. */
  evaluate(a: number, eta: Float64Array, uniforms: Float64Array, base: number): void;
}

interface Distinct {
  readonly members: Int32Array;
  readonly shown: Int32Array;
}

/** Distinct menus with the places at which each was shown. */
function distinctMenus(menus: MenuBlock): readonly Distinct[] {
  const found = new Map<string, { members: Int32Array; shown: number[] }>();
  for (let m = 0; m < menuCount(menus); m++) {
    const members = menus.items.slice(menus.starts[m], menus.starts[m + 1]);
    const entry = found.get(members.join(' '));
    if (entry) entry.shown.push(m);
    else found.set(members.join(' '), { members, shown: [m] });
  }
  return [...found.values()].map(({ members, shown }) => ({ members, shown: Int32Array.from(shown) }));
}

/** Weights e^{a(η − top)} of every item, or null where menus must use their own maximum. */
function commonWeights(a: number, eta: Float64Array, weights: Float64Array): Float64Array | null {
  let top = -Infinity;
  let bottom = Infinity;
  for (let r = 0; r < eta.length; r++) {
    if (eta[r] > top) top = eta[r];
    if (eta[r] < bottom) bottom = eta[r];
  }
  if (!(a * (top - bottom) <= COMMON_MAXIMUM_LIMIT)) return null;
  for (let r = 0; r < eta.length; r++) weights[r] = exp(a * (eta[r] - top));
  return weights;
}

/** The kernel for `menus` over `items` alternatives or lotteries; its workspace is its own. */
export function maximalKernel(menus: MenuBlock, items: number): MaximalKernel {
  const groups = distinctMenus(menus);
  const weights = new Float64Array(items);
  const own = new Float64Array(groups.reduce((most, { members }) => Math.max(most, members.length), 0));
  const maximal = new Uint8Array(menuCount(menus));
  const totals: MenuTotals = { hits: 0, probability: 0, spread: 0, gap: 0 };

  /** Simulates every showing of one menu, whose members' weights stand in `own`, summing to `total`. */
  function choose(
    group: Distinct,
    eta: Float64Array,
    floor: number,
    total: number,
    u: Float64Array,
    base: number,
  ) {
    const { members, shown } = group;
    const last = members.length - 1;
    for (let i = 0; i < shown.length; i++) {
      let left = u[base + shown[i]] * total;
      let j = 0;
      while (j < last && left >= own[j]) left -= own[j++];
      const hit = eta[members[j]] >= floor ? 1 : 0;
      maximal[shown[i]] = hit;
      totals.hits += hit;
    }
  }

  function visit(
    group: Distinct,
    a: number,
    eta: Float64Array,
    common: Float64Array | null,
  ): [number, number] {
    const { members, shown } = group;
    let best = -Infinity;
    let worst = Infinity;
    for (let j = 0; j < members.length; j++) {
      const value = eta[members[j]];
      if (value > best) best = value;
      if (value < worst) worst = value;
    }
    const floor = best - MAXIMAL_SLACK;
    let total = 0;
    let good = 0;
    let most = 0;
    let least = Infinity;
    for (let j = 0; j < members.length; j++) {
      const weight = common ? common[members[j]] : exp(a * (eta[members[j]] - best));
      own[j] = weight;
      total += weight;
      if (weight > most) most = weight;
      if (weight < least) least = weight;
      if (eta[members[j]] >= floor) good += weight;
    }
    totals.probability += (shown.length * good) / total;
    totals.spread += (shown.length * (most - least)) / total;
    totals.gap += shown.length * (best - worst);
    return [floor, total];
  }

  function evaluate(a: number, eta: Float64Array, uniforms: Float64Array, base: number): void {
    totals.hits = totals.probability = totals.spread = totals.gap = 0;
    const common = commonWeights(a, eta, weights);
    for (const group of groups) {
      const [floor, total] = visit(group, a, eta, common);
      choose(group, eta, floor, total, uniforms, base);
    }
  }

  return { totals, maximal, evaluate };
}
