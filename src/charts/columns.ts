// Columns of the table view: one reading format per kind of number, full precision behind it.
import type { Cell, Column } from './figure.ts';
import { fixed, fraction, integer, probability, significant } from './number-format.ts';

const numeric =
  (write: (value: number | null) => string) =>
  (value: Cell): string =>
    typeof value === 'number' || value === null ? write(value) : String(value);

export const textColumn = (key: string, label = key): Column => ({
  key,
  label,
  align: 'start',
  format: (value) => (value === null ? '' : String(value)),
});

/** True reads as the column's label, false as nothing. */
export const flagColumn = (key: string, label = key): Column => ({
  key,
  label,
  align: 'start',
  format: (value) => (value === true ? label : ''),
});

export const countColumn = (key: string, label = key): Column => ({
  key,
  label,
  align: 'end',
  format: numeric(integer),
});

/** Three significant digits unless the decimals are given. */
export const numberColumn = (key: string, label = key, decimals?: number): Column => ({
  key,
  label,
  align: 'end',
  format: numeric((value) => (decimals === undefined ? significant(value) : fixed(value, decimals))),
});

export const probabilityColumn = (key: string, label = key, decimals = 3): Column => ({
  key,
  label,
  align: 'end',
  format: numeric((value) => probability(value, decimals)),
});

export const fractionColumn = (key: string, label = key, decimals = 2): Column => ({
  key,
  label,
  align: 'end',
  format: numeric((value) => fraction(value, decimals)),
});

/** A column whose missing values have not been computed, or do not apply: a dash in their place. */
export const orDash = (column: Column): Column => ({
  ...column,
  format: (value) => (value === null ? '–' : column.format(value)),
});

/** median, q5, q25, q75, q95. */
export const intervalColumns: readonly Column[] = ['median', 'q5', 'q25', 'q75', 'q95'].map((key) =>
  numberColumn(key),
);
