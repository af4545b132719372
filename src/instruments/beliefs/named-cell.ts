// Which cell a row of a table is of.
import type { TableRow } from '../../formats/table-csv.ts';
import type { BeliefCellReport } from './report-types.ts';

export const named = ({ agent, domain }: BeliefCellReport): TableRow => ({ model: agent, domain });
