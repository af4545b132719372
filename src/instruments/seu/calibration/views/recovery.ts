// Rows of the recovery pictures: truth and estimate, shrinkage, sample size, the matched comparison.
import { symbolOf } from '../../views/variables.ts';
import type { MatchedContrast, RecoveredQuantity, RecoveryArm, RecoveryReport } from '../recovery-report.ts';
import type { MatchedRow, SampleSizeRow, ShrinkageRow, TruthRow } from './rows.ts';

/** Iterations in the order of the fitted replicates, counted from 0. */
export const recoveredRows = ({
  variable,
  truth,
  mean,
  lower,
  upper,
}: RecoveredQuantity): readonly TruthRow[] =>
  Array.from(truth, (value, i) => ({
    variable,
    symbol: symbolOf(variable),
    replicate: i,
    truth: value,
    mean: mean[i],
    q5: lower[i],
    q95: upper[i],
    inside: lower[i] <= value && value <= upper[i],
  }));

export const shrinkageRows = ({ variable, shrinkage }: RecoveredQuantity): readonly ShrinkageRow[] =>
  shrinkage.map(({ truth, error, errorSe, meanWidth }) => ({
    variable,
    symbol: symbolOf(variable),
    truth,
    error,
    error_se: errorSe,
    width: meanWidth,
  }));

export const sampleSizeRows = ({ curve }: RecoveryReport): readonly SampleSizeRow[] =>
  curve.map(({ variable, choices, rmse, rmse_error, width, contraction }) => ({
    variable,
    symbol: symbolOf(variable),
    choices,
    rmse,
    rmse_error,
    width,
    contraction,
  }));

function magnitudes(contrast: MatchedContrast): readonly MatchedRow[] {
  const { from, to, quantity, rmse, width, narrower, wilcoxon } = contrast;
  const place = { from, to, quantity };
  const interval = ({ estimate }: MatchedContrast['rmse']) => ({
    estimate: estimate.estimate,
    lower: estimate.lower,
    upper: estimate.upper,
  });
  return [
    { ...place, measure: 'rmse', ...interval(rmse), narrower: null, p: null },
    { ...place, measure: 'width', ...interval(width), narrower, p: wilcoxon.pValue },
  ];
}

export const matchedRows = ({ matched }: RecoveryReport): readonly MatchedRow[] =>
  matched.flatMap(magnitudes);

/** One quantity of an arm by name; undefined where the arm has none yet. */
export const recovered = ({ quantities }: RecoveryArm, variable: string): RecoveredQuantity | undefined =>
  quantities.find((quantity) => quantity.variable === variable);
