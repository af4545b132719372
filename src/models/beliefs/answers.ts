// Category probabilities of decisions and ordinal judgments at every node, and their share of the gradient.
import { exp } from '../../math/elementary.ts';
import { expm1, logOneMinusExp, logSigmoid } from '../../math/logistic.ts';
import type { BeliefModel, ScoreTerm } from './model.ts';

/** What one evaluation tabulates; rows are as long as the grid. */
export interface AnswerTables {
  /** Pr(category) of every category of every output. */
  readonly probability: Float64Array;
  /** sigmoid(τ − s) and sigmoid(s − τ) of every cutpoint. */
  readonly below: Float64Array;
  readonly above: Float64Array;
  /** Scores of the output at hand. */
  readonly score: Float64Array;
}

const onHeap = (length: number): Float64Array => new Float64Array(length);

export function answerTables(
  { rows, cuts, grid }: BeliefModel,
  vector: typeof onHeap = onHeap,
): AnswerTables {
  return {
    probability: vector(rows * grid.nodes),
    below: vector(cuts * grid.nodes),
    above: vector(cuts * grid.nodes),
    score: vector(grid.nodes),
  };
}

/** s = Σ slope · column at every node. */
export function fillScore({ columns, slopes }: ScoreTerm, theta: Float64Array, score: Float64Array): void {
  score.fill(0);
  columns.forEach((column, c) => {
    const slope = theta[slopes[c]];
    for (let q = 0; q < score.length; q++) score[q] += slope * column[q];
  });
}

/** τ_k of k = 0 … categories − 2. */
export function cutpointAt({ cutpoint, sign, gaps }: ScoreTerm, theta: Float64Array, k: number): number {
  let tau = sign * theta[cutpoint];
  for (let g = 0; g < k; g++) tau += theta[gaps + g];
  return tau;
}

/** sigmoid(τ − s) and sigmoid(s − τ) of the scores at hand into the tables from `start`. */
export function fillCut(tau: number, start: number, { below, above, score }: AnswerTables): void {
  for (let q = 0; q < score.length; q++) {
    const x = tau - score[q];
    const e = exp(x > 0 ? -x : x);
    const large = 1 / (1 + e);
    below[start + q] = x > 0 ? large : e * large;
    above[start + q] = x > 0 ? e * large : large;
  }
}

/** Pr(category k) = sigmoid(τ_k − s) sigmoid(s − τ_{k−1}) (1 − e^{−(τ_k − τ_{k−1})}): no difference of sigmoids. */
function fillCategories(term: ScoreTerm, theta: Float64Array, tables: AnswerTables): void {
  const { probability, below, above, score } = tables;
  const Q = score.length;
  const last = term.categories - 1;
  for (let k = 0; k <= last; k++) {
    const row = (term.row + k) * Q;
    const upper = (term.cut + k) * Q;
    const lower = upper - Q;
    if (k === 0) probability.set(below.subarray(upper, upper + Q), row);
    else if (k === last) probability.set(above.subarray(lower, lower + Q), row);
    else {
      const apart = -expm1(-theta[term.gaps + k - 1]);
      for (let q = 0; q < Q; q++) probability[row + q] = below[upper + q] * above[lower + q] * apart;
    }
  }
}

/** `cut` may do the work of `fillCut` faster. */
export function fillAnswers(
  model: BeliefModel,
  theta: Float64Array,
  tables: AnswerTables,
  cut: typeof fillCut = fillCut,
): void {
  for (const term of model.scores) {
    fillScore(term, theta, tables.score);
    for (let k = 0; k < term.categories - 1; k++)
      cut(cutpointAt(term, theta, k), (term.cut + k) * model.grid.nodes, tables);
    fillCategories(term, theta, tables);
  }
}

/** log Pr(category k) where the score is s. */
function logCategory(term: ScoreTerm, theta: Float64Array, k: number, s: number): number {
  const upper = k < term.categories - 1 ? logSigmoid(cutpointAt(term, theta, k) - s) : 0;
  const lower = k > 0 ? logSigmoid(s - cutpointAt(term, theta, k - 1)) : 0;
  const between = k > 0 && k < term.categories - 1 ? logOneMinusExp(theta[term.gaps + k - 1]) : 0;
  return upper + lower + between;
}

/** Writes log Pr of every category of every output at every node, rows as in `AnswerTables.probability`. */
export function fillLogAnswers(model: BeliefModel, theta: Float64Array, logs: Float64Array): void {
  const score = new Float64Array(model.grid.nodes);
  for (const term of model.scores) {
    fillScore(term, theta, score);
    for (let k = 0; k < term.categories; k++)
      for (let q = 0; q < score.length; q++)
        logs[(term.row + k) * score.length + q] = logCategory(term, theta, k, score[q]);
  }
}

const sumOfRow = (rows: Float64Array, start: number, length: number): number => {
  let sum = 0;
  for (let q = start; q < start + length; q++) sum += rows[q];
  return sum;
};

/**
 * Adds the gradient of Σ counts · log Pr(category) over all outputs; `counts`, rows as the categories, are posterior
 * masses of the cases that gave each answer. Overwrites `tables.score`.
 */
export function addAnswerGradient(
  model: BeliefModel,
  theta: Float64Array,
  tables: AnswerTables,
  counts: Float64Array,
  gradient: Float64Array,
): void {
  for (const term of model.scores) {
    tables.score.fill(0);
    for (let k = 0; k < term.categories - 1; k++) addCutGradient(term, k, tables, counts, gradient);
    addSpacingGradient(term, theta, counts, tables.score.length, gradient);
    term.columns.forEach((column, c) => {
      let slope = 0;
      for (let q = 0; q < column.length; q++) slope -= tables.score[q] * column[q];
      gradient[term.slopes[c]] += slope;
    });
  }
}

/** d/dτ_k through the sigmoids; leaves −d/ds of every node in `score`. */
function addCutGradient(
  term: ScoreTerm,
  k: number,
  { below, above, score }: AnswerTables,
  counts: Float64Array,
  gradient: Float64Array,
): void {
  const Q = score.length;
  const cut = (term.cut + k) * Q;
  const row = (term.row + k) * Q;
  let slope = 0;
  for (let q = 0; q < Q; q++) {
    const pull = counts[row + q] * above[cut + q] - counts[row + Q + q] * below[cut + q];
    score[q] += pull;
    slope += pull;
  }
  gradient[term.cutpoint] += term.sign * slope;
  for (let g = 0; g < k; g++) gradient[term.gaps + g] += slope;
}

/** d/dgap through log(1 − e^{−gap}) of the categories between cutpoints. */
function addSpacingGradient(
  term: ScoreTerm,
  theta: Float64Array,
  counts: Float64Array,
  Q: number,
  gradient: Float64Array,
): void {
  for (let k = 1; k < term.categories - 1; k++) {
    const answered = sumOfRow(counts, (term.row + k) * Q, Q);
    if (answered > 0) gradient[term.gaps + k - 1] += answered / expm1(theta[term.gaps + k - 1]);
  }
}
