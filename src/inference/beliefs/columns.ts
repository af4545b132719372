// The columns of the rows of a belief cell's parts: names and widths.
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import { beliefModel } from '../../models/beliefs/model.ts';
import { decisionOutputs } from '../../models/beliefs/predict.ts';
import { REPORT_CHECKS } from '../../statistics/beliefs/predictive.ts';
import { PREDICTORS } from './held-out-scores.ts';
import {
  isFitted,
  isJudged,
  kindOf,
  predicts,
  type BeliefPart,
  type BeliefRows,
  type BeliefWork,
  type JudgedPart,
} from './parts.ts';

/** A column of a row: `width` numbers. */
export interface Column {
  readonly name: string;
  readonly width: number;
}

const single = (...names: readonly string[]): Column[] => names.map((name) => ({ name, width: 1 }));

/** Points of a choice curve on 0 … 1; those outside the beliefs' range are NaN. */
export const CURVE_POINTS = 41;

const RESAMPLED = [
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
const CHECK_FIGURES = ['observed', 'mean', 'lower', 'upper', 'p'] as const;

/** The columns of a part's rows, in order. */
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
    if (!predicts(part)) return base;
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
