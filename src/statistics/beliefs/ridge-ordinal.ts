// Proportional odds with a ridge: predicts a decision (two categories) or a judgment from the other answers.
import { exp, log } from '../../math/elementary.ts';
import { expm1, logSigmoid, sigmoid } from '../../math/logistic.ts';
import { maximise, type Concave } from '../portability/newton.ts';
import {
  addSlopes,
  addSquares,
  linearScore,
  smoothedProbability,
  type AnswerPredictor,
  type Features,
  type Rows,
} from './answer-rows.ts';

/** Categories that occur among the rows, ascending, and each row's place among them. */
export interface Occurring {
  readonly categories: readonly number[];
  readonly counts: Float64Array;
  readonly place: Int32Array;
}

export function occurringOf(answers: Float64Array, rows: Rows): Occurring {
  const seen = Array.from(rows, (row) => answers[row]);
  const categories = [...new Set(seen)].sort((a, b) => a - b);
  const at = new Map(categories.map((category, k) => [category, k]));
  const place = Int32Array.from(seen, (answer) => at.get(answer)!);
  const counts = new Float64Array(categories.length);
  place.forEach((k) => counts[k]++);
  return { categories, counts, place };
}

/** −½ penalty Σ slope², with its derivatives; cutpoints are free but for a trace that keeps the curvature positive. */
function startFromPenalty(
  b: Float64Array,
  cuts: number,
  penalty: number,
  gradient: Float64Array,
  curvature: Float64Array,
): number {
  curvature.fill(0);
  let value = 0;
  b.forEach((at, i) => {
    const weight = i < cuts ? CUT_PENALTY : penalty;
    gradient[i] = -weight * at;
    curvature[i * b.length + i] = weight;
    value -= (weight / 2) * at * at;
  });
  return value;
}

const CUT_PENALTY = 1e-6;

/** Adds count · log(1 − e^{−gap}) of a category between two cutpoints; −∞ where they do not ascend. */
function addGap(
  b: Float64Array,
  k: number,
  count: number,
  gradient: Float64Array,
  curvature: Float64Array,
): number {
  const away = exp(b[k - 1] - b[k]);
  if (!(away < 1)) return -Infinity;
  const slope = (count * away) / (1 - away);
  const bend = slope / (1 - away);
  gradient[k] += slope;
  gradient[k - 1] -= slope;
  curvature[k * b.length + k] += bend;
  curvature[(k - 1) * b.length + k - 1] += bend;
  curvature[k * b.length + k - 1] -= bend;
  return count * log(1 - away);
}

/** What one row adds through its score: the likelihood's slope and bend in it. */
interface Pull {
  slope: number;
  bend: number;
}

/** Adds one end of the row's category, log σ(side · (θ_k − s)), with its share of the derivatives. */
function addEnd(
  b: Float64Array,
  k: number,
  side: 1 | -1,
  s: number,
  gradient: Float64Array,
  curvature: Float64Array,
  cross: Float64Array,
  pull: Pull,
): number {
  const a = side * (b[k] - s);
  const far = sigmoid(-a);
  const bend = far * (1 - far);
  gradient[k] += side * far;
  curvature[k * b.length + k] += bend;
  cross[k] = bend;
  pull.slope += side * far;
  pull.bend += bend;
  return logSigmoid(a);
}

/** Adds the mixed curvature of slopes and of the cutpoints that the row's category ends at. */
function addCross(
  { values, columns }: Features,
  row: number,
  cross: Float64Array,
  first: number,
  last: number,
  curvature: Float64Array,
  size: number,
): void {
  for (let k = first; k <= last; k++)
    for (let c = 0; c < columns; c++)
      curvature[(cross.length + c) * size + k] -= cross[k] * values[row * columns + c];
}

/**
 * The penalised log likelihood of [cutpoints, slopes], concave (Pratt 1981):
 * log Pr(k) = log σ(θ_k − s) + log σ(s − θ_{k−1}) + log(1 − e^{−gap}).
 */
export function ordinalLikelihood(
  { place, counts }: Occurring,
  features: Features,
  rows: Rows,
  penalty: number,
): Concave {
  const cuts = counts.length - 1;
  const size = cuts + features.columns;
  const cross = new Float64Array(cuts);
  const pull: Pull = { slope: 0, bend: 0 };
  return {
    size,
    evaluate(b, gradient, curvature) {
      let value = startFromPenalty(b, cuts, penalty, gradient, curvature);
      for (let k = 1; k < cuts; k++) value += addGap(b, k, counts[k], gradient, curvature);
      if (value === -Infinity) return value;
      for (let i = 0; i < rows.length; i++) {
        const s = linearScore(features, rows[i], b, cuts);
        const k = place[i];
        pull.slope = 0;
        pull.bend = 0;
        if (k < cuts) value += addEnd(b, k, 1, s, gradient, curvature, cross, pull);
        if (k > 0) value += addEnd(b, k - 1, -1, s, gradient, curvature, cross, pull);
        addCross(features, rows[i], cross, Math.max(k - 1, 0), Math.min(k, cuts - 1), curvature, size);
        addSlopes(features, rows[i], -pull.slope, gradient, cuts);
        addSquares(features, rows[i], pull.bend, curvature, size, cuts);
      }
      return value;
    },
  };
}

/** Cutpoints at which every category has its share without slopes. */
function startOf({ counts }: Occurring, columns: number): Float64Array {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const start = new Float64Array(counts.length - 1 + columns);
  let below = 0;
  for (let k = 0; k < counts.length - 1; k++) {
    below += counts[k];
    start[k] = log(below / (total - below));
  }
  return start;
}

/** Pr of the category at a place among those that occur, where the score is s. */
function probabilityAt(b: Float64Array, cuts: number, k: number, s: number): number {
  const upper = k < cuts ? sigmoid(b[k] - s) : 1;
  const lower = k > 0 ? sigmoid(s - b[k - 1]) : 1;
  return upper * lower * (k > 0 && k < cuts ? -expm1(b[k - 1] - b[k]) : 1);
}

/** Fits cutpoints of the categories that occur and slopes held by the penalty; others keep half an answer each. */
export function fitOrdinal(
  features: Features,
  answers: Float64Array,
  rows: Rows,
  categories: number,
  penalty: number,
): AnswerPredictor {
  const occurring = occurringOf(answers, rows);
  const cuts = occurring.counts.length - 1;
  const b =
    cuts === 0
      ? new Float64Array(features.columns)
      : maximise(ordinalLikelihood(occurring, features, rows, penalty), startOf(occurring, features.columns))
          .b;
  return {
    logScore(at, row, answer) {
      const k = occurring.categories.indexOf(answer);
      const p = k < 0 ? 0 : probabilityAt(b, cuts, k, linearScore(at, row, b, cuts));
      return log(smoothedProbability(p, rows.length, categories));
    },
  };
}
