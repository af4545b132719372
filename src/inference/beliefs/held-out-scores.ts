// Held-out log scores of every answer given the others: by one latent, by base rates, and by a saturated regression.
import { exp, log } from '../../math/elementary.ts';
import { categoriesOf, selectCases, type BeliefCell } from '../../models/beliefs/cell.ts';
import type { BeliefReader } from '../../models/beliefs/posterior.ts';
import { smoothedProbability } from '../../statistics/beliefs/answer-rows.ts';
import { baseRateScores, saturatedScores, type Target } from '../../statistics/beliefs/saturated.ts';
import type { InSteps } from '../in-steps.ts';
import { otherAnswers, targetOf } from './other-answers.ts';
import type { BeliefRows } from './parts.ts';

/** The three predictors of an answer. */
export const PREDICTORS = ['latent', 'none', 'saturated'] as const;
export type Predictor = (typeof PREDICTORS)[number];

/** Scores by predictor, output after output: outputs × test cases; NaN where an answer is missing. */
export type HeldOutScores = Readonly<Record<Predictor, Float64Array>>;

/** Log probability (log density of a report) of every case's answer to `target` given its answers to `observed`. */
export function latentScores(
  reader: BeliefReader,
  cell: BeliefCell,
  target: number,
  observed: readonly number[],
): Float64Array {
  const J = cell.outputs.length;
  const { mass, of } = reader.posterior(cell, observed);
  const logs = reader.logAnswers(cell, target);
  const Q = reader.model.grid.nodes;
  return Float64Array.from(cell.cases, (_, i) => {
    if (Number.isNaN(cell.responses[i * J + target])) return NaN;
    let sum = 0;
    for (let q = 0; q < Q; q++) sum += mass[of[i] * Q + q] * exp(logs[i * Q + q]);
    return log(sum);
  });
}

/** Probabilities are smoothed as the baselines' are, by half an answer a category; densities stay. */
const smoothed = (score: number, categories: number, rows: number): number =>
  categories === 0 ? score : log(smoothedProbability(exp(score), rows, categories));

const total = (scores: Float64Array): number =>
  scores.reduce((sum, score) => sum + (Number.isNaN(score) ? 0 : score), 0);

/**
 * Log scores of the answers at the test rows by what is known without the case's other answers: the training base rate.
 * Of a report that is a density, the belief's own marginal or a beta's, whichever suits the training rows better: a
 * belief that has the better shape, and nothing else, gains nothing over it.
 */
function uninformedScores(
  reader: BeliefReader,
  cell: BeliefCell,
  { train, test }: Pick<BeliefRows, 'train' | 'test'>,
  j: number,
  target: Target,
): Float64Array {
  const rate = baseRateScores(target, train, test);
  if (target.categories > 0) return rate;
  const marginal = (rows: readonly number[]): Float64Array =>
    latentScores(reader, selectCases(cell, rows), j, []);
  const better = total(marginal(train)) > total(baseRateScores(target, train, train));
  return better ? marginal(test) : rate;
}

/** Scores of the test rows; `reader` and regressions know the training rows alone. A piece is an output. */
export function* heldOutScores(
  cell: BeliefCell,
  rows: Pick<BeliefRows, 'train' | 'test'>,
  reader: BeliefReader,
  clip: number,
): InSteps<HeldOutScores> {
  const { train, test } = rows;
  const n = test.length;
  const empty = (): Float64Array => new Float64Array(cell.outputs.length * n).fill(NaN);
  const scores: HeldOutScores = { latent: empty(), none: empty(), saturated: empty() };
  const tested = selectCases(cell, test);
  const all = [...cell.outputs.keys()];
  for (const j of all) {
    const target = targetOf(cell, j, clip);
    const answered = train.filter((row) => !Number.isNaN(target.answers[row])).length;
    if (answered === 0) continue;
    const others = all.filter((k) => k !== j);
    const latent = latentScores(reader, tested, j, others).map((score) =>
      smoothed(score, categoriesOf(cell.outputs[j]), answered),
    );
    scores.latent.set(latent, j * n);
    scores.none.set(uninformedScores(reader, cell, rows, j, target), j * n);
    scores.saturated.set(saturatedScores(otherAnswers(cell, j), target, train, test), j * n);
    yield;
  }
  return scores;
}
