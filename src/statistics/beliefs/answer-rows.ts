// What a predictor of one output is fitted to and judged on: answers with what is known of the case.

/** Rows of predictors, standardised or not, row by row. */
export interface Features {
  readonly values: Float64Array;
  readonly columns: number;
}

/** The rows of a training or test part. */
export type Rows = ArrayLike<number>;

/** A fitted predictor of categories 0 … K − 1, or of a stated probability. */
export interface AnswerPredictor {
  /** log Pr(answer), or the log density of a report, at the row's features. */
  logScore(features: Features, row: number, answer: number): number;
}

/** Half an answer is added to each category's count, here and in every other predictor, so that none is impossible. */
export const PRIOR_ANSWERS = 0.5;

/** The share of `probability` in one category, smoothed by half an answer a category to the `rows` fitted. */
export const smoothedProbability = (probability: number, rows: number, categories: number): number =>
  (rows * probability + PRIOR_ANSWERS) / (rows + PRIOR_ANSWERS * categories);

/** Means and population sds of the columns over rows, NaN left out; sd 1 of a column that does not vary. */
export function standardise({ values, columns }: Features, rows: Rows): Features {
  const standard = values.slice();
  for (let c = 0; c < columns; c++) {
    let [n, sum, square] = [0, 0, 0];
    for (let k = 0; k < rows.length; k++) {
      const value = values[rows[k] * columns + c];
      if (Number.isNaN(value)) continue;
      n++;
      sum += value;
      square += value * value;
    }
    const mean = n > 0 ? sum / n : 0;
    const spread = n > 0 ? Math.sqrt(Math.max(square / n - mean * mean, 0)) : 0;
    for (let at = c; at < values.length; at += columns)
      standard[at] = spread > SMALLEST_SPREAD ? (values[at] - mean) / spread : 0;
  }
  return { values: standard.map((value) => (Number.isNaN(value) ? 0 : value)), columns };
}

const SMALLEST_SPREAD = 1e-9;

/** b · x of a row, b from `offset`. */
export function linearScore(
  { values, columns }: Features,
  row: number,
  b: Float64Array,
  offset: number,
): number {
  let sum = 0;
  for (let c = 0; c < columns; c++) sum += b[offset + c] * values[row * columns + c];
  return sum;
}

/** Adds factor · x to the gradient's slopes from `offset`. */
export function addSlopes(
  { values, columns }: Features,
  row: number,
  factor: number,
  gradient: Float64Array,
  offset: number,
): void {
  for (let c = 0; c < columns; c++) gradient[offset + c] += factor * values[row * columns + c];
}

/** Adds factor · x x' to the lower triangle of the curvature's slopes from `offset`. */
export function addSquares(
  { values, columns }: Features,
  row: number,
  factor: number,
  curvature: Float64Array,
  size: number,
  offset: number,
): void {
  const start = row * columns;
  for (let c = 0; c < columns; c++) {
    const scaled = factor * values[start + c];
    const at = (offset + c) * size + offset;
    for (let d = 0; d <= c; d++) curvature[at + d] += scaled * values[start + d];
  }
}
