// Writes plain tables as RFC 4180 CSV, numbers in full precision.

export type Cell = string | number | boolean | null;
export type TableRow = Readonly<Record<string, Cell>>;

/**
 * A header and one line per row, ended by CRLF. Columns are those of the first row unless given.
 * A number is the shortest decimal that reads back as the same double; null is an empty cell; values that are not
 * finite are NaN, Inf and -Inf, as R reads them.
 */
export function writeTableCsv<Row extends Readonly<Record<keyof Row, Cell>>>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[] = Object.keys(rows[0] ?? {}) as (keyof Row & string)[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => spell(row[column] ?? null)))];
  return lines.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');
}

function spell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'number' || Number.isFinite(cell)) return String(cell);
  return Number.isNaN(cell) ? 'NaN' : cell > 0 ? 'Inf' : '-Inf';
}

const quote = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
