// What a variant of a cell is, and the columns of its rows: names alone, without the predictors themselves.
import type { PredictorName } from './predictors.ts';

/** A predictor of actions, or a law of the action at x, whose distance needs no bins. */
export type VariantPredictor = PredictorName | 'choice';

export const VARIANT_PREDICTORS = [
  'ols',
  'poly3',
  'poly3_powers',
  'xgb_shallow',
  'xgb_highreg',
  'forest',
  'choice',
] as const satisfies readonly VariantPredictor[];

export const ROBUSTNESS_PARTS = ['observed', 'splits', 'permutations'] as const;
export type RobustnessPart = (typeof ROBUSTNESS_PARTS)[number];

export interface RobustnessWork {
  readonly predictor: VariantPredictor;
  readonly sources: number;
  /** Numbers of bins, all from one fit; a law has none. */
  readonly bins: readonly number[];
  /** Levels of amounts under a law of the action: quantile bins of the cell's actions; null keeps every action. */
  readonly levels: number | null;
}

const tvColumn = (bins: number): string => `tv_${bins}`;

/** Names of the distances of a variant: one for each number of bins, or that of laws. */
export const distanceColumns = ({ predictor, bins }: RobustnessWork): readonly string[] =>
  predictor === 'choice' ? ['tv'] : bins.map(tvColumn);

/** Columns of a part's rows; `flagged` marks fits that their rows do not determine. */
export const robustnessColumns = (part: RobustnessPart, work: RobustnessWork): readonly string[] =>
  part === 'splits'
    ? [...distanceColumns(work), 'gap', 'r2_out', 'r2_in', 'flagged', 'target', 'rows']
    : distanceColumns(work);
