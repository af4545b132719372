// Splits that were given: training and test rows of each environment, and the comparisons to make on them.
import * as v from 'valibot';
import type { ChoiceTable } from '../../formats/choice-table.ts';
import type { Fault, Parsed } from '../../formats/fault.ts';
import { readShape } from '../../formats/shape-fault.ts';
import type { Origin } from './import/import.ts';
import type { GivenCell } from './plan.ts';

const rowsSchema = v.array(v.pipe(v.number(), v.integer(), v.minValue(0)));
const cellSchema = v.object({
  envs: v.record(v.string(), v.object({ train: rowsSchema, test: rowsSchema })),
  sets: v.array(
    v.object({
      id: v.optional(v.pipe(v.number(), v.integer())),
      S: v.pipe(v.array(v.string()), v.minLength(1)),
      target: v.string(),
    }),
  ),
});
const splitsSchema = v.object({ games: v.record(v.string(), v.record(v.string(), cellSchema)) });
type FileCell = v.InferOutput<typeof cellSchema>;

/** A table with the file that its rows come from. */
export interface SplitTable {
  readonly table: ChoiceTable;
  readonly origins: readonly Origin[];
}

type Say = (pointer: string, seen: string, needed: string) => void;

/** Names a cell as `model|regime`, or by its model where the game has one regime. */
function namesOf(key: string, { regime }: ChoiceTable): { model: string; regime: string } | null {
  const bar = key.lastIndexOf('|');
  if (bar >= 0) return { model: key.slice(0, bar), regime: key.slice(bar + 1) };
  return regime.names.length === 1 ? { model: key, regime: regime.names[0] } : null;
}

/** From data rows of the file to rows of the table: the same, unless the file holds other games too. */
function tableRow({ rows, count }: Origin): (row: number) => number | null {
  if (rows === null) return (row) => (row < count ? row : null);
  const place = new Map(Array.from(rows, (row, i) => [row, i]));
  return (row) => place.get(row) ?? null;
}

interface RowCheck {
  readonly table: ChoiceTable;
  readonly model: number;
  readonly regime: number;
  readonly toTable: (row: number) => number | null;
}

/** What is wrong with a row as one of an environment; null where nothing is. */
function rowFault(
  { table, model, regime, toTable }: RowCheck,
  environment: number,
  row: number,
): string | null {
  const at = toTable(row);
  if (at === null) return `row ${row} is none of ${table.game}`;
  const { model: m, regime: r, environment: e } = table;
  if (m.codes[at] !== model || r.codes[at] !== regime || e.codes[at] !== environment)
    return `row ${row} is of ${m.names[m.codes[at]]}, ${r.names[r.codes[at]]}, ${e.names[e.codes[at]]}`;
  return Number.isNaN(table.action[at]) ? `row ${row} has no action` : null;
}

function checkRows(
  check: RowCheck,
  name: string,
  rows: FileCell['envs'][string],
  pointer: string,
  say: Say,
): void {
  const environment = check.table.environment.names.indexOf(name);
  if (environment < 0) return say(pointer, `no environment ${name}`, `one of ${check.table.game}`);
  const train = new Set(rows.train);
  for (const part of ['train', 'test'] as const) {
    if (rows[part].length === 0) say(`${pointer}/${part}`, 'no rows', 'one or more');
    rows[part].forEach((row, i) => {
      const fault = rowFault(check, environment, row);
      if (fault) say(`${pointer}/${part}/${i}`, fault, `a row with an action of ${name}`);
      else if (part === 'test' && train.has(row))
        say(`${pointer}/test/${i}`, `row ${row} is a training row as well`, 'folds without common rows');
    });
  }
}

function checkSets({ envs, sets }: FileCell, pointer: string, say: Say): void {
  sets.forEach(({ S, target }, i) => {
    const at = `${pointer}/sets/${i}`;
    for (const name of [...S, target])
      if (!Object.hasOwn(envs, name))
        say(at, `no environment ${name}`, `one of ${Object.keys(envs).join(', ')}`);
    if (S.includes(target)) say(at, `target ${target} among its sources`, 'a target that is held out');
    if (new Set(S).size < S.length) say(at, 'a source twice', 'each source once');
  });
}

/** Environments of the cell that were given no rows cannot be fitted. */
function checkComplete(
  { table, model, regime }: RowCheck,
  { envs }: FileCell,
  pointer: string,
  say: Say,
): void {
  const present = new Set<number>();
  for (let row = 0; row < table.rows; row++)
    if (
      table.model.codes[row] === model &&
      table.regime.codes[row] === regime &&
      !Number.isNaN(table.action[row])
    )
      present.add(table.environment.codes[row]);
  for (const code of present) {
    const name = table.environment.names[code];
    if (!Object.hasOwn(envs, name))
      say(`${pointer}/envs`, `no rows for ${name}`, 'training and test rows of each');
  }
}

function givenCell(
  { table, origins }: SplitTable,
  key: string,
  cell: FileCell,
  pointer: string,
  say: Say,
): GivenCell | null {
  const names = namesOf(key, table);
  const model = names ? table.model.names.indexOf(names.model) : -1;
  const regime = names ? table.regime.names.indexOf(names.regime) : -1;
  if (!names || model < 0 || regime < 0) {
    say(pointer, `no cell ${key} in ${table.game}`, 'model|regime, or a model where there is one regime');
    return null;
  }
  const toTable = tableRow(origins[0]);
  const check = { table, model, regime, toTable };
  for (const [name, rows] of Object.entries(cell.envs))
    checkRows(check, name, rows, `${pointer}/envs/${name}`, say);
  checkSets(cell, pointer, say);
  checkComplete(check, cell, pointer, say);
  const rowsOf = (rows: readonly number[]): readonly number[] => rows.flatMap((row) => toTable(row) ?? []);
  return {
    game: table.game,
    ...names,
    environments: Object.fromEntries(
      Object.entries(cell.envs).map(([name, { train, test }]) => [
        name,
        { train: rowsOf(train), test: rowsOf(test) },
      ]),
    ),
    sets: cell.sets.map(({ id, S, target }, i) => ({ id: id ?? i, sources: S, target })),
  };
}

/**
 * Reads `{games: {game: {"model|regime": {envs: {environment: {train, test}}, sets: [{id, S, target}]}}}}`; an id is optional, rows are data
 * rows of the game's file, from 0. Faults have JSON pointers.
 */
export function parseGiven(
  text: string,
  file: string,
  tables: readonly SplitTable[],
): Parsed<readonly GivenCell[]> {
  const faults: Fault[] = [];
  const say: Say = (column, seen, needed) => void faults.push({ file, row: null, column, seen, needed });
  const checked = readShape(splitsSchema, text, file);
  if (!checked.ok) return checked;
  const cells = Object.entries(checked.value.games).flatMap(([game, own]) => {
    const found = tables.find(({ table }) => table.game === game);
    if (!found)
      say(
        `/games/${game}`,
        `no data of ${game}`,
        `one of ${tables.map(({ table }) => table.game).join(', ')}`,
      );
    else if (found.origins.length > 1)
      say(`/games/${game}`, `${found.origins.length} files of ${game}`, 'one file, whose rows are meant');
    else
      return Object.entries(own).flatMap(
        ([key, cell]) => givenCell(found, key, cell, `/games/${game}/${key}`, say) ?? [],
      );
    return [];
  });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: cells };
}
