// Fits a belief model to one cell: the weakly informative MAP, maximum likelihood, or the paper's Adam protocol.
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import { toNatural, toUnconstrained, type BeliefLayout } from '../../models/beliefs/layout.ts';
import { beliefModel, type BeliefKind, type BeliefModel } from '../../models/beliefs/model.ts';
import { beliefObjective } from '../../models/beliefs/objective.ts';
import { FLAT_PRIORS, WEAK_PRIORS, type BeliefPriors } from '../../models/beliefs/priors.ts';
import { descendInSteps, PAPER_ADAM, type AdamSettings } from '../adam.ts';
import { finish, type InSteps } from '../in-steps.ts';
import type { LbfgsSettings, LbfgsStop } from '../lbfgs.ts';
import { ascend } from './ascent.ts';
import { answeredInF64, type Asking, type Objective } from './asking.ts';
import { objectiveOf, problemOf, startOf, trainingOnly, type FitRows, type Problem } from './problem.ts';
import { positiveSecondAxis } from './second-axis.ts';

export const BELIEF_ESTIMATORS = ['map', 'mle', 'adam'] as const;
export type BeliefEstimator = (typeof BELIEF_ESTIMATORS)[number];

export interface BeliefFitSettings {
  readonly kind: BeliefKind;
  readonly estimator: BeliefEstimator;
  /** Of the MAP; `WEAK_PRIORS` by default. */
  readonly priors?: BeliefPriors;
  /** How far reports are kept from 0 and 1 in the likelihood. */
  readonly clip?: number;
  /** Starts; 1 by default, 3 in two dimensions. The first is the plain start, except in two dimensions. */
  readonly starts?: number;
  /** The number of the first of them; 0 by default. */
  readonly firstStart?: number;
  readonly seed?: number;
  /** Whether L-BFGS begins with questions, which single precision may answer; it ends in f64 in either case. */
  readonly rough?: boolean;
  readonly lbfgs?: LbfgsSettings;
  readonly adam?: AdamSettings;
}

/** How a search ended. */
export const FIT_STOPS = [
  'gradient',
  'gain',
  'line-search',
  'iterations',
  'patience',
  'epochs',
] as const satisfies readonly (LbfgsStop | 'patience' | 'epochs')[];
export type FitStop = (typeof FIT_STOPS)[number];

export interface BeliefFit {
  readonly model: BeliefModel;
  readonly estimator: BeliefEstimator;
  /** Natural values, laid out as `model.layout`. */
  readonly theta: Float64Array;
  /** Log likelihood of the rows fitted, and of the validation rows (null where there are none). */
  readonly logLikelihood: { readonly train: number; readonly validation: number | null };
  readonly cases: { readonly train: number; readonly validation: number };
  /** Iterations of L-BFGS, or epochs of Adam; and the epoch whose parameters were kept. */
  readonly iterations: number;
  readonly bestEpoch: number | null;
  readonly stop: FitStop;
  /** Largest absolute entry of the objective's gradient over unconstrained coordinates, summed over cases. */
  readonly gradientNorm: number;
  /** What L-BFGS expects still to gain, in nats; null of Adam. */
  readonly remaining: number | null;
}

/** MAP fits stop at this gradient, in nats per unit: what is left is below 1e-6 nats. */
const MAP_GRADIENT = 1e-3;
/** Two-dimensional fits stop here: their likelihood has long flat ridges, and more gains nothing held out. */
const PLANE_ITERATIONS = 150;
export const PLANE_STARTS = 3;

type Ending = Pick<BeliefFit, 'iterations' | 'bestEpoch' | 'stop' | 'gradientNorm' | 'remaining'>;
interface Candidate {
  readonly position: Float64Array;
  readonly value: number;
  readonly ending: Ending;
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, i) => sum + value * b[i], 0);

function* climb(objective: Objective, start: Float64Array, settings: BeliefFitSettings): Asking<Candidate> {
  const found = yield* ascend(objective, start, lbfgsOf(settings), settings.rough ?? false);
  const { position, value, gradientNorm, remaining, iterations, stop } = found;
  return { position, value, ending: { iterations, bestEpoch: null, stop, gradientNorm, remaining } };
}

const largest = (x: Float64Array): number => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** The paper's protocol: losses are means over cases (A.3). */
function* descendMeans(problem: Problem, start: Float64Array, settings: AdamSettings): InSteps<Candidate> {
  const { likelihood, rows } = problem;
  const [n, m] = [rows.train.length, rows.validation.length];
  if (m === 0) throw new Error('no validation cases; early stopping needs at least one');
  const target = beliefObjective(
    likelihood,
    problem.train.map((weight) => weight / n),
  );
  const validation = problem.validation.map((weight) => weight / m);
  const evaluate = (position: Float64Array, gradient: Float64Array) => {
    const loss = -target.logDensity(position, gradient);
    for (let i = 0; i < gradient.length; i++) gradient[i] = -gradient[i];
    return { loss, validation: -dot(validation, likelihood.values) };
  };
  const watched = { dimension: target.dimension, evaluate };
  const { position, loss, epochs, bestEpoch } = yield* descendInSteps(watched, start, settings);
  const gradient = new Float64Array(target.dimension);
  target.logDensity(position, gradient);
  const stop = epochs - bestEpoch >= settings.patience ? 'patience' : 'epochs';
  const gradientNorm = n * largest(gradient);
  const ending = { iterations: epochs, bestEpoch, stop, gradientNorm, remaining: null } as const;
  return { position, value: -n * loss, ending };
}

function lbfgsOf({ kind, estimator, lbfgs }: BeliefFitSettings): LbfgsSettings {
  return {
    ...(estimator === 'map' ? { gradientTolerance: MAP_GRADIENT } : {}),
    ...(kind === 'two_d' ? { maxIterations: PLANE_ITERATIONS } : {}),
    ...lbfgs,
  };
}

function* candidates(
  cell: BeliefCell,
  problem: Problem,
  settings: BeliefFitSettings,
): Asking<readonly Candidate[]> {
  const { kind, estimator, seed = 0, priors = WEAK_PRIORS, adam = PAPER_ADAM, firstStart = 0 } = settings;
  const { model } = problem.likelihood;
  const count = settings.starts ?? (kind === 'two_d' ? PLANE_STARTS : 1);
  const own = estimator === 'adam' ? problem : trainingOnly(cell, problem);
  const objective = objectiveOf(own, estimator === 'map' ? priors : FLAT_PRIORS);
  const found: Candidate[] = [];
  for (let s = 0; s < count; s++) {
    const start = startOf(model, firstStart + s, seed);
    found.push(
      estimator === 'adam'
        ? yield* descendMeans(problem, start, adam)
        : yield* climb(objective, start, settings),
    );
  }
  return found;
}

interface Reached extends Candidate {
  readonly theta: Float64Array;
  readonly train: number;
  readonly validation: number;
}

function reach(problem: Problem, candidate: Candidate, layout: BeliefLayout): Reached {
  const theta = new Float64Array(layout.dimension);
  toNatural(layout, candidate.position, theta);
  const train = problem.likelihood.evaluate(theta, problem.train, null);
  return { ...candidate, theta, train, validation: dot(problem.validation, problem.likelihood.values) };
}

/** In two dimensions the best validated (A.4), otherwise the highest; in either case the first of equals. */
const choose = (reached: readonly Reached[], byValidation: boolean): Reached =>
  reached.reduce((best, one) =>
    (byValidation ? one.validation > best.validation : one.value > best.value) ? one : best,
  );

/**
 * Fits a model of the cell's outputs to its training rows, an iteration or epoch a piece; answers that are missing are
 * omitted, so pass complete rows for the paper's rule. Throws where rows are too few for the estimator.
 */
export function* fitBeliefsAsking(
  cell: BeliefCell,
  rows: FitRows,
  settings: BeliefFitSettings,
): Asking<BeliefFit> {
  if (rows.train.length === 0) throw new Error('no training cases; needed at least one');
  const model = beliefModel(settings.kind, cell.outputs);
  const problem = problemOf(cell, rows, model, settings.clip);
  const found = yield* candidates(cell, problem, settings);
  const validated = rows.validation.length > 0;
  const best = choose(
    found.map((one) => reach(problem, one, model.layout)),
    settings.kind === 'two_d' && validated,
  );
  return {
    model,
    estimator: settings.estimator,
    theta: settings.kind === 'two_d' ? positiveSecondAxis(model, best.theta) : best.theta,
    logLikelihood: { train: best.train, validation: validated ? best.validation : null },
    cases: { train: rows.train.length, validation: rows.validation.length },
    ...best.ending,
  };
}

/** The same with its questions, if it has any, answered here. */
export const fitBeliefsInSteps = (
  cell: BeliefCell,
  rows: FitRows,
  settings: BeliefFitSettings,
): InSteps<BeliefFit> => answeredInF64(fitBeliefsAsking(cell, rows, settings));

/** Fits at once. */
export const fitBeliefs = (cell: BeliefCell, rows: FitRows, settings: BeliefFitSettings): BeliefFit =>
  finish(fitBeliefsInSteps(cell, rows, settings));

/**
 * How far a fit's training log likelihood is below the maximum likelihood fit's, in nats: climbed from where the fit
 * ended, so never negative.
 */
export function* likelihoodGapAsking(
  cell: BeliefCell,
  rows: FitRows,
  fit: BeliefFit,
  settings: BeliefFitSettings,
): Asking<number> {
  const problem = problemOf(cell, { train: rows.train, validation: [] }, fit.model, settings.clip);
  const start = toUnconstrained(fit.model.layout, fit.theta);
  const { value } = yield* climb(objectiveOf(problem), start, { ...settings, estimator: 'mle' });
  return Math.max(value - fit.logLikelihood.train, 0);
}

export const likelihoodGap = (
  cell: BeliefCell,
  rows: FitRows,
  fit: BeliefFit,
  settings: BeliefFitSettings,
): number => finish(answeredInF64(likelihoodGapAsking(cell, rows, fit, settings)));
