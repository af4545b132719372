// The rows of a figure as CSV: column keys for a head, every digit of every number.
import { writeTableCsv } from '../formats/table-csv.ts';
import type { Figure } from './figure.ts';

export const csvText = ({ columns, rows }: Pick<Figure, 'columns' | 'rows'>): string =>
  writeTableCsv(
    rows,
    columns.map(({ key }) => key),
  );
