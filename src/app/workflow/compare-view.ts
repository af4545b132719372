// What the Compare step shows of one condition or several: what the choices told of α, and what a refit changed.
import { countColumn, fractionColumn, numberColumn, textColumn } from '../../charts/columns.ts';
import { conditionContractionFigure } from '../../charts/condition-contraction.ts';
import type { Figure } from '../../charts/figure.ts';
import { fraction } from '../../charts/number-format.ts';
import { refitShiftsFigure } from '../../charts/refit-shifts.ts';
import type { RunTableView } from '../run-view.ts';
import type { Comparison } from './desk.ts';

export const comparisonFigures = ({ contractions, shifts }: Comparison): readonly Figure[] => [
  ...(contractions.length > 0 ? [conditionContractionFigure({ rows: contractions })] : []),
  ...(shifts.length > 0 ? [refitShiftsFigure({ refit: 'the other fit', rows: shifts })] : []),
];

export const comparisonTables = ({ contractions, shifts }: Comparison): readonly RunTableView[] =>
  [
    {
      title: 'What the choices told of α',
      columns: [
        textColumn('label', 'condition'),
        numberColumn('posterior_median', 'α median'),
        numberColumn('posterior_90_width', '90 % width'),
        fractionColumn('sd_ratio_log_alpha', 'sd ÷ prior sd of log α'),
        fractionColumn('eta_gap_median', 'η-gap', 3),
        numberColumn('alpha_eta_gap', 'α × η-gap'),
      ],
      rows: contractions.map((row) => ({ ...row })),
    },
    {
      title: 'Shifts by block of parameters',
      columns: [
        textColumn('label', 'condition'),
        textColumn('block'),
        numberColumn('largest_shift', 'largest shift, sd', 2),
        textColumn('variable', 'of'),
        numberColumn('mean_shift', 'mean shift, sd', 2),
        numberColumn('sd_ratio', 'sd ratio', 2),
        countColumn('rhat_flags', 'R-hat flags'),
        countColumn('rhat_flags_refit', 'in the other'),
      ],
      rows: shifts.map((row) => ({ ...row })),
    },
  ].filter(({ rows }) => rows.length > 0);

/** The finding of a comparison of one condition or several. */
export function comparisonSummary({ contractions }: Comparison, subject: string): string {
  const ratios = contractions.map(({ sd_ratio_log_alpha: ratio }) => ratio);
  if (ratios.length === 0) return `${subject} has no draws yet.`;
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => fraction(ratio));
  const range = ratios.length === 1 ? low : `between ${low} and ${high} of`;
  return ratios.length === 1
    ? `${subject}: the posterior of log α is ${range} of its prior’s spread.`
    : `${subject}: posteriors of log α have ${range} their prior’s spread over ${ratios.length} conditions.`;
}
