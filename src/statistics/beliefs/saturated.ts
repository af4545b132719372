// The most that other answers tell of one, as far as a flexible regression finds it: a ridge whose penalty is
// cross-validated within the training rows.
import { standardise, type AnswerPredictor, type Features, type Rows } from './answer-rows.ts';
import { portableOrder } from './portable-draws.ts';
import { fitOrdinal } from './ridge-ordinal.ts';
import { fitReport } from './ridge-report.ts';

/** One output's answers: categories 0 … K − 1, or reports within (0, 1) where `categories` is 0; NaN where missing. */
export interface Target {
  readonly answers: Float64Array;
  readonly categories: number;
}

/** Penalties tried on slopes of standardised predictors. */
export const PENALTIES: readonly number[] = [1, 10, 100, 1000];
export const INNER_FOLDS = 4;

const NO_FEATURES: Features = { values: new Float64Array(0), columns: 0 };

const fit = (
  features: Features,
  { answers, categories }: Target,
  rows: Rows,
  penalty: number,
): AnswerPredictor =>
  categories === 0
    ? fitReport(features, answers, rows, penalty)
    : fitOrdinal(features, answers, rows, categories, penalty);

/** Rows in a random order, the same for as many rows: folds are dealt in turn. */
const dealt = (rows: readonly number[]): number[] => Array.from(portableOrder(rows.length), (k) => rows[k]);

/** Sum of log scores of each fold's rows from the others. */
function foldedScore(features: Features, target: Target, rows: readonly number[], penalty: number): number {
  let sum = 0;
  for (let f = 0; f < INNER_FOLDS; f++) {
    const predictor = fit(
      features,
      target,
      rows.filter((_, k) => k % INNER_FOLDS !== f),
      penalty,
    );
    rows.forEach((row, k) => {
      if (k % INNER_FOLDS === f) sum += predictor.logScore(features, row, target.answers[row]);
    });
  }
  return sum;
}

/** The penalty that predicts best across folds of the rows; the largest of equals. */
export function bestPenalty(features: Features, target: Target, rows: readonly number[]): number {
  const scores = PENALTIES.map((penalty) => foldedScore(features, target, rows, penalty));
  return PENALTIES[scores.lastIndexOf(Math.max(...scores))];
}

function scoresAt(
  { logScore }: AnswerPredictor,
  features: Features,
  { answers }: Target,
  at: readonly number[],
): Float64Array {
  return Float64Array.from(at, (row) =>
    Number.isNaN(answers[row]) ? NaN : logScore(features, row, answers[row]),
  );
}

const answeredRows = ({ answers }: Target, rows: readonly number[]): number[] =>
  dealt(rows.filter((row) => !Number.isNaN(answers[row])));

/** Log scores of the answers at rows `at` from the base rate of `train`, or the beta distribution of its reports; NaN where an answer is missing. */
export function baseRateScores(
  target: Target,
  train: readonly number[],
  at: readonly number[],
): Float64Array {
  return scoresAt(fit(NO_FEATURES, target, answeredRows(target, train), 0), NO_FEATURES, target, at);
}

/** The same from the other answers by ridge regression; `features` are of the other outputs alone. */
export function saturatedScores(
  features: Features,
  target: Target,
  train: readonly number[],
  at: readonly number[],
): Float64Array {
  const answered = answeredRows(target, train);
  const scale = standardise(features, answered);
  const penalty = bestPenalty(scale, target, answered);
  return scoresAt(fit(scale, target, answered, penalty), scale, target, at);
}
