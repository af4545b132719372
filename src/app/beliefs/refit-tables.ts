// Tables of refits to drawn cases: thresholds beside the delta method's, slopes, differences between framings.
import { countColumn, fractionColumn, numberColumn, textColumn } from '../../charts/columns.ts';
import { formatCounted } from '../format.ts';
import type { RefitsReport } from '../../instruments/beliefs/report-types/thresholds.ts';
import type { RunTableView } from '../run-view.ts';
import { differenceTable } from './coherence-tables.ts';

const thresholdTable = ({ thresholds }: RefitsReport, title: string): RunTableView => ({
  title,
  columns: [
    textColumn('prompt', 'Prompt'),
    fractionColumn('implied', 'Implied', 3),
    fractionColumn('median', 'Median', 3),
    fractionColumn('lower', 'lower', 3),
    fractionColumn('upper', 'upper', 3),
    numberColumn('slope', 'Slope', 2),
    numberColumn('slope_lower', 'lower', 2),
    numberColumn('slope_upper', 'upper', 2),
    countColumn('weak', 'Refits with slopes near 0'),
  ],
  rows: thresholds.map(({ prompt, implied, median, lower, upper, slope, weak }) => ({
    ...{ prompt, implied, median, lower, upper, weak },
    slope: slope.value,
    slope_lower: slope.lower,
    slope_upper: slope.upper,
  })),
});

/** Nothing where no refit has landed. */
export function refitTables(refits: RefitsReport | null): readonly RunTableView[] {
  if (refits === null) return [];
  const over = `over ${formatCounted(refits.landed, 'refit')}`;
  return [
    thresholdTable(refits, `Thresholds and slopes ${over}`),
    ...differenceTable(refits.differences, over),
  ];
}
