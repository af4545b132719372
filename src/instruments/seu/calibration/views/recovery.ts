// Rows of the recovery pictures that compare arms: sample size, and the matched comparison.
import { symbolOf } from '../../views/variables.ts';
import type { MatchedContrast, RecoveryReport } from '../recovery-report.ts';
import type { MatchedRow, SampleSizeRow } from './rows.ts';

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
