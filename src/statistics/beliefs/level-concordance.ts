// Concordance of predictions that repeat: answers stay, and each row takes the prediction of some row, as thousands of
// draws do. Predictions are ordered once, so a draw needs no sort.
import { TIE_TOLERANCE } from './concordance.ts';

/** Concordance where row i takes the prediction of row sources[i]. */
export type DrawnConcordance = (sources: Int32Array) => number;

function denseRanks(values: Float64Array): { ranks: Int32Array; distinct: number } {
  const place = new Map<number, number>();
  for (const value of values.slice().sort()) if (!place.has(value)) place.set(value, place.size);
  return { ranks: Int32Array.from(values, (value) => place.get(value)!), distinct: place.size };
}

/** For each level, ascending, the first that is not below it by more than the tolerance. */
function tiedFrom(levels: Float64Array): Int32Array {
  let first = 0;
  return Int32Array.from(levels, (value) => {
    while (levels[first] < value - TIE_TOLERANCE) first++;
    return first;
  });
}

/** Ordered pairs of different answers. */
function pairsOf(ranks: Int32Array, distinct: number): number {
  const counts = new Float64Array(distinct);
  for (const rank of ranks) counts[rank]++;
  return (ranks.length ** 2 - counts.reduce((sum, count) => sum + count * count, 0)) / 2;
}

/** Over all pairs of rows with different answers; predictions within the tolerance count one half. */
export function pooledConcordance(answers: Float64Array, predictions: Float64Array): DrawnConcordance {
  const { ranks, distinct } = denseRanks(answers);
  const level = denseRanks(predictions);
  const values = new Float64Array(level.distinct);
  predictions.forEach((value, s) => (values[level.ranks[s]] = value));
  const tied = tiedFrom(values);
  const pairs = pairsOf(ranks, distinct);
  /** Rows by level and answer, and rows by answer on levels certainly below and on those that tie. */
  const counts = new Int32Array(level.distinct * distinct);
  const below = new Int32Array(distinct);
  const near = new Int32Array(distinct);

  function creditOf(at: number): number {
    let credit = 0;
    let smaller = 0;
    let nearSmaller = 0;
    for (let a = 0; a < distinct; a++) {
      const count = counts[at * distinct + a];
      credit += count * (smaller + nearSmaller / 2);
      smaller += below[a];
      nearSmaller += near[a];
    }
    for (let a = distinct - 1, nearLarger = 0; a >= 0; a--) {
      credit += (counts[at * distinct + a] * nearLarger) / 2;
      nearLarger += near[a] + counts[at * distinct + a];
    }
    return credit;
  }

  return (sources) => {
    counts.fill(0);
    below.fill(0);
    near.fill(0);
    for (let i = 0; i < sources.length; i++) counts[level.ranks[sources[i]] * distinct + ranks[i]]++;
    let credit = 0;
    for (let at = 0, far = 0; at < level.distinct; at++) {
      for (; far < tied[at]; far++)
        for (let a = 0; a < distinct; a++) {
          below[a] += counts[far * distinct + a];
          near[a] -= counts[far * distinct + a];
        }
      credit += creditOf(at);
      for (let a = 0; a < distinct; a++) near[a] += counts[at * distinct + a];
    }
    return pairs === 0 ? NaN : credit / pairs;
  };
}

/** Over pairs of rows of one case alone; rows of case c are those from starts[c] to starts[c + 1] − 1. */
export function withinConcordance(
  answers: Float64Array,
  predictions: Float64Array,
  starts: readonly number[],
): DrawnConcordance {
  const pairs: number[] = [];
  for (let c = 0; c + 1 < starts.length; c++)
    for (let i = starts[c]; i < starts[c + 1]; i++)
      for (let j = starts[c]; j < starts[c + 1]; j++) if (answers[i] > answers[j]) pairs.push(i, j);
  const flat = Int32Array.from(pairs);
  return (sources) => {
    let credit = 0;
    for (let k = 0; k < flat.length; k += 2) {
      const gap = predictions[sources[flat[k]]] - predictions[sources[flat[k + 1]]];
      credit += gap > TIE_TOLERANCE ? 1 : gap < -TIE_TOLERANCE ? 0 : 0.5;
    }
    return (2 * credit) / flat.length;
  };
}
