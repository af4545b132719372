// Whether agents that score higher elsewhere are higher here: Spearman's ρ of a few agents, with an exact test.
import { exp, log } from '../../math/elementary.ts';
import type { RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { randomOrder } from '../permutation.ts';
import { averageRanks } from '../ranks.ts';
import type { Ends } from './portable-draws.ts';

export interface RankCorrelation {
  readonly agents: number;
  /** NaN where all scores or all values are equal. */
  readonly rho: number;
  /** Two-sided, over all orders of the agents; over random ones where there are too many. */
  readonly p: number;
  readonly exact: boolean;
  /** 95 % by Fisher's z with the variance (1 + ρ²/2) / (n − 3) (Bonett and Wright 2000); null of 3 agents or ±1. */
  readonly ends: Ends | null;
}

/** Up to this many agents every order is tried: 9! = 362,880. */
export const EXACT_AGENTS = 9;
const RANDOM_ORDERS = 9_999;
const NORMAL_975 = 1.959963984540054;
/** Sums of products of ranks in another order differ in the last bits. */
const SLACK = 1e-9;

function centredRanks(values: Float64Array): Float64Array {
  const centre = (values.length + 1) / 2;
  return averageRanks(values).map((rank) => rank - centre);
}

const product = (x: Float64Array, y: Float64Array, order: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * y[order[i]];
  return sum;
};

/** Calls `visit` with every order of 0 … n − 1 (Heap 1963). */
function visitOrders(n: number, visit: (order: Int32Array) => void): void {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  const counters = new Int32Array(n);
  visit(order);
  for (let i = 1; i < n;) {
    if (counters[i] < i) {
      const j = i % 2 === 0 ? 0 : counters[i];
      [order[i], order[j]] = [order[j], order[i]];
      visit(order);
      counters[i]++;
      i = 1;
    } else counters[i++] = 0;
  }
}

function pOf(x: Float64Array, y: Float64Array, random: RandomStream): { p: number; exact: boolean } {
  const n = x.length;
  const bound = Math.abs(product(x, y, [...x.keys()])) - SLACK;
  let [hits, orders] = [0, 0];
  const count = (order: ArrayLike<number>): void => {
    orders++;
    if (Math.abs(product(x, y, order)) >= bound) hits++;
  };
  const exact = n <= EXACT_AGENTS;
  if (exact) visitOrders(n, count);
  else {
    random.seek(0, SITE.exchange);
    for (let k = 0; k < RANDOM_ORDERS; k++) count(randomOrder(n, random));
  }
  return { p: exact ? hits / orders : (1 + hits) / (1 + orders), exact };
}

const tanh = (x: number): number => 1 - 2 / (exp(2 * x) + 1);

function fisherEnds(rho: number, n: number): Ends | null {
  if (n < 4 || !(Math.abs(rho) < 1)) return null;
  const z = log((1 + rho) / (1 - rho)) / 2;
  const half = NORMAL_975 * Math.sqrt((1 + (rho * rho) / 2) / (n - 3));
  return [tanh(z - half), tanh(z + half)];
}

/** ρ between agents' scores and their values, both without NaN. `random` serves only many agents. */
export function rankCorrelation(
  scores: Float64Array,
  values: Float64Array,
  random: RandomStream,
): RankCorrelation {
  if (scores.length !== values.length || scores.length < 3)
    throw new RangeError(
      `${scores.length} scores of ${values.length} agents: needed equally many, at least 3`,
    );
  const [x, y] = [centredRanks(scores), centredRanks(values)];
  const identity = [...x.keys()];
  const rho = product(x, y, identity) / Math.sqrt(product(x, x, identity) * product(y, y, identity));
  return { agents: x.length, rho, ...pOf(x, y, random), ends: fisherEnds(rho, x.length) };
}
