// Beta regression with a ridge: predicts a stated probability from the other answers (Ferrari and Cribari-Neto 2004).
import { digamma } from '../../math/digamma.ts';
import { exp, log, log1p } from '../../math/elementary.ts';
import { logGamma } from '../../math/gamma.ts';
import { sigmoid } from '../../math/logistic.ts';
import { trigamma } from '../../math/trigamma.ts';
import { maximise, type Concave } from '../portability/newton.ts';
import {
  addSlopes,
  addSquares,
  linearScore,
  type AnswerPredictor,
  type Features,
  type Rows,
} from './answer-rows.ts';

/** Reports as far from 0 and 1 as a likelihood needs. */
export const clipReport = (p: number, clip: number): number => Math.min(Math.max(p, clip), 1 - clip);

/** Means are kept this far from 0 and 1, and log precisions within these bounds: beyond them nothing is told apart. */
const EXTREME_SCORE = 15;
const LOG_PRECISION = [-5, 12] as const;

const bounded = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);

/** log density of Beta(μφ, (1 − μ)φ). */
export function logBetaDensity(p: number, mu: number, phi: number): number {
  const [a, b] = [mu * phi, (1 - mu) * phi];
  return logGamma(phi) - logGamma(a) - logGamma(b) + (a - 1) * log(p) + (b - 1) * log1p(-p);
}

/**
 * The penalised log likelihood of [log φ, intercept, slopes] with the expected information in the curvature's place
 * (Fisher scoring): the log likelihood itself is not concave.
 */
export function reportLikelihood(
  reports: Float64Array,
  features: Features,
  rows: Rows,
  penalty: number,
): Concave {
  const size = 2 + features.columns;
  return {
    size,
    evaluate(b, gradient, curvature) {
      curvature.fill(0);
      gradient.fill(0);
      if (b[0] < LOG_PRECISION[0] || b[0] > LOG_PRECISION[1]) return -Infinity;
      const phi = exp(b[0]);
      let value = 0;
      for (let c = 2; c < size; c++) {
        value -= (penalty / 2) * b[c] * b[c];
        gradient[c] = -penalty * b[c];
        curvature[c * size + c] = penalty;
      }
      const normaliser = { gamma: logGamma(phi), slope: digamma(phi), bend: trigamma(phi) };
      for (let i = 0; i < rows.length; i++)
        value += addReport(b, phi, normaliser, reports[rows[i]], features, rows[i], gradient, curvature);
      return value;
    },
  };
}

interface Normaliser {
  readonly gamma: number;
  readonly slope: number;
  readonly bend: number;
}

/** Adds one report's log density, score and expected information. */
function addReport(
  b: Float64Array,
  phi: number,
  normaliser: Normaliser,
  report: number,
  features: Features,
  row: number,
  gradient: Float64Array,
  curvature: Float64Array,
): number {
  const size = b.length;
  const mu = sigmoid(bounded(b[1] + linearScore(features, row, b, 2), -EXTREME_SCORE, EXTREME_SCORE));
  const [u, v] = [mu * phi, (1 - mu) * phi];
  const [psiU, psiV] = [digamma(u), digamma(v)];
  const [bendU, bendV] = [trigamma(u), trigamma(v)];
  const [logP, logQ] = [log(report), log1p(-report)];
  const spread = mu * (1 - mu);
  const pull = phi * spread * (logP - logQ - psiU + psiV);
  gradient[0] += phi * (normaliser.slope - mu * psiU - (1 - mu) * psiV + mu * logP + (1 - mu) * logQ);
  gradient[1] += pull;
  addSlopes(features, row, pull, gradient, 2);
  const stiffness = phi * phi * spread * spread * (bendU + bendV);
  const mixed = phi * phi * spread * (mu * bendU - (1 - mu) * bendV);
  curvature[0] += phi * phi * (mu * mu * bendU + (1 - mu) * (1 - mu) * bendV - normaliser.bend);
  curvature[size] += mixed;
  curvature[size + 1] += stiffness;
  for (let c = 0; c < features.columns; c++) {
    const x = features.values[row * features.columns + c];
    curvature[(2 + c) * size] += mixed * x;
    curvature[(2 + c) * size + 1] += stiffness * x;
  }
  addSquares(features, row, stiffness, curvature, size, 2);
  return normaliser.gamma - logGamma(u) - logGamma(v) + (u - 1) * logP + (v - 1) * logQ;
}

/** Mean and precision of the rows by moments, from which the search starts. */
function startOf(reports: Float64Array, rows: Rows, size: number): Float64Array {
  let [sum, square] = [0, 0];
  for (let i = 0; i < rows.length; i++) {
    sum += reports[rows[i]];
    square += reports[rows[i]] ** 2;
  }
  const mean = sum / rows.length;
  const variance = Math.max(square / rows.length - mean * mean, 1e-6);
  const start = new Float64Array(size);
  start[0] = bounded(
    log(Math.max((mean * (1 - mean)) / variance - 1, 0.1)),
    LOG_PRECISION[0],
    LOG_PRECISION[1],
  );
  start[1] = log(mean / (1 - mean));
  return start;
}

/** Fits mean and precision; `reports` are clipped already. Answers are clipped as these were. */
export function fitReport(
  features: Features,
  reports: Float64Array,
  rows: Rows,
  penalty: number,
): AnswerPredictor {
  const likelihood = reportLikelihood(reports, features, rows, penalty);
  const { b } = maximise(likelihood, startOf(reports, rows, likelihood.size));
  const phi = exp(b[0]);
  return {
    logScore(at, row, answer) {
      const score = bounded(b[1] + linearScore(at, row, b, 2), -EXTREME_SCORE, EXTREME_SCORE);
      return logBetaDensity(answer, sigmoid(score), phi);
    },
  };
}
