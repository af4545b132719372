// Columns of a large table that grow cell by cell: codes of names, numbers, or sparse texts.

/** Takes the cell text[start, end) of row `row`; rows come ascending, and a row may be written anew. */
export interface CellWriter {
  write(row: number, text: string, start: number, end: number): void;
}

/** One code a row into the distinct cells, in order of first appearance; spaces around a cell do not count. */
export interface NameWriter extends CellWriter {
  readonly kind: 'names';
  result(rows: number): { readonly names: readonly string[]; readonly codes: Uint32Array };
}

/** A cell that is neither blank nor a plain number with a decimal point: as written, spaces around it left out. */
export interface OddCell {
  readonly row: number;
  readonly text: string;
}

export interface NumberWriter extends CellWriter {
  readonly kind: 'numbers';
  /** NaN where a cell is odd or blank; `points` says whether any cell has a decimal point. */
  result(rows: number): {
    readonly values: Float64Array;
    readonly odd: readonly OddCell[];
    readonly points: boolean;
  };
}

/** The cells that are not blank, as written. */
export interface TextWriter extends CellWriter {
  readonly kind: 'texts';
  result(rows: number): { readonly rows: Uint32Array; readonly texts: readonly string[] };
}

export type ColumnWriter = NameWriter | NumberWriter | TextWriter;

const FIRST_CAPACITY = 1024;
const SPACE = 32;

/** V8 keeps the whole file alive behind a slice this long; a copy does not. */
const SLICED = 13;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const detached = (text: string): string =>
  text.length < SLICED ? text : decoder.decode(encoder.encode(text));

function grown<Column extends Float64Array | Uint32Array>(column: Column, row: number): Column {
  if (row < column.length) return column;
  const larger = new (column.constructor as new (length: number) => Column)(
    Math.max(row + 1, 2 * column.length),
  );
  larger.set(column);
  return larger;
}

function isSpan(text: string, start: number, end: number, name: string): boolean {
  if (end - start !== name.length) return false;
  for (let i = start, k = 0; i < end; i++, k++) if (text.charCodeAt(i) !== name.charCodeAt(k)) return false;
  return true;
}

const RECENT = 1 << 10;
const MULTIPLIER = 31;

/** Place of a cell among the recent ones, from its length and its last four characters. */
function recentPlace(text: string, start: number, end: number): number {
  let hash = end - start;
  for (let i = Math.max(start, end - 4); i < end; i++)
    hash = Math.imul(hash, MULTIPLIER) + text.charCodeAt(i);
  return hash & (RECENT - 1);
}

/** Cells that came recently cost no look-up and no string. */
export function nameWriter(): NameWriter {
  let codes = new Uint32Array(FIRST_CAPACITY);
  const known = new Map<string, number>();
  const names: string[] = [];
  const recent = new Int32Array(RECENT).fill(-1);
  function codeOf(cell: string): number {
    const code = known.get(cell);
    if (code !== undefined) return code;
    const name = detached(cell);
    known.set(name, names.length);
    return names.push(name) - 1;
  }
  return {
    kind: 'names',
    write(row, text, start, end) {
      codes = grown(codes, row);
      while (start < end && text.charCodeAt(start) <= SPACE) start++;
      while (end > start && text.charCodeAt(end - 1) <= SPACE) end--;
      const place = recentPlace(text, start, end);
      const last = recent[place];
      if (last < 0 || !isSpan(text, start, end, names[last])) recent[place] = codeOf(text.slice(start, end));
      codes[row] = recent[place];
    },
    result: (rows) => ({ names, codes: codes.slice(0, rows) }),
  };
}

const MINUS = 45;
const POINT = 46;
const ZERO = 48;
/** Whole numbers of so many digits are exact, and so is one rounding by a power of ten up to 10²². */
const MOST_DIGITS = 15;
const POWERS = Float64Array.from({ length: MOST_DIGITS + 1 }, (_, i) => 10 ** i);

/** The number that text[start, end) spells in plain digits, correctly rounded; NaN for anything else. */
function plainNumber(text: string, start: number, end: number): number {
  const negative = text.charCodeAt(start) === MINUS;
  let digits = 0;
  let decimals = -1;
  let value = 0;
  for (let i = negative ? start + 1 : start; i < end; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit >= 0 && digit <= 9) {
      value = 10 * value + digit;
      digits++;
      if (decimals >= 0) decimals++;
    } else if (digit === POINT - ZERO && decimals < 0) decimals = 0;
    else return NaN;
  }
  if (digits === 0 || digits > MOST_DIGITS) return NaN;
  const size = decimals > 0 ? value / POWERS[decimals] : value;
  return negative ? 0 - size : size;
}

export function numberWriter(): NumberWriter {
  let values = new Float64Array(FIRST_CAPACITY);
  const odd: OddCell[] = [];
  let points = false;
  function noteOdd(row: number, text: string): void {
    if (text !== '') odd.push({ row, text: detached(text) });
  }
  return {
    kind: 'numbers',
    write(row, text, start, end) {
      values = grown(values, row);
      const value = plainNumber(text, start, end);
      values[row] = value;
      if (!Number.isNaN(value)) points ||= !Number.isInteger(value);
      else if (start < end) noteOdd(row, text.slice(start, end).trim());
    },
    result: (rows) => ({ values: values.slice(0, rows), odd: odd.filter(({ row }) => row < rows), points }),
  };
}

export function textWriter(): TextWriter {
  const rows: number[] = [];
  const texts: string[] = [];
  return {
    kind: 'texts',
    write(row, text, start, end) {
      if (start === end) return;
      const cell = text.slice(start, end);
      if (cell.trim() === '') return;
      rows.push(row);
      texts.push(detached(cell.replace(/\r\n?/g, '\n')));
    },
    result: (count) => {
      const kept = rows.filter((row) => row < count);
      return { rows: Uint32Array.from(kept), texts: texts.slice(0, kept.length) };
    },
  };
}

export const WRITERS = { names: nameWriter, numbers: numberWriter, texts: textWriter } as const;
export type ColumnKind = keyof typeof WRITERS;
