// What is computed of a belief cell, part by part: names and settings alone.
import type { BeliefKind } from '../../models/beliefs/model.ts';
import type { BeliefEstimator } from './fit.ts';

/**
 * `fit`: the plan's model and estimator. `spline`, `plane` (a row a start), `clips` (a row a clip), `folds` (a row a
 * fold), `shared` (equation 1, a row a training set) and `refits` (a row a draw of training cases): other fits.
 * `coherence` (a row a fold) and `dependence` fit and test what a verdict rests on. The rest reads the fit at its
 * parameters: `resamples` of test cases, `curves` of choices (a row a decision), `outcome` (resamples of outcome
 * sufficiency), `outcome_null` (studies simulated without a violation), `prefixes` (draws of evidence from another
 * prefix), `checks` (answers against replicates of the model).
 */
export const BELIEF_PARTS = [
  'fit',
  'spline',
  'plane',
  'clips',
  'folds',
  'shared',
  'refits',
  'coherence',
  'dependence',
  'resamples',
  'curves',
  'outcome',
  'outcome_null',
  'prefixes',
  'checks',
] as const;
export type BeliefPart = (typeof BELIEF_PARTS)[number];

const FITTED = ['fit', 'spline', 'plane', 'clips', 'folds', 'shared', 'refits'] as const;
export type FittedPart = (typeof FITTED)[number];

const JUDGED = ['coherence', 'dependence'] as const;
export type JudgedPart = (typeof JUDGED)[number];

/** Parts that fit for themselves, the main model by the weakly informative MAP whatever the plan's estimator. */
export const isJudged = (part: BeliefPart): part is JudgedPart => JUDGED.some((name) => name === part);

export const isFitted = (part: BeliefPart): part is FittedPart => FITTED.some((name) => name === part);

const UNPREDICTED: readonly FittedPart[] = ['clips', 'shared', 'refits'];

/** Whether the rows of a fitted part hold predictions of test cases. */
export const predicts = (part: FittedPart): boolean => !UNPREDICTED.includes(part);

/** Rows of a cell that train, validate and test. */
export interface BeliefRows {
  readonly train: readonly number[];
  readonly validation: readonly number[];
  readonly test: readonly number[];
}

export interface BeliefWork {
  /** The plan's model: what `fit` fits and the parts after it read. */
  readonly kind: BeliefKind;
  readonly estimator: BeliefEstimator;
  /** How far stated probabilities are kept from 0 and 1 in the likelihood. */
  readonly clip: number;
  /** Clips of `clips`, a row each. */
  readonly clips: readonly number[];
  /** Resamples of a choice curve's band. */
  readonly curveResamples: number;
  /** Studies simulated, and permutations, for the tests of `dependence`; replicates of `checks`. */
  readonly oneLatent: number;
  readonly noLatent: number;
  readonly replicates: number;
  /** Pr(y = 1) in the domain, by which violations of outcome sufficiency are divided; NaN where it is not known. */
  readonly prevalence: number;
}

/** The model that a part fits or reads. */
export function kindOf(part: BeliefPart, { kind }: BeliefWork): BeliefKind {
  if (part === 'spline') return 'spline';
  if (part === 'plane') return 'two_d';
  return part === 'shared' ? 'shared' : kind;
}

/** Early stopping belongs to the main fit: fits beside it go to the maximum. */
export const estimatorOf = (
  part: BeliefPart,
  { estimator }: Pick<BeliefWork, 'estimator'>,
): BeliefEstimator => (estimator === 'adam' && part !== 'fit' && part !== 'folds' ? 'mle' : estimator);
