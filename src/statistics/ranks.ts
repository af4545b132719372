// Ranks and normal scores: what makes R-hat and ESS indifferent to heavy tails.
import { normalQuantile } from '../math/normal.ts';
import { orderOf } from './order.ts';

/** Ranks 1 … n, ties sharing their average; `x` holds no NaN. `order` is that of its values. */
export function averageRanks(x: Float64Array, order = orderOf(x)): Float64Array {
  const ranks = new Float64Array(x.length);
  for (let start = 0, end = 0; start < x.length; start = end) {
    while (end < x.length && x[order[end]] === x[order[start]]) end++;
    for (let i = start; i < end; i++) ranks[order[i]] = (start + 1 + end) / 2;
  }
  return ranks;
}

/** Scores by twice the rank for the size asked last: the variables of a summary share one size. */
let table = new Float64Array(0);

function scoresOfSize(size: number): Float64Array {
  if (table.length === 2 * size + 1) return table;
  table = Float64Array.from({ length: 2 * size + 1 }, (_, twice) =>
    twice < 2 ? NaN : normalQuantile((twice / 2 - (size + 1) / 2) / (size + 0.25)),
  );
  return table;
}

/** Φ⁻¹((r − 3/8) / (n + 1/4)) of the average ranks r (Blom 1958; Vehtari et al. 2021); `x` holds no NaN. */
export function normalScores(x: Float64Array, order = orderOf(x)): Float64Array {
  const scores = averageRanks(x, order);
  const scoreOf = scoresOfSize(x.length);
  for (let i = 0; i < x.length; i++) scores[i] = scoreOf[2 * scores[i]];
  return scores;
}
