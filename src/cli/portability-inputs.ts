// The data of luce portability: read by the user's mapping and a guess at the rest, checked wholly before anything starts.
import { readFile } from 'node:fs/promises';
import { faultLine } from '../formats/fault.ts';
import { tableHash } from '../formats/table-hash.ts';
import {
  startImport,
  type ImportedGame,
  type ImportOptions,
} from '../instruments/portability/import/import.ts';
import { ROLES, type Mapping, type Role } from '../instruments/portability/import/mapping.ts';
import { forAll, oneOf, usage, UsageError, type Arguments } from './arguments.ts';

export interface PortabilityInput extends ImportedGame {
  readonly hash: string;
}

export interface PortabilityInputs {
  readonly games: readonly PortabilityInput[];
  /** What was assumed of files and games, in sentences. */
  readonly notes: readonly string[];
}

/** `role=column[+column]`; nothing after the mark says that no column has the role. */
function mappingOf(texts: readonly string[]): Partial<Mapping> {
  const entries = forAll(texts, (text) => {
    const [, name, columns] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    const role = ROLES.find((entry) => entry === name);
    if (!role)
      throw usage('--map', JSON.stringify(text), `role=column[+column] with a role of ${ROLES.join(', ')}`);
    return [role, columns === '' ? [] : columns.split('+').map((column) => column.normalize('NFC'))] as const;
  });
  return Object.fromEntries(entries) as Partial<Record<Role, readonly string[]>>;
}

const SHARING = { auto: null, shared: true, private: false } as const;

/** Flags speak before the plan file. */
export const importOptions = (args: Arguments, planned: Partial<Mapping>): ImportOptions => ({
  mapping: { ...planned, ...mappingOf(args.texts('map')) },
  shared: SHARING[oneOf(args, 'sharing', ['auto', 'shared', 'private'], 'auto')],
  game: args.text('game') ?? null,
});

async function bytesOf(file: string): Promise<Uint8Array | string> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const seen = code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'a directory' : 'not readable';
    return `${file}: ${seen}; needed a long CSV of choices`;
  }
}

const sayReading =
  (file: string) =>
  (characters: number): void => {
    if (process.stderr.isTTY)
      process.stderr.write(`\r\x1b[K${file}: ${Math.round(characters / 1e6)} MB read`);
  };

/** Files one after the other, so that one text is in memory at a time. Throws every fault of every file. */
export async function readPortability(
  files: readonly string[],
  options: ImportOptions,
): Promise<PortabilityInputs> {
  if (files.length === 0) throw usage('DATA', 'no file', 'long CSV files of choices');
  const importer = startImport(options);
  const lines: string[] = [];
  for (const file of files) {
    const bytes = await bytesOf(file);
    if (typeof bytes === 'string') lines.push(bytes);
    else importer.add(file, bytes, sayReading(file));
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const imported = importer.finish();
  if (!imported.ok) lines.push(...imported.faults.map(faultLine));
  if (lines.length > 0 || !imported.ok) throw new UsageError(lines);
  const games = await Promise.all(
    imported.value.games.map(async (game) => ({ ...game, hash: await tableHash(game.table) })),
  );
  const notes = games.flatMap(({ table, notes: own }) => own.map((note) => `${table.game}: ${note}`));
  return { games, notes: [...imported.value.notes, ...notes, ...games.flatMap(ambiguity)] };
}

const ambiguity = ({ table, ambiguous }: ImportedGame): readonly string[] =>
  ambiguous > 0
    ? [`${table.game}: ${ambiguous} answers name more than one action; the last in brackets is taken.`]
    : [];
