// Says which column of a long table plays which part, guesses it, and checks it.
import { booleanOf, isNothing, numberOf } from '../../../formats/cells.ts';
import type { Table } from '../../../formats/delimited.ts';
import type { Fault } from '../../../formats/fault.ts';

export const SINGLE_ROLES = [
  'problem',
  'presentation',
  'alternative',
  'chosen',
  'condition',
  'position',
] as const;
/** Roles that a table may lack. */
const OPTIONAL: readonly SingleRole[] = ['presentation', 'condition', 'position'];
export type SingleRole = (typeof SINGLE_ROLES)[number];
export type ColumnRole = SingleRole | 'feature' | 'ignore';

/** Column name → role. */
export type Mapping = Readonly<Record<string, ColumnRole>>;

/** Cells of a column that a guess looks at. */
const SAMPLE = 1000;

/** Names that give a role away, best first; compared in lower case with every other character as `_`. */
const NAMES: Readonly<Record<SingleRole, readonly string[]>> = {
  problem: words('problem menu choice_set choiceset trial task question case set chid'),
  presentation: words('presentation repetition replicate rep'),
  alternative: words('alternative alt option item claim gamble'),
  chosen: words('chosen is_chosen choice selected picked choose y'),
  condition: words('condition temperature temp treatment group'),
  position: words('position display_position order display_order'),
};
/** Columns of numbers that describe the display or the record, not the alternative. */
const NOT_FEATURES = words('id row index rt response_time');

function words(list: string): string[] {
  return list.split(' ').flatMap((word) => [word, `${word}_id`]);
}

/**
 * `given` with the columns it leaves out filled by a guess from names, then from content; what is left is a feature
 * where most cells are numbers. A role that is given is not guessed again.
 */
export function completeMapping(table: Table, given: Mapping): Mapping {
  const roles = new Map<string, ColumnRole>(Object.entries(given));
  const taken = new Set(roles.values());
  const free = (): string[] => table.columns.filter((column) => !roles.has(column));
  const guess = (role: SingleRole, find: () => string | undefined): void => {
    const column = taken.has(role) ? undefined : find();
    if (column === undefined) return;
    roles.set(column, role);
    taken.add(role);
  };
  for (const role of SINGLE_ROLES) guess(role, () => byName(free(), role));
  guess('chosen', () => onlyOne(free().filter((column) => isMarks(sampleOf(table, column)))));
  guess('alternative', () => onlyOne(free().filter((column) => isText(sampleOf(table, column)))));
  for (const column of free()) roles.set(column, leftoverRole(table, column));
  return Object.fromEntries(roles);
}

const normalised = (column: string): string => column.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_');

const byName = (columns: readonly string[], role: SingleRole): string | undefined =>
  NAMES[role].flatMap((name) => columns.filter((column) => normalised(column) === name))[0];

const onlyOne = (columns: readonly string[]): string | undefined =>
  columns.length === 1 ? columns[0] : undefined;

export function cellsOf(table: Table, column: string): string[] {
  const index = table.columns.indexOf(column);
  return table.rows.map((row) => row[index]);
}

/** At most SAMPLE cells, evenly spaced: enough to guess by. */
function sampleOf(table: Table, column: string): string[] {
  const index = table.columns.indexOf(column);
  const step = Math.max(1, table.rows.length / SAMPLE);
  const size = Math.min(SAMPLE, table.rows.length);
  return Array.from({ length: size }, (_, i) => table.rows[Math.floor(i * step)][index]);
}

function isMarks(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return (
    filled.length > 0 &&
    filled.length >= cells.length / 10 &&
    filled.every((cell) => booleanOf(cell) !== null)
  );
}

/** Most filled cells are numbers, or the spellings of a missing one. */
function isNumeric(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const numbers = filled.filter((cell) => isNothing(cell) || !Number.isNaN(numberOf(cell, ',')));
  return 2 * numbers.length > filled.length;
}

const isText = (cells: readonly string[]): boolean =>
  !isNumeric(cells) && cells.some((cell) => cell.trim() !== '');

function leftoverRole(table: Table, column: string): ColumnRole {
  const name = normalised(column);
  const named = SINGLE_ROLES.some((role) => NAMES[role].includes(name)) || NOT_FEATURES.includes(name);
  return !named && isNumeric(sampleOf(table, column)) ? 'feature' : 'ignore';
}

/** Columns with a role, in the table's order. */
export const columnsWith = (table: Table, mapping: Mapping, role: ColumnRole): string[] =>
  table.columns.filter((column) => mapping[column] === role);

/** Roles that name no column, are missing, or are given twice. */
export function mappingFaults(table: Table, mapping: Mapping, file: string): Fault[] {
  const fault = (column: string | null, seen: string, needed: string): Fault => ({
    file,
    row: 1,
    column,
    seen,
    needed,
  });
  const absent = Object.keys(mapping)
    .filter((column) => !table.columns.includes(column))
    .map((column) => fault(column, 'no such column', `one of ${table.columns.join(', ')}`));
  const single = SINGLE_ROLES.flatMap((role) => {
    const columns = columnsWith(table, mapping, role);
    if (columns.length > 1) {
      return [fault(columns[1], `${columns.length} columns as ${role}: ${columns.join(', ')}`, 'one')];
    }
    if (columns.length === 1 || OPTIONAL.includes(role)) return [];
    return [
      fault(null, `no column with the role ${role}`, `a column named ${role}, or a mapping that names one`),
    ];
  });
  if (columnsWith(table, mapping, 'feature').length > 0) return [...absent, ...single];
  return [...absent, ...single, fault(null, 'no feature column', 'at least one column of numbers')];
}
