// The cells of a run of full Bayes in one table: scores over draws, and whether each can be read.
import { countColumn, fractionColumn, orDash, textColumn } from '../../charts/columns.ts';
import type { Column, Row } from '../../charts/figure.ts';
import { convergenceReason } from '../../instruments/beliefs/posterior/convergence-words.ts';
import type { ScoreSummary } from '../../instruments/beliefs/posterior/scores.ts';
import { OVER_DRAWS } from '../../instruments/beliefs/posterior/words.ts';
import type { PosteriorCell } from '../../workers/beliefs-posterior.ts';
import type { RunTableView } from '../run-view.ts';

const scoreColumns = (key: string, label: string): readonly Column[] => [
  fractionColumn(key, label, 3),
  fractionColumn(`${key}_q5`, 'q5', 3),
  fractionColumn(`${key}_q95`, 'q95', 3),
];

const scoreRow = (key: string, score: ScoreSummary | undefined): Row => ({
  [key]: score?.mean ?? null,
  [`${key}_q5`]: score?.q5 ?? null,
  [`${key}_q95`]: score?.q95 ?? null,
});

/** Cells beside one another: scores, and whether each can be read. */
export const posteriorCellTable = (cells: readonly PosteriorCell[]): RunTableView => ({
  title: `Cells of the run, with ${OVER_DRAWS}`,
  columns: [
    textColumn('cell', 'Cell'),
    countColumn('train', 'Training cases'),
    countColumn('test', 'Test cases'),
    ...(['decisions', 'reports'] as const).flatMap((target) => [
      ...scoreColumns(target, `Concordance of ${target}`),
      ...scoreColumns(`${target}_r2`, 'pooled R²'),
    ]),
    textColumn('convergence', 'Chains'),
  ].map(orDash),
  rows: cells.map(({ name, cases, estimates }) => {
    const scores = estimates?.scores;
    return {
      ...{ cell: name, train: cases.train, test: cases.test },
      ...scoreRow('decisions', scores?.reports_to_decisions.concordance),
      ...scoreRow('decisions_r2', scores?.reports_to_decisions.pooled_r2),
      ...scoreRow('reports', scores?.decisions_to_reports.concordance),
      ...scoreRow('reports_r2', scores?.decisions_to_reports.pooled_r2),
      convergence: estimates ? convergenceReason(estimates.diagnostics) : 'no draws',
    };
  }),
});
