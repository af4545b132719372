// Predictors of actions from x, trained on the training rows of any set of environments.
import type { Cell, Folds } from './cell.ts';
import { linearSums, poolSums, predictLinear, solveLinear } from './linear.ts';

/** A trained predictor. */
export interface Fitted {
  /** Predictions of rows of the cell, in their order; rows of equal x have equal predictions to the last bit. */
  predict(rows: Uint32Array): Float64Array;
  /** True where the training rows do not determine the predictor (features that do not vary, or too few rows). */
  readonly deficient: boolean;
  /** Intercept and slopes as rendered; null where the predictor is not linear. */
  readonly coefficients: Float64Array | null;
}

/** Trains on the training rows of the given environments, pooled. */
export interface Learner {
  fit(environments: readonly number[]): Fitted;
}

/** A kind of predictor, bound to a cell and its folds. */
export type LearnerOf = (cell: Cell, folds: Folds) => Learner;

/** Ordinary least squares; sums over each environment are taken once. */
export const linearLearner: LearnerOf = (cell, { train }) => {
  const sums = train.map((rows) => linearSums(cell, rows));
  return {
    fit(environments) {
      const { coefficients, rank } = solveLinear(poolSums(sums, environments), cell);
      return {
        predict: (rows) => predictLinear(coefficients, cell, rows),
        deficient: rank <= cell.features,
        coefficients,
      };
    },
  };
};
