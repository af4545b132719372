// The distinct x of a cell: predictors see nothing else of a row, so rows of equal x are one point with a weight.
import type { Cell } from './cell.ts';

export interface Support {
  readonly features: number;
  /** points × features, in order of first appearance. */
  readonly x: Float64Array;
  /** Point of each row of the cell. */
  readonly point: Uint32Array;
}

export function supportOf({ x, features, action }: Pick<Cell, 'x' | 'features' | 'action'>): Support {
  const known = new Map<string, number>();
  const first: number[] = [];
  const point = new Uint32Array(action.length);
  for (let row = 0; row < action.length; row++) {
    const key = x.subarray(row * features, (row + 1) * features).join();
    let p = known.get(key);
    if (p === undefined) {
      p = first.length;
      known.set(key, p);
      first.push(row);
    }
    point[row] = p;
  }
  const distinct = new Float64Array(first.length * features);
  first.forEach((row, p) => distinct.set(x.subarray(row * features, (row + 1) * features), p * features));
  return { features, x: distinct, point };
}

export const pointsOf = ({ x, features, point }: Support): number =>
  features > 0 ? x.length / features : Math.min(1, point.length);

/** What some rows say about each point. */
export interface PointSums {
  /** Rows. */
  readonly weight: Float64Array;
  /** Σ of their actions. */
  readonly sum: Float64Array;
  /** Mean action of all rows. */
  readonly mean: number;
  readonly rows: number;
}

/** Sums over several sets of rows, pooled: every row weighs the same. */
export function pointSums(support: Support, action: Float64Array, sets: readonly Uint32Array[]): PointSums {
  const weight = new Float64Array(pointsOf(support));
  const sum = new Float64Array(weight.length);
  let [rows, total] = [0, 0];
  for (const set of sets) {
    for (const row of set) {
      weight[support.point[row]] += 1;
      sum[support.point[row]] += action[row];
      total += action[row];
    }
    rows += set.length;
  }
  if (rows === 0) throw new RangeError('a fit to no rows: every source needs training rows');
  return { weight, sum, mean: total / rows, rows };
}

/** The points of an order that have positive weight. */
export function presentIn(order: Uint32Array, weight: Float64Array): Uint32Array {
  const kept = new Uint32Array(order.length);
  let count = 0;
  for (let i = 0; i < order.length; i++) if (weight[order[i]] > 0) kept[count++] = order[i];
  return kept.subarray(0, count);
}

/** Points of positive weight, ascending. */
export const present = (weight: Float64Array): Uint32Array =>
  presentIn(
    Uint32Array.from({ length: weight.length }, (_, p) => p),
    weight,
  );
