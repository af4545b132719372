// The predictors that portability is measured with, by name (section 4 and appendix E).
import { boostingLearner, HIGH_REGULARISATION, SHALLOW } from './boosting.ts';
import { forestLearner } from './forest.ts';
import { linearLearner, type LearnerOf } from './learner.ts';
import { polynomialLearner } from './polynomial.ts';
import type { SetStream } from './sets.ts';

/** Makes a predictor; only the forest draws random numbers. */
type PredictorOf = (stream: SetStream) => LearnerOf;

/**
 * Least squares; cubic polynomials with and without interactions; boosted trees, shallow and strongly regularised; a
 * random forest.
 */
export const PREDICTORS = {
  ols: () => linearLearner,
  poly3: () => polynomialLearner('full'),
  poly3_powers: () => polynomialLearner('powers'),
  xgb_shallow: () => boostingLearner(SHALLOW),
  xgb_highreg: () => boostingLearner(HIGH_REGULARISATION),
  forest: (stream) => forestLearner(stream),
} as const satisfies Readonly<Record<string, PredictorOf>>;
export type PredictorName = keyof typeof PREDICTORS;
