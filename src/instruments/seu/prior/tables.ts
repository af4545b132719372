// Files of a prior predictive: its agents, its menus, and the grid of priors.
import { writeTableCsv } from '../../../formats/table-csv.ts';
import type { PriorReport } from './report.ts';
import { PRIOR_QUANTITIES } from './summary.ts';

const agentRows = ({ predictive }: PriorReport): readonly Record<string, number | null>[] =>
  Array.from({ length: predictive.count }, (_, i) => ({
    draw: predictive.first + i + 1,
    ...Object.fromEntries(
      PRIOR_QUANTITIES.map(([name, column]) => {
        const value = predictive[column][i];
        return [name, Number.isNaN(value) ? null : value];
      }),
    ),
  }));

/** File name → CSV; no grid.csv where none was asked for. */
export const priorTables = (report: PriorReport): Readonly<Record<string, string>> => ({
  'prior_predictive.csv': writeTableCsv(agentRows(report)),
  'problems.csv': writeTableCsv(report.problems.map((row) => ({ ...row }))),
  ...(report.grid.length > 0 && { 'grid.csv': writeTableCsv(report.grid.map((row) => ({ ...row }))) }),
});
