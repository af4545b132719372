// The variants of a robustness study as a table: every distance with its floor and its test.
import type { VariantReport } from '../instruments/portability/robustness/report.ts';
import { PREDICTOR_WORDS } from '../instruments/portability/robustness/words.ts';
import { countColumn, fractionColumn, numberColumn, probabilityColumn, textColumn } from './columns.ts';
import type { Column, Row } from './figure.ts';

export const variantColumns: readonly Column[] = [
  textColumn('game', 'Game'),
  textColumn('model', 'Model'),
  textColumn('regime', 'Regime'),
  textColumn('predictor', 'Predictor'),
  countColumn('sources', 'Sources'),
  countColumn('bins', 'Bins'),
  fractionColumn('tv_mean', 'TV'),
  fractionColumn('perm_mean', 'Floor'),
  fractionColumn('perm_q95', 'Floor, 95\u202f%'),
  probabilityColumn('p', 'p'),
  probabilityColumn('least_p', 'Least p'),
  countColumn('permutations', 'Permutations'),
  countColumn('splits', 'Splits'),
  numberColumn('gap_mean', 'Gap', 3),
  fractionColumn('r2_in', 'R² target'),
  fractionColumn('r2_out', 'R² source'),
  fractionColumn('flagged', 'Flagged'),
];

/** One variant under the keys of `variantColumns`. */
export const variantRow = (variant: VariantReport): Row =>
  Object.fromEntries(
    variantColumns.map(({ key }) => [
      key,
      key === 'predictor' ? PREDICTOR_WORDS[variant.predictor] : variant[key as keyof VariantReport],
    ]),
  );
