// The data of luce beliefs: read by the user's mapping and a guess at the rest, checked wholly before anything starts.
import { readFile } from 'node:fs/promises';
import { faultLine } from '../formats/fault.ts';
import { ungzipped } from '../formats/gzip.ts';
import { responseTableHash } from '../formats/table-hash.ts';
import { beliefCells } from '../instruments/beliefs/import/cells.ts';
import { importResponses, type SourceFile } from '../instruments/beliefs/import/import.ts';
import { ROLES, type Mapping } from '../instruments/beliefs/import/mapping.ts';
import type { BeliefData } from '../instruments/beliefs/plan.ts';
import { forAll, usage, UsageError, type Arguments } from './arguments.ts';

export interface BeliefInputs extends BeliefData {
  /** What was assumed of files and prompts, in sentences. */
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
  return Object.fromEntries(entries);
}

/** The bytes of a file, or a line that says why there are none. */
export async function bytesOrLine(file: string, needed: string): Promise<Uint8Array | string> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const seen = code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'a directory' : 'not readable';
    return `${file}: ${seen}; ${needed}`;
  }
}

function prefixNote({ table, cells }: BeliefData): readonly string[] {
  const under = table.prefix.codes.reduce((sum, code) => sum + (table.prefix.names[code] === '' ? 0 : 1), 0);
  const kept = `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}`;
  return under === 0
    ? []
    : [`${under} answers under a prefix are no part of the ${kept} of the main design.`];
}

/** A file of answers, opened where gzip made it, or lines that say what is wrong with it. */
async function sourceOf(file: string): Promise<SourceFile | readonly string[]> {
  const bytes = await bytesOrLine(file, 'a CSV of answers');
  if (typeof bytes === 'string') return [bytes];
  const opened = await ungzipped(file, bytes);
  return opened.ok ? { file, bytes: opened.value } : opened.faults.map(faultLine);
}

/** Reads files into one table and its cells. Throws every fault of every file. */
export async function readBeliefs(files: readonly string[], args: Arguments): Promise<BeliefInputs> {
  if (files.length === 0) throw usage('DATA', 'no file', 'CSV files of answers, long or wide');
  const mapping = mappingOf(args.texts('map'));
  const read = await Promise.all(files.map(sourceOf));
  const missing = read.flatMap((source) => ('bytes' in source ? [] : source));
  const found = read.filter((source): source is SourceFile => 'bytes' in source);
  const imported = importResponses(found, mapping);
  const lines = [...missing, ...(imported.ok ? [] : imported.faults.map(faultLine))];
  if (lines.length > 0 || !imported.ok) throw new UsageError(lines);
  const { table, notes } = imported.value;
  const data = { table, hash: await responseTableHash(table), cells: beliefCells(table) };
  if (data.cells.length === 0)
    throw usage(
      'DATA',
      `${table.rows} rows without an answer of the main design`,
      'answers without a prefix',
    );
  return { ...data, notes: [...notes, ...prefixNote(data)] };
}
