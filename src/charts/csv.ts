// The rows of a figure as CSV: keys for a head, every digit of every number, plain ASCII numbers.
import type { Cell, Figure } from './figure.ts';

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function cellText(value: Cell | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  return quoted(String(value));
}

/** RFC 4180 with a head of column keys; what is missing or not finite is an empty cell. */
export function csvText({ columns, rows }: Pick<Figure, 'columns' | 'rows'>): string {
  const head = columns.map(({ key }) => quoted(key));
  const body = rows.map((row) => columns.map(({ key }) => cellText(row[key])));
  return [head, ...body].map((cells) => `${cells.join(',')}\r\n`).join('');
}
