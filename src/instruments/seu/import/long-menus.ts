// Gathers the rows of a long table into menus and lists what makes a menu impossible.
import type { Fault } from '../../../formats/fault.ts';
import type { LongRow, LongRows } from './long-rows.ts';

/** One presentation of one problem in one condition. */
export interface LongMenu {
  readonly condition: string;
  readonly problem: string;
  readonly presentation: string;
  readonly rows: readonly LongRow[];
  readonly faults: readonly Fault[];
}

/** Menus in the order of their first rows; rows of a menu need not stand together. */
export function gatherMenus(table: LongRows, file: string): LongMenu[] {
  const groups = new Map<string, LongRow[]>();
  for (const row of table.rows) {
    if (table.homeless.has(row)) continue;
    const key = JSON.stringify([row.condition, row.problem, row.presentation]);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  const disagreements = disagreementsIn(table, file);
  return [...groups.values()].map((rows) => {
    const { condition, problem, presentation } = rows[0];
    const cells = rows.flatMap((row) => table.rowFaults.get(row) ?? []);
    const features = rows.flatMap((row) => disagreementsOf(row, disagreements));
    const menu = menuFaults(rows, table, file);
    return { condition, problem, presentation, rows, faults: [...cells, ...features, ...menu] };
  });
}

const alternativeKey = ({ condition, alternative }: LongRow): string =>
  JSON.stringify([condition, alternative]);

interface Disagreements {
  readonly byRow: ReadonlyMap<LongRow, readonly Fault[]>;
  /** The first disagreement about each alternative: which row is right cannot be told, so all its menus are faulty. */
  readonly firsts: ReadonlyMap<string, Fault>;
}

/** Rows whose features differ from those of an earlier row of the same alternative and condition. */
function disagreementsIn({ rows, columns, rowFaults }: LongRows, file: string): Disagreements {
  const seen = new Map<string, LongRow>();
  const byRow = new Map<LongRow, readonly Fault[]>();
  const firsts = new Map<string, Fault>();
  for (const row of rows) {
    if (rowFaults.has(row)) continue;
    const key = alternativeKey(row);
    const earlier = seen.get(key);
    if (!earlier) seen.set(key, row);
    const found = earlier ? differences(row, earlier, columns.features, file) : [];
    if (found.length === 0) continue;
    byRow.set(row, found);
    if (!firsts.has(key)) firsts.set(key, found[0]);
  }
  return { byRow, firsts };
}

function disagreementsOf(row: LongRow, { byRow, firsts }: Disagreements): readonly Fault[] {
  const first = firsts.get(alternativeKey(row));
  return byRow.get(row) ?? (first ? [first] : []);
}

function differences(row: LongRow, first: LongRow, columns: readonly string[], file: string): Fault[] {
  return columns.flatMap((column, d) => {
    const [value, before] = [row.features[d], first.features[d]];
    if (value === before) return [];
    const needed = `${before}, its value in row ${first.row}`;
    return [{ file, row: row.row, column, seen: `${value} for alternative ${row.alternative}`, needed }];
  });
}

function menuFaults(rows: readonly LongRow[], { columns, reading }: LongRows, file: string): Fault[] {
  const place = menuName(rows[0]);
  const faults: Fault[] = [];
  const add = (row: LongRow, column: string, seen: string, needed: string): unknown =>
    faults.push({ file, row: row.row, column, seen: `${seen} (${place})`, needed });
  const members = new Set<string>();
  for (const row of rows) {
    if (members.has(row.alternative)) {
      add(
        row,
        columns.alternative,
        `alternative ${row.alternative} twice in one menu`,
        repeatedHint(columns),
      );
    }
    members.add(row.alternative);
  }
  if (members.size < 2) {
    add(rows[0], columns.alternative, 'a menu with one alternative', 'a menu with at least two alternatives');
  }
  const fault = reading.kind === 'name' ? nameFault(rows, members) : markFault(rows);
  if (fault) add(fault.row, columns.chosen, fault.seen, fault.needed);
  return faults;
}

const repeatedHint = (columns: LongRows['columns']): string =>
  columns.presentation === null
    ? 'each alternative once, or a column that tells the presentations apart'
    : 'each alternative once';

interface ChoiceFault {
  readonly row: LongRow;
  readonly seen: string;
  readonly needed: string;
}

function markFault(rows: readonly LongRow[]): ChoiceFault | null {
  const marked = rows.filter(({ chosen }) => chosen === true);
  const unread = rows.some(({ chosen }) => chosen === null);
  if (marked.length === 1 || (marked.length === 0 && unread)) return null;
  const needed = 'exactly one chosen alternative';
  if (marked.length > 1) return { row: marked[1], seen: `${marked.length} alternatives chosen`, needed };
  return { row: rows[0], seen: 'no alternative chosen', needed };
}

function nameFault(rows: readonly LongRow[], members: ReadonlySet<string>): ChoiceFault | null {
  const names = new Set(rows.map(({ mark }) => mark).filter((mark) => mark !== ''));
  if (names.size > 1) {
    return {
      row: rows[0],
      seen: `choices ${[...names].join(', ')}`,
      needed: 'one choice in all rows of a menu',
    };
  }
  const [name] = names;
  if (name === undefined) return { row: rows[0], seen: 'no alternative chosen', needed: 'the name of one' };
  if (members.has(name)) return null;
  return {
    row: rows[0],
    seen: `choice ${name} outside its menu`,
    needed: `one of ${[...members].join(', ')}`,
  };
}

/** "problem P1, presentation 2", for messages. */
export const menuName = ({ condition, problem, presentation }: Omit<LongMenu, 'rows' | 'faults'>): string =>
  [
    ...(condition === '' ? [] : [`condition ${condition}`]),
    `problem ${problem}`,
    ...(presentation === '' ? [] : [`presentation ${presentation}`]),
  ].join(', ');
