// What a fit of a belief model climbs: the likelihood of a cell's training cases, with validation cases beside it.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { selectCases, type BeliefCell } from '../../models/beliefs/cell.ts';
import { startValues, toUnconstrained } from '../../models/beliefs/layout.ts';
import { beliefLikelihood, patternWeights, type BeliefLikelihood } from '../../models/beliefs/likelihood.ts';
import type { BeliefModel } from '../../models/beliefs/model.ts';
import { FLAT_PRIORS, type BeliefPriors } from '../../models/beliefs/priors.ts';
import type { Objective } from './asking.ts';

/** Rows of a cell to fit and, for early stopping and the choice among restarts, to validate. */
export interface FitRows {
  readonly train: ArrayLike<number>;
  readonly validation: ArrayLike<number>;
}

export interface Problem {
  /** The training cases, then the validation cases: those of the likelihood. */
  readonly cell: BeliefCell;
  readonly clip: number | undefined;
  readonly likelihood: BeliefLikelihood;
  /** Weights of the likelihood's patterns. */
  readonly train: Float64Array;
  readonly validation: Float64Array;
  readonly rows: FitRows;
}

export function problemOf(
  cell: BeliefCell,
  rows: FitRows,
  model: BeliefModel,
  clip: number | undefined,
): Problem {
  const { train, validation } = rows;
  const own = selectCases(cell, [...Array.from(train), ...Array.from(validation)]);
  const likelihood = beliefLikelihood(model, own, { clip });
  const isTraining = own.cases.map((_, i) => (i < train.length ? 1 : 0));
  return {
    cell: own,
    clip,
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
export const trainingOnly = (cell: BeliefCell, { rows, likelihood, clip }: Problem): Problem =>
  problemOf(cell, { train: rows.train, validation: [] }, likelihood.model, clip);

/** The log posterior of the training cases. */
export const objectiveOf = (
  { cell, clip, likelihood, train }: Problem,
  priors: BeliefPriors = FLAT_PRIORS,
): Objective => ({ cell, clip, likelihood, weights: train, priors });

/** Spread of starts around the plain one, on the unconstrained scale. */
const PLANE_JITTER = 0.3;
const JITTER = 1;

/** Start number `start` on the unconstrained scale: the first is the plain one, except in two dimensions. */
export function startOf({ layout, kind }: BeliefModel, start: number, seed: number): Float64Array {
  const plain = toUnconstrained(layout, startValues(layout));
  const plane = kind === 'two_d';
  if (!plane && start === 0) return plain;
  const random = randomStream(seed, 0, start);
  random.seek(0, SITE.initial);
  return plain.map((value) => value + (plane ? PLANE_JITTER : JITTER) * random.normal());
}
