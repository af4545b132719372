// Fits a belief model to one cell: the weakly informative MAP, maximum likelihood, or the paper's Adam protocol.
import { descend, PAPER_ADAM, type AdamSettings } from '../../inference/adam.ts';
import { maximise, type LbfgsSettings, type LbfgsStop } from '../../inference/lbfgs.ts';
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { selectCases, type BeliefCell } from '../../models/beliefs/cell.ts';
import { startValues, toNatural, toUnconstrained, type BeliefLayout } from '../../models/beliefs/layout.ts';
import { beliefLikelihood, patternWeights, type BeliefLikelihood } from '../../models/beliefs/likelihood.ts';
import { beliefModel, type BeliefKind, type BeliefModel } from '../../models/beliefs/model.ts';
import { beliefObjective } from '../../models/beliefs/objective.ts';
import { FLAT_PRIORS, WEAK_PRIORS, type BeliefPriors } from '../../models/beliefs/priors.ts';
import type { Target } from '../../models/target.ts';
import { positiveSecondAxis } from './second-axis.ts';

export const BELIEF_ESTIMATORS = ['map', 'mle', 'adam'] as const;
export type BeliefEstimator = (typeof BELIEF_ESTIMATORS)[number];

/** Rows of a cell to fit and, for early stopping and the choice among restarts, to validate. */
export interface FitRows {
  readonly train: ArrayLike<number>;
  readonly validation: ArrayLike<number>;
}

export interface BeliefFitSettings {
  readonly kind: BeliefKind;
  readonly estimator: BeliefEstimator;
  /** Of the MAP; `WEAK_PRIORS` by default. */
  readonly priors?: BeliefPriors;
  /** How far reports are kept from 0 and 1 in the likelihood. */
  readonly clip?: number;
  /** Starts; 1 by default, 3 in two dimensions. The first is the plain start, except in two dimensions. */
  readonly starts?: number;
  readonly seed?: number;
  readonly lbfgs?: LbfgsSettings;
  readonly adam?: AdamSettings;
}

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
  readonly stop: LbfgsStop | 'patience' | 'epochs';
  /** Largest absolute entry of the objective's gradient over unconstrained coordinates, summed over cases. */
  readonly gradientNorm: number;
  /** What L-BFGS expects still to gain, in nats; null of Adam. */
  readonly remaining: number | null;
}

/** MAP fits stop at this gradient, in nats per unit: what is left is below 1e-6 nats. */
const MAP_GRADIENT = 1e-3;
/** Two-dimensional fits stop here: their likelihood has long flat ridges, and more gains nothing held out. */
const PLANE_ITERATIONS = 150;
const PLANE_STARTS = 3;
/** Spread of starts around the plain one, on the unconstrained scale. */
const PLANE_JITTER = 0.3;
const JITTER = 1;

interface Problem {
  readonly likelihood: BeliefLikelihood;
  readonly train: Float64Array;
  readonly validation: Float64Array;
  readonly rows: FitRows;
}

type Ending = Pick<BeliefFit, 'iterations' | 'bestEpoch' | 'stop' | 'gradientNorm' | 'remaining'>;
interface Candidate {
  readonly position: Float64Array;
  readonly value: number;
  readonly ending: Ending;
}

function problemOf(cell: BeliefCell, rows: FitRows, model: BeliefModel, clip: number | undefined): Problem {
  const { train, validation } = rows;
  const own = selectCases(cell, [...Array.from(train), ...Array.from(validation)]);
  const likelihood = beliefLikelihood(model, own, { clip });
  const isTraining = own.cases.map((_, i) => (i < train.length ? 1 : 0));
  return {
    likelihood,
    train: patternWeights(likelihood, isTraining),
    validation: patternWeights(
      likelihood,
      isTraining.map((weight) => 1 - weight),
    ),
    rows,
  };
}

/** The problem without its validation cases: L-BFGS needs no values of them. */
const trainingOnly = (cell: BeliefCell, { rows, likelihood }: Problem, clip: number | undefined): Problem =>
  problemOf(cell, { train: rows.train, validation: [] }, likelihood.model, clip);

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, i) => sum + value * b[i], 0);

function startOf({ model }: BeliefLikelihood, start: number, seed: number): Float64Array {
  const plain = toUnconstrained(model.layout, startValues(model.layout));
  const plane = model.kind === 'two_d';
  if (!plane && start === 0) return plain;
  const random = randomStream(seed, 0, start);
  random.seek(0, SITE.initial);
  return plain.map((value) => value + (plane ? PLANE_JITTER : JITTER) * random.normal());
}

function climb(target: Target, start: Float64Array, settings: LbfgsSettings): Candidate {
  const { position, value, gradientNorm, remaining, iterations, stop } = maximise(target, start, settings);
  return { position, value, ending: { iterations, bestEpoch: null, stop, gradientNorm, remaining } };
}

const largest = (x: Float64Array): number => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** The paper's protocol: losses are means over cases (A.3). */
function descendMeans(problem: Problem, start: Float64Array, settings: AdamSettings): Candidate {
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
  const { position, loss, epochs, bestEpoch } = descend(
    { dimension: target.dimension, evaluate },
    start,
    settings,
  );
  const gradient = new Float64Array(target.dimension);
  target.logDensity(position, gradient);
  const stop = epochs - bestEpoch >= settings.patience ? 'patience' : 'epochs';
  const ending = {
    iterations: epochs,
    bestEpoch,
    stop,
    gradientNorm: n * largest(gradient),
    remaining: null,
  } as const;
  return { position, value: -n * loss, ending };
}

function lbfgsOf({ kind, estimator, lbfgs }: BeliefFitSettings): LbfgsSettings {
  return {
    ...(estimator === 'map' ? { gradientTolerance: MAP_GRADIENT } : {}),
    ...(kind === 'two_d' ? { maxIterations: PLANE_ITERATIONS } : {}),
    ...lbfgs,
  };
}

function candidates(cell: BeliefCell, problem: Problem, settings: BeliefFitSettings): Candidate[] {
  const { kind, estimator, seed = 0, priors = WEAK_PRIORS, adam = PAPER_ADAM } = settings;
  const count = settings.starts ?? (kind === 'two_d' ? PLANE_STARTS : 1);
  const starts = Array.from({ length: count }, (_, s) => startOf(problem.likelihood, s, seed));
  if (estimator === 'adam') return starts.map((start) => descendMeans(problem, start, adam));
  const { likelihood, train } = trainingOnly(cell, problem, settings.clip);
  const target = beliefObjective(likelihood, train, estimator === 'map' ? priors : FLAT_PRIORS);
  return starts.map((start) => climb(target, start, lbfgsOf(settings)));
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
 * Fits a model of the cell's outputs to its training rows; answers that are missing are omitted, so pass complete rows
 * for the paper's rule. Throws where rows are too few for the estimator.
 */
export function fitBeliefs(cell: BeliefCell, rows: FitRows, settings: BeliefFitSettings): BeliefFit {
  if (rows.train.length === 0) throw new Error('no training cases; needed at least one');
  const model = beliefModel(settings.kind, cell.outputs);
  const problem = problemOf(cell, rows, model, settings.clip);
  const reached = candidates(cell, problem, settings).map((one) => reach(problem, one, model.layout));
  const validated = rows.validation.length > 0;
  const best = choose(reached, settings.kind === 'two_d' && validated);
  return {
    model,
    estimator: settings.estimator,
    theta: settings.kind === 'two_d' ? positiveSecondAxis(model, best.theta) : best.theta,
    logLikelihood: { train: best.train, validation: validated ? best.validation : null },
    cases: { train: rows.train.length, validation: rows.validation.length },
    ...best.ending,
  };
}

/**
 * How far a fit's training log likelihood is below the maximum likelihood fit's, in nats: climbed from where the fit
 * ended, so never negative.
 */
export function likelihoodGap(
  cell: BeliefCell,
  rows: FitRows,
  fit: BeliefFit,
  settings: BeliefFitSettings,
): number {
  const problem = problemOf(cell, { train: rows.train, validation: [] }, fit.model, settings.clip);
  const target = beliefObjective(problem.likelihood, problem.train);
  const start = toUnconstrained(fit.model.layout, fit.theta);
  return maximise(target, start, lbfgsOf({ ...settings, estimator: 'mle' })).value - fit.logLikelihood.train;
}
