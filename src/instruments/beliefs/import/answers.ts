// Answers of one file as they are written, one a record, whether the table is long or wide.
import { columnIndex, parseTable, type Table } from '../../../formats/delimited.ts';
import type { Fault, Parsed } from '../../../formats/fault.ts';
import { decodeText, looksBinary } from '../../../formats/text.ts';
import { isWide, mappingFaults, ROLES, suggestMapping, type Mapping, type Role } from './mapping.ts';

/** One answer in the file's own spelling; blank where a column is missing. */
export interface WrittenAnswer {
  readonly file: string;
  readonly row: number;
  /** Name of the column that holds the answer. */
  readonly column: string;
  readonly agent: string;
  readonly domain: string;
  readonly case: string;
  readonly prompt: string;
  readonly prefix: string;
  readonly family: string;
  readonly framing: string;
  readonly parameter: string;
  readonly threshold: string;
  readonly categories: string;
  readonly response: string;
  readonly outcome: string;
}

/** Where an answer stands, as said of another: its row, and its file where that is not the same. */
export const placeFrom = (from: WrittenAnswer, { file, row }: WrittenAnswer): string =>
  file === from.file ? `row ${row}` : `row ${row} of ${file}`;

export interface FileAnswers {
  readonly answers: readonly WrittenAnswer[];
  readonly mapping: Mapping;
  readonly notes: readonly string[];
  readonly table: Table;
}

const JOINT = ' · ';

/** Cells without blanks around them, composed: equal ones are one string, as most columns have few. */
function plainTexts(): (cell: string) => string {
  const known = new Map<string, string>();
  return (cell) => {
    const before = known.get(cell);
    if (before !== undefined) return before;
    const text = cell.trim().normalize('NFC');
    known.set(cell, text);
    return text;
  };
}

/** The text of a role in a row of cells: of several columns, joined. */
function readerOf(table: Table, mapping: Mapping): (cells: readonly string[], role: Role) => string {
  const plain = plainTexts();
  const places = new Map<Role, readonly number[]>(
    ROLES.map((role) => [role, mapping[role].map((name) => columnIndex(table, name))]),
  );
  return (cells, role) => {
    const own = places.get(role)!;
    if (own.length === 0) return '';
    return own.length === 1 ? plain(cells[own[0]]) : own.map((at) => plain(cells[at])).join(JOINT);
  };
}

/** A row's answer to each of its columns that is a prompt. */
function wideAnswers(file: string, table: Table, mapping: Mapping): WrittenAnswer[] {
  const text = readerOf(table, mapping);
  const places = mapping.answers.map((name) => columnIndex(table, name));
  const definition = { family: '', framing: '', parameter: '', threshold: '', categories: '' };
  return table.rows.flatMap((cells, i) => {
    const row = table.rowNumbers[i];
    const [agent, domain, name] = [text(cells, 'agent'), text(cells, 'domain'), text(cells, 'case')];
    const [prefix, outcome] = [text(cells, 'prefix'), text(cells, 'outcome')];
    return mapping.answers.map((prompt, k) => ({
      ...{ file, row, column: prompt, agent, domain, case: name, prefix, outcome, prompt },
      ...definition,
      response: cells[places[k]].trim(),
    }));
  });
}

function longAnswers(file: string, table: Table, mapping: Mapping): WrittenAnswer[] {
  const text = readerOf(table, mapping);
  const [column] = mapping.response;
  return table.rows.map((cells, i) => ({
    file,
    row: table.rowNumbers[i],
    column,
    agent: text(cells, 'agent'),
    domain: text(cells, 'domain'),
    case: text(cells, 'case'),
    prompt: text(cells, 'prompt'),
    prefix: text(cells, 'prefix'),
    family: text(cells, 'family'),
    framing: text(cells, 'framing'),
    parameter: text(cells, 'parameter'),
    threshold: text(cells, 'threshold'),
    categories: text(cells, 'categories'),
    response: text(cells, 'response'),
    outcome: text(cells, 'outcome'),
  }));
}

const NEEDED = 'delimited text: a header and an answer a row, or a case a row';

/** What a file is that no table of text can be, or null. */
function notTable(text: string): string | null {
  if (text.startsWith('PK\u0003\u0004')) return 'a spreadsheet or an archive';
  if (looksBinary(text)) return 'bytes that are no text';
  return /^\s*[{[]/.test(text) ? 'JSON' : null;
}

/** Reads a file by what is given of its mapping, and a guess at the rest. */
export function readAnswers(file: string, bytes: Uint8Array, given: Partial<Mapping>): Parsed<FileAnswers> {
  const { text, notes } = decodeText(bytes);
  const other = notTable(text);
  if (other !== null)
    return { ok: false, faults: [{ file, row: null, column: null, seen: other, needed: NEEDED }] };
  const table = parseTable(text, file);
  if (!table.ok) return table;
  const { columns } = table.value;
  const mapping = suggestMapping(columns, given);
  const faults = mappingFaults(mapping, columns).map(({ seen, needed }): Fault => ({
    file,
    row: 1,
    column: null,
    seen,
    needed,
  }));
  if (faults.length > 0) return { ok: false, faults };
  const answers = (isWide(mapping) ? wideAnswers : longAnswers)(file, table.value, mapping);
  return {
    ok: true,
    value: { answers, mapping, notes: [...notes, ...table.value.notes], table: table.value },
  };
}
