// Reads one file of choices into typed columns by role.
import type { NamedColumn, RowTexts } from '../../../formats/choice-table.ts';
import { decimalMarkOf, numberOf, type DecimalMark } from '../../../formats/cells.ts';
import type { Fault, Parsed } from '../../../formats/fault.ts';
import { decodeText } from '../../../formats/text.ts';
import {
  previewTable,
  readTyped,
  type OnRead,
  type Preview,
  type TypedTable,
} from '../../../formats/typed-csv.ts';
import type {
  ColumnKind,
  NameWriter,
  NumberWriter,
  OddCell,
  TextWriter,
} from '../../../formats/typed-writers.ts';
import { parseAnswer } from './answer.ts';
import { mappingFaults, suggestMapping, type Mapping, type Role } from './mapping.ts';
import { jointColumn } from './names.ts';

/** One feature: NaN where a cell is blank, or no number: then `odd` has its text. */
export interface FeatureColumn {
  readonly name: string;
  readonly values: Float64Array;
  readonly odd: readonly OddCell[];
}

export interface FileColumns {
  readonly file: string;
  readonly rows: number;
  readonly mapping: Mapping;
  /** Of the roles that name something; null where the file has no such column. */
  readonly names: Readonly<
    Record<'game' | 'model' | 'regime' | 'environment' | 'instance' | 'draw', NamedColumn | null>
  >;
  readonly features: readonly FeatureColumn[];
  /** Distinct cells of the action, or what was read out of the texts. */
  readonly action: NamedColumn;
  readonly texts: RowTexts;
  /** Rows whose text names several actions, where actions were read out of texts. */
  readonly ambiguous: Uint32Array;
  readonly notes: readonly string[];
  fileRow(row: number): number;
}

/** The first rows of a file and what its columns seem to mean. */
export interface FilePreview extends Preview {
  readonly mapping: Mapping;
  readonly notes: readonly string[];
}

export function previewFile(
  file: string,
  bytes: Uint8Array,
  given: Partial<Mapping> = {},
): Parsed<FilePreview> {
  const { text, notes } = decodeText(bytes);
  const preview = previewTable(text, file);
  if (!preview.ok) return preview;
  const { columns, rows } = preview.value;
  return { ok: true, value: { ...preview.value, mapping: suggestMapping(columns, rows, given), notes } };
}

const NAME_ROLES = ['game', 'model', 'regime', 'environment', 'instance', 'draw'] as const;

/** How each column is read. A column with two roles (the game in the name of an instance) is read as names. */
function kindsOf(mapping: Mapping): ReadonlyMap<string, ColumnKind> {
  const kinds = new Map<string, ColumnKind>();
  const put = (role: Role, kind: ColumnKind): void => mapping[role].forEach((name) => kinds.set(name, kind));
  put('text', 'texts');
  put('x', 'numbers');
  put('action', 'names');
  NAME_ROLES.forEach((role) => put(role, 'names'));
  return kinds;
}

function namesOf({ columns, rows }: TypedTable, list: readonly string[]): NamedColumn | null {
  return jointColumn(list.map((name) => (columns.get(name) as NameWriter).result(rows)));
}

/** A feature that is part of a name as well has been read as names. */
function numbersOf(writer: NameWriter | NumberWriter, rows: number): ReturnType<NumberWriter['result']> {
  if (writer.kind === 'numbers') return writer.result(rows);
  const { names, codes } = writer.result(rows);
  const known = names.map((name) => (/^-?\d+(?:\.\d+)?$/.test(name) ? Number(name) : NaN));
  const values = Float64Array.from(codes, (code) => known[code] + 0);
  const odd: OddCell[] = [];
  codes.forEach((code, row) => {
    if (Number.isNaN(known[code]) && names[code] !== '') odd.push({ row, text: names[code] });
  });
  return { values, odd, points: known.some((value) => !Number.isNaN(value) && !Number.isInteger(value)) };
}

/** Numbers that are not plain: exponents, signs, decimal commas where the whole column has them. */
function featureOf(name: string, { columns, rows }: TypedTable): FeatureColumn {
  const { values, odd, points } = numbersOf(columns.get(name) as NameWriter | NumberWriter, rows);
  const found = points ? '.' : decimalMarkOf(odd.map(({ text }) => text));
  const mark: DecimalMark = found === ',' ? ',' : '.';
  const left = odd.filter(({ row, text }) => {
    values[row] = numberOf(text, mark) + 0;
    return Number.isNaN(values[row]);
  });
  return { name, values, odd: left };
}

interface Answers {
  readonly action: NamedColumn;
  readonly ambiguous: Uint32Array;
}

/** Actions read out of texts. */
function answersOf({ rows: at, texts }: RowTexts, rows: number): Answers {
  const names = [''];
  const place = new Map([['', 0]]);
  const codes = new Uint32Array(rows);
  const ambiguous: number[] = [];
  texts.forEach((text, i) => {
    const { action, ambiguous: unsure } = parseAnswer(text);
    if (unsure) ambiguous.push(at[i]);
    const name = action ?? '';
    if (!place.has(name)) place.set(name, names.push(name) - 1);
    codes[at[i]] = place.get(name)!;
  });
  return { action: { names, codes }, ambiguous: Uint32Array.from(ambiguous) };
}

function columnsOf(file: string, table: TypedTable, mapping: Mapping, notes: readonly string[]): FileColumns {
  const { rows, columns, fileRow } = table;
  const [textName] = mapping.text;
  const writer = textName === undefined ? null : (columns.get(textName) as TextWriter);
  const texts = writer?.result(rows) ?? { rows: new Uint32Array(0), texts: [] };
  const written = namesOf(table, mapping.action);
  const answers = written ? { action: written, ambiguous: new Uint32Array(0) } : answersOf(texts, rows);
  const names = Object.fromEntries(NAME_ROLES.map((role) => [role, namesOf(table, mapping[role])]));
  const features = mapping.x.map((name) => featureOf(name, table));
  return {
    file,
    rows,
    mapping,
    names: names as FileColumns['names'],
    features,
    ...answers,
    texts,
    notes,
    fileRow,
  };
}

/** Reads a file by what is given of its mapping, and a guess at the rest. */
export function readFile(
  file: string,
  bytes: Uint8Array,
  given: Partial<Mapping>,
  onRead?: OnRead,
): Parsed<FileColumns> {
  const { text, notes } = decodeText(bytes);
  const preview = previewTable(text, file);
  if (!preview.ok) return preview;
  const mapping = suggestMapping(preview.value.columns, preview.value.rows, given);
  const faults = mappingFaults(mapping, preview.value.columns).map(({ seen, needed }): Fault => ({
    file,
    row: 1,
    column: null,
    seen,
    needed,
  }));
  if (faults.length > 0) return { ok: false, faults };
  const table = readTyped(text, file, preview.value, kindsOf(mapping), onRead);
  return table.ok ? { ok: true, value: columnsOf(file, table.value, mapping, notes) } : table;
}
