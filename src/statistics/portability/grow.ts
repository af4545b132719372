// Grows regression trees by exact greedy search over weighted points, from features that are sorted once.
import { pointsOf, type Support } from './support.ts';
import type { FeatureOrders, Tree, TreeSettings } from './tree.ts';

/** Targets of a tree at every point of a support. */
export interface Targets {
  readonly weight: Float64Array;
  /** Σ of what is to be predicted, over a point's rows. */
  readonly sum: Float64Array;
  /** What the least size of a child counts. */
  readonly size: Float64Array;
}

/** Grows one tree after the other on the same points. */
export interface Grower {
  grow(targets: Targets): Tree;
  /** Node of the latest tree in which each point lies. */
  readonly node: Uint16Array;
}

/**
 * A split must beat no split, and the best split so far, by this share. Two features that part the points alike have
 * equal scores up to rounding: the first of them is taken.
 */
const BETTER = 1 + 1e-12;

/** A threshold above `low` and not above `high`, halfway where there is a number in between. */
function between(low: number, high: number): number {
  const middle = (low + high) / 2;
  return middle > low ? middle : high;
}

/** A node's score, twice the drop in squared error (less the penalty) that its value brings: sum² / (weight + λ). */
const score = (sum: number, weight: number, lambda: number): number => (sum * sum) / (weight + lambda);

/** What the growing of one tree after the other shares. Node k holds places starts[k] … ends[k] − 1 of every order. */
interface Growth {
  readonly x: Float64Array;
  readonly features: number;
  readonly points: Uint32Array;
  readonly settings: TreeSettings;
  readonly orders: FeatureOrders;
  /** The orders, parted among the nodes of the tree at hand. */
  readonly parted: FeatureOrders;
  readonly spare: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly node: Uint16Array;
}

/** Sums over a node. */
interface Totals {
  readonly weight: number;
  readonly sum: number;
  readonly size: number;
}

function totalsOf({ points, parted, starts, ends }: Growth, k: number, targets: Targets): Totals {
  const order = parted[0] ?? points;
  let [weight, sum, size] = [0, 0, 0];
  for (let i = starts[k]; i < ends[k]; i++) {
    weight += targets.weight[order[i]];
    sum += targets.sum[order[i]];
    size += targets.size[order[i]];
  }
  return { weight, sum, size };
}

interface Split {
  readonly feature: number;
  readonly threshold: number;
  readonly score: number;
}

/** The best split of node k by one feature, or `best` where that is no worse. */
function searchFeature(
  { x, features, settings: { lambda, minimum }, parted, starts, ends }: Growth,
  k: number,
  feature: number,
  targets: Targets,
  totals: Totals,
  best: Split,
): Split {
  const order = parted[feature];
  const end = ends[k];
  const largest = totals.size - minimum;
  let [weight, sum, size] = [0, 0, 0];
  let [last, low, high] = [NaN, NaN, NaN];
  let bar = best.score * BETTER;
  for (let i = starts[k]; i < end && size <= largest; i++) {
    const p = order[i];
    const value = x[p * features + feature];
    if (size >= minimum && value !== last) {
      const found = score(sum, weight, lambda) + score(totals.sum - sum, totals.weight - weight, lambda);
      if (found > bar) {
        [low, high] = [last, value];
        bar = found * BETTER;
      }
    }
    last = value;
    weight += targets.weight[p];
    sum += targets.sum[p];
    size += targets.size[p];
  }
  return low === low ? { feature, threshold: between(low, high), score: bar / BETTER } : best;
}

/** Parts the orders of node k between its children, keeping the order on either side; one is enough for leaves. */
function part({ x, features, parted, spare, starts, ends, node }: Growth, k: number, split: Split): void {
  const [start, end] = [starts[k], ends[k]];
  const leaves = 4 * k + 4 >= starts.length;
  let middle = start;
  for (let f = 0; f < (leaves ? 1 : parted.length); f++) {
    const order = parted[f];
    let right = 0;
    middle = start;
    for (let i = start; i < end; i++) {
      const p = order[i];
      if (x[p * features + split.feature] < split.threshold) order[middle++] = p;
      else spare[right++] = p;
    }
    for (let i = 0; i < right; i++) order[middle + i] = spare[i];
  }
  [starts[2 * k + 1], ends[2 * k + 1], starts[2 * k + 2], ends[2 * k + 2]] = [start, middle, middle, end];
  for (let i = start; i < end; i++) node[parted[0][i]] = i < middle ? 2 * k + 1 : 2 * k + 2;
}

/** Gives node k its value and, above the last level, its best split. */
function growNode(growth: Growth, k: number, targets: Targets, tree: Tree): void {
  const { features, settings } = growth;
  const totals = totalsOf(growth, k, targets);
  tree.value[k] = totals.sum / (totals.weight + settings.lambda);
  if (2 * k + 2 >= tree.value.length) return;
  const whole: Split = {
    feature: -1,
    threshold: NaN,
    score: score(totals.sum, totals.weight, settings.lambda),
  };
  let best = whole;
  for (let f = 0; f < features; f++) best = searchFeature(growth, k, f, targets, totals, best);
  if (best === whole) return;
  tree.feature[k] = best.feature;
  tree.threshold[k] = best.threshold;
  part(growth, k, best);
  growNode(growth, 2 * k + 1, targets, tree);
  growNode(growth, 2 * k + 2, targets, tree);
}

function growTree(growth: Growth, targets: Targets): Tree {
  const { points, orders, parted, starts, ends, node } = growth;
  const tree: Tree = {
    feature: new Int16Array(starts.length).fill(-1),
    threshold: new Float64Array(starts.length),
    value: new Float64Array(starts.length),
  };
  orders.forEach((order, f) => parted[f].set(order));
  [starts[0], ends[0]] = [0, points.length];
  node.fill(0);
  growNode(growth, 0, targets, tree);
  return tree;
}

/** `orders` and `points` hold the points of positive weight, in every order and ascending. */
export function treeGrower(
  support: Support,
  orders: FeatureOrders,
  points: Uint32Array,
  settings: TreeSettings,
): Grower {
  const nodes = 2 ** (settings.depth + 1) - 1;
  const node = new Uint16Array(pointsOf(support));
  const growth: Growth = {
    x: support.x,
    features: support.features,
    points,
    settings,
    orders,
    parted: orders.map((order) => order.slice()),
    spare: new Uint32Array(points.length),
    starts: new Uint32Array(nodes),
    ends: new Uint32Array(nodes),
    node,
  };
  return { node, grow: (targets) => growTree(growth, targets) };
}
