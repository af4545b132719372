// Concordance over cases that count several times or not at all, as resamples do: predictions are ordered once.
import { TIE_TOLERANCE } from './concordance.ts';

/** Concordance at a weight for every case. */
export type WeightedConcordance = (weights: ArrayLike<number>) => number;

function denseRanks(values: Float64Array): { ranks: Int32Array; distinct: number } {
  const place = new Map<number, number>();
  for (const value of values.slice().sort()) if (!place.has(value)) place.set(value, place.size);
  return { ranks: Int32Array.from(values, (value) => place.get(value)!), distinct: place.size };
}

/**
 * The share of pairs with different answers whose predictions are ordered as the answers are; predictions within the
 * tolerance count one half, and a case of weight w counts as w cases. NaN where no two weighted answers differ. A call
 * takes cases × distinct answers.
 */
export function weightedConcordance(answers: Float64Array, predictions: Float64Array): WeightedConcordance {
  const order = Int32Array.from(predictions, (_, i) => i).sort((a, b) => predictions[a] - predictions[b]);
  const { ranks, distinct } = denseRanks(answers);
  const totals = new Float64Array(distinct);
  /** Weights by answer of cases whose predictions are certainly below, and of those that tie so far. */
  const below = new Float64Array(distinct);
  const near = new Float64Array(distinct);

  function creditAt(rank: number): number {
    let credit = 0;
    for (let a = 0; a < rank; a++) credit += below[a] + near[a] / 2;
    for (let a = rank + 1; a < distinct; a++) credit += near[a] / 2;
    return credit;
  }

  return (weights) => {
    totals.fill(0);
    below.fill(0);
    near.fill(0);
    let credit = 0;
    for (let k = 0, far = 0; k < order.length; k++) {
      const i = order[k];
      for (; predictions[order[far]] < predictions[i] - TIE_TOLERANCE; far++) {
        const rank = ranks[order[far]];
        below[rank] += weights[order[far]];
        near[rank] -= weights[order[far]];
      }
      const weight = weights[i];
      if (weight > 0) credit += weight * creditAt(ranks[i]);
      near[ranks[i]] += weight;
      totals[ranks[i]] += weight;
    }
    let [sum, squares] = [0, 0];
    for (let a = 0; a < distinct; a++) {
      sum += totals[a];
      squares += totals[a] * totals[a];
    }
    const pairs = (sum * sum - squares) / 2;
    return pairs > 0 ? credit / pairs : NaN;
  };
}
