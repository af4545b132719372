// Sample quantiles and the robust location and scale that rest on them.

/** Makes the median absolute deviation of a normal sample estimate its sd (R's constant of `mad`). */
const MAD_CONSTANT = 1.4826;

/** An ascending copy; NaN goes last. */
export const sortedCopy = (x: Float64Array): Float64Array => x.slice().sort();

/**
 * R's default quantile (type 7) of an ascending sample: linear between the order statistics around
 * (n − 1) · probability. NaN of an empty sample or one that holds a NaN.
 */
export function quantileOfSorted(sorted: Float64Array, probability: number): number {
  if (!(probability >= 0 && probability <= 1))
    throw new RangeError(`probability ${probability} of a quantile is not within 0 … 1`);
  const last = sorted.length - 1;
  if (last < 0 || Number.isNaN(sorted[last])) return NaN;
  const index = last * probability;
  const low = Math.floor(index);
  const below = sorted[low];
  const above = sorted[Math.ceil(index)];
  if (below === above) return below;
  return (1 - (index - low)) * below + (index - low) * above;
}

/** Type-7 quantiles at each of `probabilities`, from one sort. */
export function quantiles(x: Float64Array, probabilities: readonly number[]): number[] {
  const sorted = sortedCopy(x);
  return probabilities.map((probability) => quantileOfSorted(sorted, probability));
}

/** The type-7 quantile at `probability` in 0 … 1. */
export const quantile = (x: Float64Array, probability: number): number =>
  quantileOfSorted(sortedCopy(x), probability);

export const median = (x: Float64Array): number => quantile(x, 0.5);

/** Distances |x − centre|, in the order of `x`. */
export function distancesFrom(x: Float64Array, centre: number): Float64Array {
  const distances = new Float64Array(x.length);
  for (let i = 0; i < x.length; i++) distances[i] = Math.abs(x[i] - centre);
  return distances;
}

/** Ascending distances |x − centre| of an ascending sample, by merging the values on either side of the centre. */
function sortedDistances(sorted: Float64Array, centre: number): Float64Array {
  const distances = distancesFrom(sorted, centre);
  const merged = new Float64Array(sorted.length);
  let low = 0;
  let high = sorted.length - 1;
  for (let i = high; i >= 0; i--)
    merged[i] = distances[low] > distances[high] ? distances[low++] : distances[high--];
  return merged;
}

/** Median absolute deviation from the median, times 1.4826, of an ascending sample; NaN of one that holds a NaN or whose median is infinite. */
export function madOfSorted(sorted: Float64Array): number {
  const centre = quantileOfSorted(sorted, 0.5);
  if (!Number.isFinite(centre)) return NaN;
  return MAD_CONSTANT * quantileOfSorted(sortedDistances(sorted, centre), 0.5);
}
