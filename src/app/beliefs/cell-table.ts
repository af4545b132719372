// The cells of a study in one table: verdict, held-out scores with their intervals, what one report keeps, the outcome.
import { countColumn, fractionColumn, orDash, probabilityColumn, textColumn } from '../../charts/columns.ts';
import type { Column, Row } from '../../charts/figure.ts';
import type { BeliefCellReport } from '../../instruments/beliefs/report-types.ts';
import type { Bounded } from '../../instruments/beliefs/report-types/scores.ts';
import type { RunTableView } from '../run-view.ts';

/** A value and the ends of its interval, under the names that its rows have. */
const boundedColumns = (key: string, label: string): readonly Column[] =>
  [
    fractionColumn(key, label, 3),
    fractionColumn(`${key}_lower`, 'lower', 3),
    fractionColumn(`${key}_upper`, 'upper', 3),
  ].map(orDash);

const boundedRow = (key: string, bounded: Bounded | null | undefined): Row => ({
  [key]: bounded?.value ?? null,
  [`${key}_lower`]: bounded?.lower ?? null,
  [`${key}_upper`]: bounded?.upper ?? null,
});

const rowOf = (cell: BeliefCellReport): Row => {
  const { agent, domain, retention, coherence, concordance, sufficiency, outcome } = cell;
  return {
    ...{ agent, domain, complete: retention.complete, cases: retention.cases },
    verdict: coherence?.verdict ?? null,
    ...boundedRow('decisions', concordance?.reportsToDecisions.macroConcordance),
    ...boundedRow('decisions_r2', concordance?.reportsToDecisions.pooledR2),
    ...boundedRow('reports', concordance?.decisionsToReports.macroConcordance),
    ...boundedRow('reports_r2', concordance?.decisionsToReports.pooledR2),
    ...boundedRow('kept', sufficiency?.defined ? sufficiency.ratioByCases : null),
    gap: outcome?.mean.value ?? null,
    p: outcome?.null?.p ?? null,
  };
};

/** Every cell of a study in one line. */
export const cellTable = (cells: readonly BeliefCellReport[]): RunTableView => ({
  title: 'Cells, with 95\u202f% intervals over drawn cases',
  columns: [
    textColumn('agent', 'Agent'),
    textColumn('domain', 'Domain'),
    countColumn('complete', 'Complete cases'),
    countColumn('cases', 'of'),
    orDash(textColumn('verdict', 'Verdict')),
    ...boundedColumns('decisions', 'Reports to decisions'),
    ...boundedColumns('decisions_r2', 'pooled R²'),
    ...boundedColumns('reports', 'Decisions to reports'),
    ...boundedColumns('reports_r2', 'pooled R²'),
    ...boundedColumns('kept', 'Kept by one report'),
    orDash(fractionColumn('gap', 'L1 gap', 3)),
    orDash(probabilityColumn('p', 'p')),
  ],
  rows: cells.map(rowOf),
});
