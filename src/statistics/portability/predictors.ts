// The predictors that portability is measured with, by name.
import { linearLearner, type LearnerOf } from './learner.ts';

export const PREDICTORS = { ols: linearLearner } as const satisfies Readonly<Record<string, LearnerOf>>;
export type PredictorName = keyof typeof PREDICTORS;
