// The cells of a portability run as a table: every distance with its floor, its test and its resolution.
import type { CellReport } from '../instruments/portability/report.ts';
import { RESOLUTION_WORDS } from '../instruments/portability/views-words.ts';
import { countColumn, fractionColumn, numberColumn, probabilityColumn, textColumn } from './columns.ts';
import type { Column, Row } from './figure.ts';

export const cellColumns: readonly Column[] = [
  textColumn('game', 'Game'),
  textColumn('model', 'Model'),
  textColumn('regime', 'Regime'),
  fractionColumn('tv_mean', 'TV'),
  fractionColumn('perm_mean', 'Floor'),
  fractionColumn('perm_q95', 'Floor, 95\u202f%'),
  fractionColumn('excess', 'Excess'),
  fractionColumn('excess_lo', 'Excess from'),
  fractionColumn('excess_hi', 'to'),
  probabilityColumn('p_min', 'p'),
  probabilityColumn('p_adjusted', 'p adjusted'),
  probabilityColumn('p_tv20', 'p TV'),
  probabilityColumn('p_tvB', 'p TV, few bins'),
  probabilityColumn('p_gap', 'p gap'),
  probabilityColumn('p_pred', 'p predictions'),
  probabilityColumn('least_p', 'Least p'),
  fractionColumn('tvB_mean', 'TV, few bins'),
  fractionColumn('scale_tv', 'TV, fixed bins'),
  fractionColumn('snapped_tv', 'TV, snapped'),
  numberColumn('gap_mean', 'Log-RMSE gap', 3),
  numberColumn('gap_null_mean', 'Gap, null', 3),
  fractionColumn('r2_in', 'R² target'),
  fractionColumn('r2_out', 'R² source'),
  numberColumn('occupied', 'Occupied bins', 1),
  fractionColumn('largest', 'In largest bin'),
  numberColumn('wasserstein', 'Wasserstein'),
  countColumn('sources', '|S|'),
  countColumn('n_test', 'Test rows, least'),
  countColumn('rows', 'Rows'),
  countColumn('unparsed', 'Unparsed'),
  textColumn('resolution', 'Resolution'),
];

/** A floor stands beside a distance alone. */
const FLOORS: ReadonlySet<string> = new Set(['perm_mean', 'perm_q95']);

/** One cell under the keys of `cellColumns`. */
export const cellRow = (cell: CellReport): Row =>
  Object.fromEntries(
    cellColumns.map(({ key }) => {
      if (key === 'n_test') return [key, cell.n_test[0]];
      if (FLOORS.has(key) && cell.tv_mean === null) return [key, null];
      if (key === 'resolution') return [key, RESOLUTION_WORDS[cell.resolution]];
      return [key, cell[key as Exclude<keyof CellReport, 'n_test' | 'test' | 'environments' | 'excluded'>]];
    }),
  );
