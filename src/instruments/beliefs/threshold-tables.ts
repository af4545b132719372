// Thresholds as plain tables: at the optimum, over refits, at other clips.
import type { TableRow } from '../../formats/table-csv.ts';
import { named } from './named-cell.ts';
import type { BeliefCellReport } from './report-types.ts';

export const thresholdTable = (cell: BeliefCellReport): TableRow[] =>
  (cell.thresholds ?? []).map((threshold) => ({ ...named(cell), ...threshold }));

export const refitTable = (cell: BeliefCellReport): TableRow[] =>
  (cell.refits?.thresholds ?? []).map(({ slope, weakShare, caution, ...row }) => ({
    ...named(cell),
    refits: cell.refits!.landed,
    ...row,
    weak_share: weakShare,
    slope: slope.value,
    slope_lower: slope.lower,
    slope_upper: slope.upper,
    caution,
  }));

export const refitDifferenceTable = (cell: BeliefCellReport): TableRow[] =>
  (cell.refits?.differences ?? []).map(({ ends: [lower, upper], thresholds, ...row }) => ({
    ...named(cell),
    refits: cell.refits!.landed,
    ...row,
    ...{ lower, upper },
    thresholds: thresholds.join(' '),
  }));

export const clipTable = (cell: BeliefCellReport): TableRow[] =>
  (cell.clips ?? []).flatMap(({ clip, phi, thresholds }) =>
    thresholds.map(({ prompt, implied }) => ({ ...named(cell), clip, phi: phi.join(' '), prompt, implied })),
  );
