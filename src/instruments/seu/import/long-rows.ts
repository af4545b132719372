// Reads the rows of a long table: identifiers as text, features as numbers, and the faults of each cell.
import type { DecimalMark } from '../../../formats/cells.ts';
import { decimalMarkOf, numberOf } from '../../../formats/cells.ts';
import type { Table } from '../../../formats/delimited.ts';
import type { Fault } from '../../../formats/fault.ts';
import type { ChosenReading } from './chosen.ts';
import { chosenReading, isChosen } from './chosen.ts';
import type { Mapping, SingleRole } from './mapping.ts';
import { cellsOf, columnsWith } from './mapping.ts';

export interface LongRow {
  readonly row: number;
  readonly condition: string;
  readonly problem: string;
  readonly presentation: string;
  readonly alternative: string;
  readonly chosen: boolean | null;
  /** The cell of the chosen column, for messages and for choices given by name. */
  readonly mark: string;
  /** Where the row was displayed, as the table counts; NaN where it does not say. */
  readonly position: number;
  readonly features: readonly number[];
}

/** Names of the columns by role; features in the order of the table. */
export interface LongColumns {
  readonly problem: string;
  readonly alternative: string;
  readonly chosen: string;
  readonly condition: string | null;
  readonly presentation: string | null;
  readonly position: string | null;
  readonly features: readonly string[];
}

export interface LongRows {
  readonly columns: LongColumns;
  readonly reading: ChosenReading;
  readonly rows: readonly LongRow[];
  /** Faults by the row they make unusable. */
  readonly rowFaults: ReadonlyMap<LongRow, readonly Fault[]>;
  /** Rows that belong to no menu, for want of a problem, presentation or condition. */
  readonly homeless: ReadonlySet<LongRow>;
  /** Faults of such rows, and of columns that cannot be read: the file cannot be used. */
  readonly fileFaults: readonly Fault[];
}

/** Reads a table whose mapping has been checked. `decimal` overrides the mark found in each feature column. */
export function readRows(table: Table, mapping: Mapping, file: string, decimal?: DecimalMark): LongRows {
  const columns = namesByRole(table, mapping);
  const fileFaults: Fault[] = [];
  const marks = columns.features.map((name) => decimal ?? decimalMark(table, name, file, fileFaults));
  const cell = cellReader(table, columns);
  const alternatives = new Set(table.rows.map((row) => cell(row, 'alternative')));
  const reading = chosenReading(
    table.rows.map((row) => cell(row, 'chosen')),
    alternatives,
  );
  const indices = columns.features.map((name) => table.columns.indexOf(name));
  const rowFaults = new Map<LongRow, readonly Fault[]>();
  const homeless = new Set<LongRow>();
  const rows = table.rows.map((cells, index) => {
    const mark = cell(cells, 'chosen');
    const alternative = cell(cells, 'alternative');
    const row: LongRow = {
      row: table.rowNumbers[index],
      condition: cell(cells, 'condition'),
      problem: cell(cells, 'problem'),
      presentation: cell(cells, 'presentation'),
      alternative,
      chosen: isChosen(reading, mark, alternative),
      mark,
      position: numberOf(cell(cells, 'position'), '.'),
      features: indices.map((at, d) => numberOf(cells[at], marks[d])),
    };
    const missing = identifierFaults(row, columns, file);
    if (missing.length > 0) homeless.add(row);
    fileFaults.push(...missing);
    const faults = cellFaults(row, columns, file, (d) => cells[indices[d]].trim());
    if (faults.length > 0) rowFaults.set(row, faults);
    return row;
  });
  return { columns, reading, rows, rowFaults, homeless, fileFaults };
}

function namesByRole(table: Table, mapping: Mapping): LongColumns {
  const only = (role: SingleRole): string | null => columnsWith(table, mapping, role)[0] ?? null;
  return {
    problem: only('problem') ?? '',
    alternative: only('alternative') ?? '',
    chosen: only('chosen') ?? '',
    condition: only('condition'),
    presentation: only('presentation'),
    position: only('position'),
    features: columnsWith(table, mapping, 'feature'),
  };
}

function cellReader(
  table: Table,
  columns: LongColumns,
): (row: readonly string[], role: SingleRole) => string {
  const at = (name: string | null): number => (name === null ? -1 : table.columns.indexOf(name));
  const indices: Readonly<Record<SingleRole, number>> = {
    problem: at(columns.problem),
    presentation: at(columns.presentation),
    alternative: at(columns.alternative),
    chosen: at(columns.chosen),
    condition: at(columns.condition),
    position: at(columns.position),
  };
  return (row, role) => (indices[role] < 0 ? '' : row[indices[role]].trim().normalize('NFC'));
}

function decimalMark(table: Table, column: string, file: string, faults: Fault[]): DecimalMark {
  const mark = decimalMarkOf(cellsOf(table, column));
  if (mark === '.' || mark === ',') return mark;
  const seen =
    mark === 'mixed'
      ? 'decimal points and decimal commas'
      : 'commas that may part decimals or thousands (1,234)';
  faults.push({ file, row: null, column, seen, needed: 'one decimal mark and no thousands separators' });
  return ',';
}

/** A row without its problem, presentation or condition belongs to no menu. */
function identifierFaults(row: LongRow, columns: LongColumns, file: string): Fault[] {
  return (['problem', 'presentation', 'condition'] as const).flatMap((role) => {
    const column = columns[role];
    if (column === null || row[role] !== '') return [];
    return [{ file, row: row.row, column, seen: 'a blank cell', needed: `the ${role} of the row` }];
  });
}

function cellFaults(row: LongRow, columns: LongColumns, file: string, cell: (d: number) => string): Fault[] {
  const faults: Fault[] = [];
  const add = (column: string, seen: string, needed: string): unknown =>
    faults.push({ file, row: row.row, column, seen, needed });
  if (row.alternative === '') add(columns.alternative, 'a blank cell', 'the alternative of the row');
  if (row.chosen === null) {
    const needed = '1 or 0 (TRUE or FALSE, yes or no, x or blank), or the name of the chosen alternative';
    add(columns.chosen, quoted(row.mark), needed);
  }
  row.features.forEach((value, d) => {
    if (!Number.isFinite(value)) add(columns.features[d], quoted(cell(d)), 'a finite number');
  });
  return faults;
}

const quoted = (cell: string): string => (cell === '' ? 'a blank cell' : JSON.stringify(cell.slice(0, 40)));
