// Takes out of sums of statistics what estimating the parameters does to them, so that simulations need no refit.
import { solvePositive } from '../portability/positive.ts';

/** Rows of one study: cases × parameters, and cases × statistics. */
export interface ScoredCases {
  readonly scores: Float64Array;
  readonly statistics: Float64Array;
  readonly parameters: number;
  readonly count: number;
}

export interface ScoreSums {
  readonly scores: Float64Array;
  readonly statistics: Float64Array;
}

export function columnSums(rows: Float64Array, columns: number): Float64Array {
  const sums = new Float64Array(columns);
  for (let at = 0; at < rows.length; at++) sums[at % columns] += rows[at];
  return sums;
}

export const scoreSums = ({ scores, statistics, parameters, count }: ScoredCases): ScoreSums => ({
  scores: columnSums(scores, parameters),
  statistics: columnSums(statistics, count),
});

/** Σ rows left' · right: left columns × right columns. */
function crossProducts(left: Float64Array, l: number, right: Float64Array, r: number): Float64Array {
  const products = new Float64Array(l * r);
  for (let row = 0; row * l < left.length; row++)
    for (let i = 0; i < l; i++) {
      const factor = left[row * l + i];
      for (let j = 0; j < r; j++) products[i * r + j] += factor * right[row * r + j];
    }
  return products;
}

/** Of the diagonal: directions that the answers do not see, such as the level of η, stay solvable. */
const RELATIVE_RIDGE = 1e-6;
const LEAST_RIDGE = 1e-9;

/**
 * The effective score (Neyman's C(α), 1959): sums of statistics less their regression on the parameters' scores, whose
 * coefficients come from `sample`, cases under the null. To first order its law is the same at estimated parameters as
 * at the true ones, whatever the estimator.
 */
export function effectiveScore(sample: ScoredCases): (sums: ScoreSums) => Float64Array {
  const { scores, statistics, parameters: d, count } = sample;
  const information = crossProducts(scores, d, scores, d);
  for (let i = 0; i < d; i++)
    information[i * d + i] += RELATIVE_RIDGE * information[i * d + i] + LEAST_RIDGE * scores.length;
  const cross = crossProducts(scores, d, statistics, count);
  const coefficients = Array.from({ length: count }, (_, k) =>
    solvePositive(
      information,
      Float64Array.from({ length: d }, (_, i) => cross[i * count + k]),
    ),
  );
  return (sums) =>
    sums.statistics.map((sum, k) => coefficients[k].reduce((rest, b, i) => rest - b * sums.scores[i], sum));
}
