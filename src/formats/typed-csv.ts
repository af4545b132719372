// Reads large delimited text straight into typed columns, without a string for every cell.
import Papa from 'papaparse';
import { parseTable } from './delimited.ts';
import type { Fault, Parsed } from './fault.ts';
import { sniffDelimiter, type Delimiter } from './sniff.ts';
import { looksBinary } from './text.ts';
import { WRITERS, type CellWriter, type ColumnKind, type ColumnWriter } from './typed-writers.ts';

/** The first rows of a table, for people and for guesses at what its columns mean. */
export interface Preview {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly delimiter: Delimiter;
}

const PREVIEW_CHARACTERS = 1 << 18;
const PREVIEW_ROWS = 200;

const namesOf = (header: readonly string[]): string[] => {
  const names = header.map((name) => name.trim().normalize('NFC'));
  while (names.length > 1 && names[names.length - 1] === '') names.pop();
  return names;
};

/** The header and the first rows. Faults: an empty file, a header without rows, names that are missing or repeated. */
export function previewTable(text: string, file: string): Parsed<Preview> {
  const fault = (
    row: number | null,
    column: string | null,
    seen: string,
    needed: string,
  ): Parsed<Preview> => ({
    ok: false,
    faults: [{ file, row, column, seen, needed }],
  });
  if (looksBinary(text.slice(0, PREVIEW_CHARACTERS))) return fault(null, null, 'not text', 'delimited text');
  const head = text.slice(0, PREVIEW_CHARACTERS).replace(/\r\n?/g, '\n');
  const delimiter = sniffDelimiter(head);
  const { data } = Papa.parse<string[]>(head, { delimiter, preview: PREVIEW_ROWS + 1, newline: '\n' });
  const records = data.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  if (records.length === 0) return fault(null, null, 'an empty file', 'a header and rows');
  if (records.length === 1) return fault(1, null, 'a header without rows', 'at least one row below it');
  const columns = namesOf(records[0]);
  const bad = columns.findIndex((name, i) => name === '' || columns.indexOf(name) < i);
  if (bad >= 0)
    return columns[bad] === ''
      ? fault(1, String(bad + 1), 'a column without a name', 'a name in the header')
      : fault(1, columns[bad], 'a name that an earlier column has', 'a name for each column');
  return { ok: true, value: { columns, rows: records.slice(1), delimiter } };
}

export interface TypedTable {
  readonly rows: number;
  /** By name, those that were asked for. */
  readonly columns: ReadonlyMap<string, ColumnWriter>;
  /** Row of the file (1 is the header, blank rows count, a quoted line break does not) of data row i. */
  fileRow(row: number): number;
}

/** Told now and then how many characters of the text have been read. */
export type OnRead = (characters: number) => void;

interface Records {
  /** True until the header has ended: the first record that is not blank. */
  readonly heading: boolean;
  readonly rows: number;
  readonly ragged: readonly Fault[];
  readonly fileRow: TypedTable['fileRow'];
  /** Ends a record of so many cells; `extra`: a cell beyond the last column has content. */
  end(cells: number, blank: boolean, extra: boolean): void;
}

/** Counts records. What was written of a blank one is written over by the next. */
function recordCounter(file: string, writers: readonly (CellWriter | null)[]): Records {
  const width = writers.length;
  const ragged: Fault[] = [];
  const skipped: number[] = [];
  let record = 0;
  let rows = 0;
  let heading = true;
  function refuse(cells: number): void {
    for (let c = cells; c < width; c++) writers[c]?.write(rows, '', 0, 0);
    const seen = `${cells} ${cells === 1 ? 'cell' : 'cells'}`;
    ragged.push({ file, row: record, column: null, seen, needed: `${width}, as the header` });
  }
  return {
    get heading() {
      return heading;
    },
    get rows() {
      return rows;
    },
    ragged,
    fileRow(row) {
      let above = 0;
      while (above < skipped.length && skipped[above] <= row) above++;
      return row + 2 + above;
    },
    end(cells, blank, extra) {
      record += 1;
      if (blank) return void skipped.push(rows);
      if (!heading && (cells < width || extra)) refuse(cells);
      if (!heading) rows += 1;
      heading = false;
    },
  };
}

const QUOTE = 34;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const REPORT = 1 << 20;

/** One cell: text[start, end), and where the mark or line break after it stands. Used anew for every cell. */
interface Span {
  text: string;
  start: number;
  end: number;
  next: number;
}

/** Index of the quotation mark that closes the one at `open`, or −1. */
function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at >= 0 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2);
  return at;
}

function takeQuoted(text: string, open: number, span: Span): boolean {
  const close = closingQuote(text, open);
  if (close < 0) return false;
  const cell = text.slice(open + 1, close).replaceAll('""', '"');
  span.text = cell;
  span.start = 0;
  span.end = cell.length;
  span.next = close + 1;
  while (text.charCodeAt(span.next) === SPACE) span.next++;
  return true;
}

function takePlain(text: string, start: number, mark: number, span: Span): void {
  let at = start;
  for (let c; at < text.length; at++) {
    c = text.charCodeAt(at);
    if (c === mark || c === NEWLINE || c === RETURN) break;
  }
  span.text = text;
  span.start = start;
  span.end = at;
  span.next = at;
}

function hasContent({ text, start, end }: Span): boolean {
  for (let i = start; i < end; i++) if (text.charCodeAt(i) > SPACE) return true;
  return false;
}

const isBreak = (code: number): boolean => code === NEWLINE || code === RETURN;

/** Reads one record and gives the start of the next; −1 where quotes stand in ways that only the slow reader knows. */
function takeRecord(
  text: string,
  start: number,
  mark: number,
  records: Records,
  writers: readonly (CellWriter | null)[],
  span: Span,
): number {
  let blank = true;
  let extra = false;
  let column = 0;
  let at = start;
  const row = records.heading ? -1 : records.rows;
  for (;;) {
    if (text.charCodeAt(at) !== QUOTE) takePlain(text, at, mark, span);
    else if (!takeQuoted(text, at, span)) return -1;
    if (blank && hasContent(span)) blank = false;
    if (column >= writers.length) extra ||= hasContent(span);
    else if (row >= 0) writers[column]?.write(row, span.text, span.start, span.end);
    column++;
    at = span.next;
    if (at >= text.length) break;
    const after = text.charCodeAt(at++);
    if (after === mark) continue;
    if (!isBreak(after)) return -1;
    if (after === RETURN && text.charCodeAt(at) === NEWLINE) at++;
    break;
  }
  records.end(column, blank, extra);
  return at;
}

/** Reads every record; false where only the slow reader can. */
function scan(
  text: string,
  delimiter: Delimiter,
  records: Records,
  writers: readonly (CellWriter | null)[],
  onRead: OnRead,
): boolean {
  const mark = delimiter.charCodeAt(0);
  const span: Span = { text, start: 0, end: 0, next: 0 };
  let [at, next] = [0, REPORT];
  while (at < text.length) {
    at = takeRecord(text, at, mark, records, writers, span);
    if (at < 0) return false;
    if (at < next) continue;
    onRead(at);
    next = at + REPORT;
  }
  return true;
}

type Kinds = ReadonlyMap<string, ColumnKind>;

const freshWriters = (columns: readonly string[], kinds: Kinds): (ColumnWriter | null)[] =>
  columns.map((name) => {
    const kind = kinds.get(name);
    return kind === undefined ? null : WRITERS[kind]();
  });

const byName = (columns: readonly string[], writers: readonly (ColumnWriter | null)[]) =>
  new Map(columns.flatMap((name, c) => (writers[c] ? [[name, writers[c]] as const] : [])));

function readSlowly(
  text: string,
  file: string,
  { columns, delimiter }: Preview,
  kinds: Kinds,
): Parsed<TypedTable> {
  const parsed = parseTable(text, file, delimiter);
  if (!parsed.ok) return parsed;
  const writers = freshWriters(columns, kinds);
  const { rows, rowNumbers } = parsed.value;
  rows.forEach((cells, row) =>
    writers.forEach((writer, c) => writer?.write(row, cells[c], 0, cells[c].length)),
  );
  const fileRow = (row: number): number => rowNumbers[row];
  return { ok: true, value: { rows: rows.length, columns: byName(columns, writers), fileRow } };
}

/**
 * Reads the columns that `kinds` names. `preview` is what `previewTable` found of the same text. Faults: ragged rows,
 * quotation marks that do not close. A column that is asked for must be among the preview's.
 */
export function readTyped(
  text: string,
  file: string,
  preview: Preview,
  kinds: Kinds,
  onRead: OnRead = () => undefined,
): Parsed<TypedTable> {
  const writers = freshWriters(preview.columns, kinds);
  const records = recordCounter(file, writers);
  if (!scan(text, preview.delimiter, records, writers, onRead)) return readSlowly(text, file, preview, kinds);
  const { ragged, rows, fileRow } = records;
  if (ragged.length > 0) return { ok: false, faults: ragged };
  return { ok: true, value: { rows, columns: byName(preview.columns, writers), fileRow } };
}
