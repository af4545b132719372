// Reads delimited text into a table of cells, and lists every row and header that does not fit.
import Papa from 'papaparse';
import type { Fault, Parsed } from './fault.ts';
import type { Delimiter } from './sniff.ts';
import { sniffDelimiter } from './sniff.ts';

export interface Table {
  readonly columns: readonly string[];
  /** Every row has one cell per column; cells are as written, without the quotes around them. */
  readonly rows: readonly (readonly string[])[];
  /** Row number of each row in the file: 1 is the header, blank rows count, a quoted line break does not. */
  readonly rowNumbers: readonly number[];
  readonly delimiter: Delimiter;
  /** What was assumed, in sentences. */
  readonly notes: readonly string[];
}

interface Line {
  readonly row: number;
  readonly cells: string[];
}

interface Split {
  readonly records: readonly Line[];
  readonly broken: readonly Fault[];
}

/**
 * Splits text by `delimiter`, or by the one that fits best. Blank rows are skipped.
 * Faults: no rows, ragged rows, quotes that do not close, header names that are missing or repeated.
 */
export function parseTable(text: string, file: string, delimiter?: Delimiter): Parsed<Table> {
  const lines = text.replace(/\r\n?/g, '\n');
  const mark = delimiter ?? sniffDelimiter(lines);
  const quoted = split(lines, file, mark, '"');
  const literal = quoted.broken.length > 0 && mark === '\t' ? split(lines, file, mark, '\u0000') : null;
  const asText = literal !== null && !literal.records.some(({ cells }) => cells.some(isWrapped));
  const chosen = asText ? literal : quoted;
  const notes = asText ? ['Quotation marks were read as text: they do not pair up as CSV quoting.'] : [];
  return assemble(chosen, file, mark, notes);
}

const isWrapped = (cell: string): boolean => cell.length > 1 && cell.startsWith('"') && cell.endsWith('"');

function split(text: string, file: string, delimiter: Delimiter, quoteChar: string): Split {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, quoteChar, newline: '\n' });
  const records = data
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const broken = new Map<number, Fault>();
  for (const error of errors) {
    const row = (error.row ?? 0) + 1;
    if (error.type === 'Quotes' && !broken.has(row)) broken.set(row, quoteFault(file, row, error.code));
  }
  return { records, broken: [...broken.values()] };
}

function quoteFault(file: string, row: number, code: string): Fault {
  const open = code === 'MissingQuotes';
  const seen = open ? 'a quotation mark that is never closed' : 'text after a closing quotation mark';
  return { file, row, column: null, seen, needed: 'quotation marks around whole cells, doubled inside them' };
}

function assemble(
  { records, broken }: Split,
  file: string,
  delimiter: Delimiter,
  notes: string[],
): Parsed<Table> {
  const refuse = (faults: readonly Fault[]): Parsed<Table> => ({ ok: false, faults });
  const fault = (row: number | null, column: string | null, seen: string, needed: string): Fault => ({
    file,
    row,
    column,
    seen,
    needed,
  });
  if (broken.length > 0) return refuse(broken);
  if (records.length === 0) return refuse([fault(null, null, 'an empty file', 'a header and rows')]);
  const columns = headerOf(records);
  if (records.length === 1)
    return refuse([fault(1, null, 'a header without rows', 'at least one row below it')]);
  const body = records.slice(1).map((record) => fit(record, columns.length));
  const ragged = body
    .filter(({ cells }) => cells.length !== columns.length)
    .map(({ row, cells }) =>
      fault(
        row,
        null,
        `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}`,
        `${columns.length}, as the header`,
      ),
    );
  const faults = [...headerFaults(columns, fault), ...ragged];
  if (faults.length > 0) return refuse(faults);
  const rows = body.map(({ cells }) => cells);
  return { ok: true, value: { columns, rows, rowNumbers: body.map(({ row }) => row), delimiter, notes } };
}

/** Names of the columns; columns at the end with neither a name nor a cell are left out. */
function headerOf(records: readonly Line[]): string[] {
  const names = records[0].cells.map((name) => name.trim().normalize('NFC'));
  while (names.length > 1 && names[names.length - 1] === '' && isEmptyColumn(records, names.length - 1))
    names.pop();
  return names;
}

const isEmptyColumn = (records: readonly Line[], index: number): boolean =>
  records.every(({ cells }) => (cells[index] ?? '').trim() === '');

/** Blank cells beyond the last column are dropped, as spreadsheets write them. */
function fit({ row, cells }: Line, width: number): Line {
  let length = cells.length;
  while (length > width && cells[length - 1].trim() === '') length--;
  return { row, cells: length === cells.length ? cells : cells.slice(0, length) };
}

function headerFaults(
  columns: readonly string[],
  fault: (row: number, column: string | null, seen: string, needed: string) => Fault,
): Fault[] {
  const firsts = new Map<string, number>();
  return columns.flatMap((name, index) => {
    if (name === '') return [fault(1, String(index + 1), 'a column without a name', 'a name in the header')];
    const first = firsts.get(name);
    if (first !== undefined) {
      return [fault(1, name, `the name of columns ${first + 1} and ${index + 1}`, 'a name for each column')];
    }
    firsts.set(name, index);
    return [];
  });
}

/** Index of `name` among the columns, or −1. */
export const columnIndex = (table: Table, name: string): number => table.columns.indexOf(name);
