// Features in units of the training rows: mean 0 and standard deviation 1.
import type { PointSums, Support } from './support.ts';

export interface FeatureScale {
  /** Mean and population standard deviation of each feature over the training rows. */
  readonly centre: Float64Array;
  readonly spread: Float64Array;
}

type Weights = Pick<PointSums, 'weight' | 'rows'>;

/** Weighted mean of f(point) over points. */
function average(points: Uint32Array, { weight, rows }: Weights, f: (p: number) => number): number {
  let total = 0;
  for (const p of points) total += weight[p] * f(p);
  return total / rows;
}

/** Moments of each feature; one that does not vary keeps its unit. */
export function scaleOf({ x, features }: Support, points: Uint32Array, sums: Weights): FeatureScale {
  const centre = new Float64Array(features);
  const spread = new Float64Array(features);
  for (let f = 0; f < features; f++) {
    centre[f] = average(points, sums, (p) => x[p * features + f]);
    spread[f] = Math.sqrt(average(points, sums, (p) => (x[p * features + f] - centre[f]) ** 2));
    if (points.every((p) => x[p * features + f] === x[points[0] * features + f])) spread[f] = 1;
  }
  return { centre, spread };
}

export function standardised(x: Float64Array, at: number, { centre, spread }: FeatureScale): Float64Array {
  const z = new Float64Array(centre.length);
  for (let f = 0; f < z.length; f++) z[f] = (x[at + f] - centre[f]) / spread[f];
  return z;
}
