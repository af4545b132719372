// What is computed of a belief cell, part by part, and the columns of its rows: names and widths alone.
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import { beliefModel, type BeliefKind } from '../../models/beliefs/model.ts';
import { decisionOutputs } from '../../models/beliefs/predict.ts';
import { REPORT_CHECKS } from '../../statistics/beliefs/predictive.ts';
import type { BeliefEstimator } from './fit.ts';
import { PREDICTORS } from './held-out-scores.ts';

/**
 * `fit`: the plan's model and estimator. `spline`, `plane` (a row a start), `clips` (a row a clip), `folds` (a row a
 * fold) and `shared` (equation 1, a row a training set): other fits. `coherence` (a row a fold) and `dependence` fit and
 * test what a verdict rests on. The rest reads the fit at its parameters: `resamples` of test cases, `curves` of choices
 * (a row a decision), `outcome` (resamples of outcome sufficiency), `outcome_null` (studies simulated without a
 * violation), `prefixes` (draws of evidence from another prefix), `checks` (answers against replicates of the model).
 */
export const BELIEF_PARTS = [
  'fit',
  'spline',
  'plane',
  'clips',
  'folds',
  'shared',
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

const FITTED = ['fit', 'spline', 'plane', 'clips', 'folds', 'shared'] as const;
export type FittedPart = (typeof FITTED)[number];

const JUDGED = ['coherence', 'dependence'] as const;
export type JudgedPart = (typeof JUDGED)[number];

/** Parts that fit for themselves, the main model by the weakly informative MAP whatever the plan's estimator. */
export const isJudged = (part: BeliefPart): part is JudgedPart => JUDGED.some((name) => name === part);

export const isFitted = (part: BeliefPart): part is FittedPart => FITTED.some((name) => name === part);

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

/** A column of a row: `width` numbers. */
export interface Column {
  readonly name: string;
  readonly width: number;
}

const single = (...names: readonly string[]): Column[] => names.map((name) => ({ name, width: 1 }));

/** Points of a choice curve on 0 … 1; those outside the beliefs' range are NaN. */
export const CURVE_POINTS = 41;

export const RESAMPLED = [
  'reports_to_decisions_concordance',
  'reports_to_decisions_r2',
  'decisions_to_reports_concordance',
  'decisions_to_reports_r2',
  'single_concordance',
  'single_r2',
  'others_concordance',
  'others_r2',
  'report_concordance',
  'report_r2',
  'ratio',
] as const;
export type Resampled = (typeof RESAMPLED)[number];

/** Columns that every fit has: parameters, how the search ended, and log likelihoods of training and validation. */
const fitColumns = (dimension: number): Column[] => [
  { name: 'theta', width: dimension },
  ...single('iterations', 'best_epoch', 'stop', 'gradient_norm', 'remaining', 'train', 'validation', 'test'),
];

/** Predictions of test cases, output after output: from the other group, and from all other outputs. */
const predictionColumns = (size: number): Column[] => [
  { name: 'cross', width: size },
  { name: 'single', width: size },
];

const pairsOf = (outputs: number): number => (outputs * (outputs - 1)) / 2;

/** Columns of the parts that judge: log scores output after output, and figures of every pair of outputs. */
const judgedColumns = (part: JudgedPart, outputs: number, tests: number): Column[] =>
  part === 'coherence'
    ? [...PREDICTORS.map((name) => ({ name, width: outputs * tests })), { name: 'belief', width: tests }]
    : [
        ...single('one_latent_p', 'no_latent_p', 'no_latent_statistic'),
        ...['q3', 'q3_expected', 'q3_p', 'score'].map((name) => ({ name, width: pairsOf(outputs) })),
      ];

/** Figures of a check, checks of one output end to end; NaN where the output has fewer. */
export const CHECK_FIGURES = ['observed', 'mean', 'lower', 'upper', 'p'] as const;

/** The columns of a part's rows, in order. `clips` and `shared` predict nothing themselves. */
export function partColumns(
  part: BeliefPart,
  cell: Pick<BeliefCell, 'outputs'>,
  rows: BeliefRows,
  work: BeliefWork,
): readonly Column[] {
  const outputs = cell.outputs.length;
  const tests = rows.test.length;
  if (isFitted(part)) {
    const model = beliefModel(kindOf(part, work), cell.outputs);
    const base = fitColumns(model.layout.dimension);
    if (part === 'clips' || part === 'shared') return base;
    const predictions = predictionColumns(outputs * tests);
    if (part !== 'fit') return [...base, ...predictions];
    return [
      ...base,
      ...predictions,
      ...single('gap'),
      { name: 'report', width: outputs * tests },
      { name: 'belief', width: tests },
      { name: 'threshold_error', width: decisionOutputs(cell).length },
      { name: 'separated', width: model.scores.length },
    ];
  }
  if (isJudged(part)) return judgedColumns(part, outputs, tests);
  switch (part) {
    case 'resamples':
      return single(...RESAMPLED);
    case 'curves':
      return [
        ...single('bandwidth'),
        ...['curve', 'lower', 'upper'].map((name) => ({ name, width: CURVE_POINTS })),
      ];
    case 'outcome':
      return single('chosen', 'kept');
    case 'outcome_null':
      return single('mean');
    case 'prefixes':
      return single('pooled_decisions', 'pooled_reports', 'within_decisions', 'within_reports');
    case 'checks':
      return CHECK_FIGURES.map((name) => ({ name, width: outputs * REPORT_CHECKS.length }));
  }
}
