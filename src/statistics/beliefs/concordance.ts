// Concordance: how often the case with the larger answer has the larger prediction; AUROC where answers are binary.

/** Predictions closer than this tie: equal evidence must predict equally whatever the order of its sums. */
export const TIE_TOLERANCE = 1e-9;

/** Counts by rank with prefix sums (a Fenwick tree); ranks from 0. */
interface RankCounts {
  readonly tree: Int32Array;
}

function addCount({ tree }: RankCounts, rank: number, count: number): void {
  for (let i = rank + 1; i < tree.length; i += i & -i) tree[i] += count;
}

/** How many counted entries have a rank below `rank`. */
function countBelow({ tree }: RankCounts, rank: number): number {
  let sum = 0;
  for (let i = rank; i > 0; i -= i & -i) sum += tree[i];
  return sum;
}

/** Dense ranks of values among the distinct ones, ascending. */
function denseRanks(values: Float64Array): { ranks: Int32Array; distinct: number } {
  const sorted = values.slice().sort();
  const place = new Map<number, number>();
  for (const value of sorted) if (!place.has(value)) place.set(value, place.size);
  return { ranks: Int32Array.from(values, (value) => place.get(value)!), distinct: place.size };
}

/** Pairs of different answers. */
function comparablePairs(ranks: Int32Array, distinct: number): number {
  const counts = new Float64Array(distinct);
  ranks.forEach((rank) => counts[rank]++);
  const n = ranks.length;
  return (n * n - counts.reduce((sum, count) => sum + count * count, 0)) / 2;
}

/**
 * The share of pairs with different answers whose predictions are ordered as the answers are; predictions within the
 * tolerance count one half. NaN where all answers are equal. O(n log n).
 */
export function concordance(
  answers: Float64Array,
  predictions: Float64Array,
  tolerance: number = TIE_TOLERANCE,
): number {
  const order = Int32Array.from(predictions, (_, i) => i).sort((a, b) => predictions[a] - predictions[b]);
  const { ranks, distinct } = denseRanks(answers);
  const below: RankCounts = { tree: new Int32Array(distinct + 1) };
  const seen: RankCounts = { tree: new Int32Array(distinct + 1) };
  let credit = 0;
  for (let k = 0, far = 0; k < order.length; k++) {
    const i = order[k];
    while (predictions[order[far]] < predictions[i] - tolerance) addCount(below, ranks[order[far++]], 1);
    const smaller = countBelow(below, ranks[i]);
    const nearSmaller = countBelow(seen, ranks[i]) - smaller;
    const near = k - far;
    const nearEqual = countBelow(seen, ranks[i] + 1) - countBelow(below, ranks[i] + 1) - nearSmaller;
    credit += smaller + (nearSmaller + (near - nearSmaller - nearEqual)) / 2;
    addCount(seen, ranks[i], 1);
  }
  const pairs = comparablePairs(ranks, distinct);
  return pairs === 0 ? NaN : credit / pairs;
}
