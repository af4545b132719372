// Imports tables of choices: files in, one table a game out, or every fault.
import type { ChoiceTable } from '../../../formats/choice-table.ts';
import type { Fault, Parsed } from '../../../formats/fault.ts';
import type { OnRead } from '../../../formats/typed-csv.ts';
import { balanceOf, type BalanceRow } from './balance.ts';
import { gameTable } from './game.ts';
import type { Mapping } from './mapping.ts';
import { limited, type GamePart } from './part.ts';
import { readFile, type FileColumns } from './read-file.ts';

export interface ImportOptions {
  /** Roles that the user has set; the rest is guessed from names. */
  readonly mapping: Partial<Mapping>;
  /** Whether one instance is the same x everywhere; null decides from the data. */
  readonly shared: boolean | null;
  /** Name of the one game; null takes the game's column, else the file's name. */
  readonly game: string | null;
}

export const GUESSED: ImportOptions = { mapping: {}, shared: null, game: null };

/** Where the rows of a table come from: data row `rows[i]` (from 0, blank rows left out) of a file; null means row i. */
export interface Origin {
  readonly file: string;
  readonly count: number;
  readonly rows: Uint32Array | null;
}

export interface ImportedGame {
  readonly table: ChoiceTable;
  readonly origins: readonly Origin[];
  readonly balance: readonly BalanceRow[];
  readonly notes: readonly string[];
  /** Rows whose action was read out of a text that names several actions. */
  readonly ambiguous: number;
}

export interface Imported {
  readonly games: readonly ImportedGame[];
  /** Notes on the files, one sentence each. */
  readonly notes: readonly string[];
  /** What the columns of each file were taken to mean. */
  readonly mappings: readonly { readonly file: string; readonly mapping: Mapping }[];
}

export interface Importer {
  /** Reads one file; its bytes need not be kept. `onRead` is told how many characters of its text are done. */
  add(file: string, bytes: Uint8Array, onRead?: OnRead): void;
  /** Every table, or every fault of every file. The importer is used up. */
  finish(): Parsed<Imported>;
}

/** The name of a file without folders and ending. */
const stem = (file: string): string => file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '') || file;

function rowsByCode(codes: Uint32Array, count: number): Uint32Array[] {
  const sizes = new Uint32Array(count);
  for (const code of codes) sizes[code] += 1;
  const rows = Array.from(sizes, (size) => new Uint32Array(size));
  const filled = new Uint32Array(count);
  codes.forEach((code, row) => (rows[code][filled[code]++] = row));
  return rows;
}

/** The games of a file. A blank cell in a column of games is the file's own game. */
function partsOf(source: FileColumns, named: string | null): readonly (readonly [string, GamePart])[] {
  const { game } = source.names;
  if (named !== null || game === null) return [[named ?? stem(source.file), { source, rows: null }]];
  if (game.names.length === 1)
    return [[game.names[0].normalize('NFC') || stem(source.file), { source, rows: null }]];
  return rowsByCode(game.codes, game.names.length).map((rows, code) => [
    game.names[code].normalize('NFC') || stem(source.file),
    { source, rows },
  ]);
}

function groupParts(sources: readonly FileColumns[], named: string | null): Map<string, GamePart[]> {
  const games = new Map<string, GamePart[]>();
  for (const source of sources)
    for (const [game, part] of partsOf(source, named)) games.set(game, [...(games.get(game) ?? []), part]);
  return games;
}

const originOf = ({ source, rows }: GamePart): Origin => ({
  file: source.file,
  count: rows?.length ?? source.rows,
  rows,
});

const perFile = ({ file, notes }: FileColumns): readonly string[] => notes.map((note) => `${file}: ${note}`);

export function startImport(options: ImportOptions = GUESSED): Importer {
  const sources: FileColumns[] = [];
  const faults: Fault[] = [];
  function tables(): ImportedGame[] {
    return [...groupParts(sources, options.game)].flatMap(([game, parts]) => {
      const { table, notes, ambiguous, faults: own } = gameTable(game, parts, options.shared);
      faults.push(...own);
      if (table === null) return [];
      return [{ table, notes, ambiguous, origins: parts.map(originOf), balance: balanceOf(table) }];
    });
  }
  return {
    add(file, bytes, onRead) {
      const read = readFile(file, bytes, options.mapping, onRead);
      if (read.ok) sources.push(read.value);
      else faults.push(...limited(read.faults));
    },
    finish() {
      const games = tables();
      if (faults.length > 0) return { ok: false, faults };
      const mappings = sources.map(({ file, mapping }) => ({ file, mapping }));
      return { ok: true, value: { games, notes: sources.flatMap(perFile), mappings } };
    },
  };
}
