// What the Prior step shows of a report: figures and tables.
import { countColumn, fractionColumn, numberColumn, textColumn } from '../../charts/columns.ts';
import type { Figure } from '../../charts/figure.ts';
import type { PriorReport } from '../../instruments/seu/prior/report.ts';
import type { RunTableView } from '../run-view.ts';

export const priorFigures = (_report: PriorReport): readonly Figure[] => [];

export function priorTables({ grid, summary, problems }: PriorReport): readonly RunTableView[] {
  return [
    {
      title: 'Calibration grid',
      columns: [
        numberColumn('mu', 'μ'),
        numberColumn('sigma', 'σ'),
        numberColumn('alpha_q5', 'α 5 %'),
        numberColumn('alpha_median', 'α median'),
        numberColumn('alpha_q95', 'α 95 %'),
        fractionColumn('rate_mean', 'mean rate', 3),
        fractionColumn('rate_sd', 'sd', 3),
        fractionColumn('rate_q5', 'rate 5 %'),
        fractionColumn('rate_q95', 'rate 95 %'),
      ],
      rows: grid.map((row) => ({ ...row })),
    },
    {
      title: 'Prior predictive',
      columns: [
        textColumn('quantity'),
        ...['mean', 'sd', 'q5', 'q25', 'median', 'q75', 'q95'].map((key) => numberColumn(key)),
      ],
      rows: summary.map((row) => ({ ...row })),
    },
    {
      title: 'Rate by menu',
      columns: [
        textColumn('block'),
        countColumn('menu'),
        countColumn('size'),
        fractionColumn('chance', 'chance', 3),
        fractionColumn('rate', 'SEU-maximal', 3),
      ],
      rows: problems.map((row) => ({ ...row })),
    },
  ].filter(({ rows }) => rows.length > 0);
}
