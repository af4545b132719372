// A random forest of shallow regression trees, each on a bootstrap of the training rows.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { treeGrower } from './grow.ts';
import type { Fitted, LearnerOf } from './learner.ts';
import type { SetStream } from './sets.ts';
import { pointsOf, present, supportOf, type Support } from './support.ts';
import { featureOrders, ordersOf, treeValue, type FeatureOrders, type Tree } from './tree.ts';

export interface ForestSettings {
  readonly trees: number;
  readonly depth: number;
  /** The least number of distinct rows in a leaf: a row drawn twice counts once, as in scikit-learn. */
  readonly minimum: number;
}

export const FOREST: ForestSettings = { trees: 25, depth: 3, minimum: 20 };

/** As many rows as there are, drawn with replacement: times drawn, sums and distinct rows at every point. */
function bag(support: Support, action: Float64Array, rows: Uint32Array, uniform: () => number) {
  const times = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) times[Math.floor(uniform() * rows.length)] += 1;
  const weight = new Float64Array(pointsOf(support));
  const sum = new Float64Array(weight.length);
  const size = new Float64Array(weight.length);
  rows.forEach((row, i) => {
    const p = support.point[row];
    weight[p] += times[i];
    sum[p] += times[i] * action[row];
    if (times[i] > 0) size[p] += 1;
  });
  return { weight, sum, size };
}

function growOne(
  support: Support,
  orders: FeatureOrders,
  targets: ReturnType<typeof bag>,
  { depth, minimum }: ForestSettings,
): Tree {
  const settings = { depth, minimum, lambda: 0 };
  const points = present(targets.weight);
  return treeGrower(support, ordersOf(orders, targets.weight), points, settings).grow(targets);
}

function fitted({ x, features, point }: Support, trees: readonly Tree[]): Fitted {
  const at = (p: number): number =>
    trees.reduce((sum, tree) => sum + treeValue(tree, x, p * features), 0) / trees.length;
  return {
    predict: (rows) => Float64Array.from(rows, (row) => at(point[row])),
    deficient: false,
    coefficients: null,
  };
}

function pooled(sets: readonly Uint32Array[]): Uint32Array {
  const rows = sets.flatMap((set) => [...set]);
  if (rows.length === 0) throw new RangeError('a fit to no rows: every source needs training rows');
  return Uint32Array.from(rows);
}

/**
 * All features are tried at every split. Tree t of every fit reads the same random numbers, so that a fit depends on
 * its rows and the seed alone.
 */
export const forestLearner =
  ({ seed, task }: SetStream, settings: ForestSettings = FOREST): LearnerOf =>
  (cell, { train }) => {
    const support = supportOf(cell);
    const orders = featureOrders(support);
    const random = randomStream(seed, task, 4);
    return {
      fit(environments) {
        const rows = pooled(environments.map((e) => train[e]));
        const trees = Array.from({ length: settings.trees }, (_, t) => {
          random.seek(t, SITE.forest);
          return growOne(support, orders, bag(support, cell.action, rows, random.uniform), settings);
        });
        return fitted(support, trees);
      },
    };
  };
