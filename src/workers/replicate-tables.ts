// Files of a calibration or recovery study: ranks with the columns of the R package SBC and facts of the fits, by arm.
import { writeTableCsv } from '../formats/table-csv.ts';
import type { CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import { factRows, STATS_COLUMNS, statsRows } from '../instruments/seu/calibration/table.ts';
import { armRows } from './replicate-reports.ts';
import type { Stored } from './stored.ts';

/** `sbc_stats.csv` and `facts.csv`, or one of each for every arm by its label. */
export function replicateTables(stored: Stored<CalibrationPlan>): Readonly<Record<string, string>> {
  const { arms } = stored.plan.settings;
  return Object.fromEntries(
    arms.flatMap(({ label }, arm) => {
      const name = (base: string): string => (arms.length === 1 ? `${base}.csv` : `${base}-${label}.csv`);
      const rows = armRows(stored, arm);
      return [
        [name('sbc_stats'), writeTableCsv(statsRows(rows), [...STATS_COLUMNS])],
        [name('facts'), writeTableCsv(factRows(rows))],
      ];
    }),
  );
}
