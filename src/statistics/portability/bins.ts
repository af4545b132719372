// Which bin each prediction falls into, without a search: a table says where among the cutpoints to begin.

/** Buckets of the table for each bin: most predictions then pass at most one cutpoint. */
const PER_BIN = 4;

/**
 * Writes the bin of each prediction: the number of interior cutpoints not above it, so bins are left-closed and the last
 * is closed on both sides. The first `count` of `cuts` are distinct, ascending, and hold every prediction.
 */
export type BinAssigner = (
  cuts: Float64Array,
  count: number,
  predictions: Float64Array,
  into: Uint16Array,
) => void;

/** For partitions of at most `bins` bins. */
export function binAssigner(bins: number): BinAssigner {
  const buckets = PER_BIN * bins;
  /** First interior cutpoint in the bucket or after it. */
  const first = new Uint16Array(buckets);

  /** Bucket of y is ⌊(y − low) scale⌋, which rounding keeps in the order of y. */
  function index(cuts: Float64Array, count: number, scale: number): void {
    let bucket = 0;
    for (let k = 1; k < count - 1; k++) {
      const own = ((cuts[k] - cuts[0]) * scale) | 0;
      while (bucket <= own) first[bucket++] = k;
    }
    first.fill(count - 1, bucket);
  }

  return (cuts, count, predictions, into) => {
    const low = cuts[0];
    const last = count - 1;
    const ratio = (buckets - 1) / (cuts[last] - low);
    const scale = ratio < Infinity ? ratio : 0;
    index(cuts, count, scale);
    for (let i = 0; i < predictions.length; i++) {
      const y = predictions[i];
      let k = first[((y - low) * scale) | 0];
      while (k < last && cuts[k] <= y) k += 1;
      into[i] = Math.max(0, k - 1);
    }
  };
}
