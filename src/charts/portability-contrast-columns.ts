// Contrasts of regimes as a table: both distances, their difference, and the same of the excess and of the log-RMSE gap.
import type { ContrastRow } from '../instruments/portability/contrasts.ts';
import { countColumn, fractionColumn, numberColumn, textColumn } from './columns.ts';
import type { Column, Row } from './figure.ts';

export const contrastColumns: readonly Column[] = [
  textColumn('scope', 'Over'),
  textColumn('game', 'Game'),
  textColumn('model', 'Model'),
  textColumn('from', 'From'),
  textColumn('to', 'To'),
  fractionColumn('tv_from', 'TV from'),
  fractionColumn('tv_to', 'TV to'),
  fractionColumn('delta', 'ΔTV'),
  fractionColumn('delta_lo', 'ΔTV, low'),
  fractionColumn('delta_hi', 'ΔTV, high'),
  numberColumn('percent', 'Per cent', 0),
  numberColumn('percent_lo', 'Per cent, low', 0),
  numberColumn('percent_hi', 'Per cent, high', 0),
  fractionColumn('excess_from', 'Excess from'),
  fractionColumn('excess_to', 'Excess to'),
  fractionColumn('excess_delta', 'Δ excess'),
  fractionColumn('excess_delta_lo', 'Δ excess, low'),
  fractionColumn('excess_delta_hi', 'Δ excess, high'),
  numberColumn('gap_delta', 'Δ gap', 3),
  numberColumn('gap_delta_lo', 'Δ gap, low', 3),
  numberColumn('gap_delta_hi', 'Δ gap, high', 3),
  countColumn('pairs', 'Pairs'),
  countColumn('targets', 'Targets'),
  countColumn('n_train', 'Training rows'),
  countColumn('n_test', 'Test rows'),
  countColumn('left_out', 'Rows left out'),
  countColumn('candidates', 'Best of'),
];

const SCOPE_WORDS: Readonly<Record<ContrastRow['scope'], string>> = {
  all: 'pooled',
  model: 'model',
  game: 'game',
  cell: 'model\u00a0×\u00a0game',
  best: 'best\u00a0of\u00a0others',
};

/** One contrast under the keys of `contrastColumns`. */
export const contrastTableRow = (row: ContrastRow): Row => ({ ...row, scope: SCOPE_WORDS[row.scope] });
