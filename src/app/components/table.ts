// Columns of a table, their order, and which rows a scrolled window shows.

export type CellValue = number | string | boolean | null;

export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  /** Numbers stand at the right. */
  readonly numeric?: boolean;
  /** A column of acts: nothing to sort by. */
  readonly unsorted?: boolean;
  /** What the column sorts by. */
  readonly value: (row: Row) => CellValue;
  /** What it shows; the value as it is by default. */
  readonly text?: (row: Row) => string;
}

export interface Order {
  readonly key: string;
  readonly descending: boolean;
}

/** Numbers by size, text by the language's order; what is missing comes last either way. */
export function compareCells(a: CellValue, b: CellValue, descending: boolean): number {
  const missing = (cell: CellValue): boolean => cell === null || cell === '' || Number.isNaN(cell);
  if (missing(a) || missing(b)) return Number(missing(a)) - Number(missing(b));
  const both = typeof a === 'number' && typeof b === 'number';
  const difference = both ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });
  return descending ? -difference : difference;
}

/** Rows in the order asked for; equal rows keep their places. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | null,
): readonly Row[] {
  const column = order && columns.find(({ key }) => key === order.key);
  if (!order || !column) return rows;
  return rows.toSorted((a, b) => compareCells(column.value(a), column.value(b), order.descending));
}

/** The next order when a head is pressed: ascending, descending, as given. */
export function nextOrder(order: Order | null, key: string): Order | null {
  if (order?.key !== key) return { key, descending: false };
  return order.descending ? null : { key, descending: true };
}

/** The rows to draw of a long table: those in sight and `spare` around them. */
export function windowOf(
  scroll: number,
  viewHeight: number,
  rowHeight: number,
  count: number,
  spare = 12,
): { readonly first: number; readonly end: number } {
  const first = Math.max(0, Math.floor(scroll / rowHeight) - spare);
  const end = Math.min(count, Math.ceil((scroll + viewHeight) / rowHeight) + spare);
  return { first: Math.min(first, end), end };
}
