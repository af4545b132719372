// Gradient boosting of small regression trees under squared error, by exact greedy search in double precision.
import type { Cell } from './cell.ts';
import { treeGrower } from './grow.ts';
import type { Fitted, LearnerOf } from './learner.ts';
import { pointSums, present, supportOf, type PointSums, type Support } from './support.ts';
import { featureOrders, ordersOf, treeValue, type FeatureOrders, type Tree } from './tree.ts';

export interface BoostingSettings {
  readonly trees: number;
  readonly depth: number;
  readonly rate: number;
  /** Penalty on squared leaf values. */
  readonly lambda: number;
  /** The least number of rows in a child. */
  readonly minimum: number;
}

export const SHALLOW: BoostingSettings = { trees: 100, depth: 2, rate: 0.1, lambda: 1, minimum: 1 };
export const HIGH_REGULARISATION: BoostingSettings = {
  trees: 100,
  depth: 3,
  rate: 0.05,
  lambda: 50,
  minimum: 10,
};

/** Sums of residuals start at the actions less their mean, and shrink by each tree's step. */
function boost(
  support: Support,
  orders: FeatureOrders,
  { weight, sum, mean }: PointSums,
  settings: BoostingSettings,
): readonly Tree[] {
  const points = present(weight);
  const grower = treeGrower(support, ordersOf(orders, weight), points, settings);
  const residual = sum.map((total, p) => total - weight[p] * mean);
  return Array.from({ length: settings.trees }, () => {
    const tree = grower.grow({ weight, sum: residual, size: weight });
    for (const p of points) residual[p] -= weight[p] * settings.rate * tree.value[grower.node[p]];
    return tree;
  });
}

function fitted(support: Support, mean: number, trees: readonly Tree[], rate: number): Fitted {
  const { x, features, point } = support;
  const at = (p: number): number =>
    trees.reduce((y, tree) => y + rate * treeValue(tree, x, p * features), mean);
  return {
    predict: (rows) => Float64Array.from(rows, (row) => at(point[row])),
    deficient: false,
    coefficients: null,
  };
}

/** Boosted trees that start from the mean of the training rows (Chen and Guestrin 2016, without sampling). */
export const boostingLearner =
  (settings: BoostingSettings): LearnerOf =>
  (cell: Cell, { train }) => {
    const support = supportOf(cell);
    const orders = featureOrders(support);
    return {
      fit(environments) {
        const sums = pointSums(
          support,
          cell.action,
          environments.map((e) => train[e]),
        );
        return fitted(support, sums.mean, boost(support, orders, sums, settings), settings.rate);
      },
    };
  };
