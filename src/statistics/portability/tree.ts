// Regression trees on the points of a support, and the orders of features that they are grown from.
import { pointsOf, presentIn, type Support } from './support.ts';

export interface TreeSettings {
  readonly depth: number;
  /** Added to the weight of a node: values are sum / (weight + lambda). */
  readonly lambda: number;
  /** The least size of a child. */
  readonly minimum: number;
}

/** A complete binary tree, node k with children 2k + 1 and 2k + 2. */
export interface Tree {
  /** Feature that splits a node, or -1 where the node is a leaf. */
  readonly feature: Int16Array;
  /** Values below the threshold go to the left child. */
  readonly threshold: Float64Array;
  readonly value: Float64Array;
}

/** Points by ascending value of each feature. */
export type FeatureOrders = readonly Uint32Array[];

export function featureOrders(support: Support): FeatureOrders {
  const { x, features } = support;
  return Array.from({ length: features }, (_, f) =>
    Uint32Array.from({ length: pointsOf(support) }, (_, p) => p).sort(
      (p, q) => x[p * features + f] - x[q * features + f] || p - q,
    ),
  );
}

/** The same orders with the points of positive weight alone. */
export const ordersOf = (orders: FeatureOrders, weight: Float64Array): FeatureOrders =>
  orders.map((order) => presentIn(order, weight));

/** The value at features `x[at …]`. */
export function treeValue({ feature, threshold, value }: Tree, x: Float64Array, at: number): number {
  let k = 0;
  while (feature[k] >= 0) k = x[at + feature[k]] < threshold[k] ? 2 * k + 1 : 2 * k + 2;
  return value[k];
}
