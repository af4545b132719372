// Reads files of choices away from the page's own thread: a hundred megabytes take seconds.
import type { Fault } from '../formats/fault.ts';
import type { NamedFile } from '../formats/named-file.ts';
import {
  startImport,
  type ImportedGame,
  type ImportOptions,
} from '../instruments/portability/import/import.ts';
import type { Mapping } from '../instruments/portability/import/mapping.ts';
import { previewFile } from '../instruments/portability/import/read-file.ts';

/** Header and first rows of one file. */
export interface FileHead {
  readonly file: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly mapping: Mapping;
}

/** What was read of several files: tables, or every fault. */
export interface ChoicesRead {
  readonly heads: readonly FileHead[];
  readonly games: readonly Omit<ImportedGame, 'origins'>[];
  readonly notes: readonly string[];
  readonly faults: readonly Fault[];
}

export interface ChoiceImports {
  /** `onRead` is told which share of all bytes is done. */
  read(
    files: readonly NamedFile[],
    options: ImportOptions,
    onRead: (share: number) => void,
  ): Promise<ChoicesRead>;
}

const headOf = ({ name, bytes }: NamedFile, { mapping }: ImportOptions): readonly FileHead[] => {
  const preview = previewFile(name, bytes, mapping);
  if (!preview.ok) return [];
  const { columns, rows, mapping: found } = preview.value;
  return [{ file: name, columns, rows, mapping: found }];
};

/** Bytes between two reports of progress. */
const STEP = 2_000_000;

export const choiceImports: ChoiceImports = {
  async read(files, options, onRead) {
    const importer = startImport(options);
    const all = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    let before = 0;
    let told = 0;
    for (const { name, bytes } of files) {
      importer.add(name, bytes, (characters) => {
        if (before + characters - told < STEP) return;
        told = before + characters;
        onRead(told / all);
      });
      before += bytes.length;
    }
    const heads = files.flatMap((file) => headOf(file, options));
    const imported = importer.finish();
    if (!imported.ok) return { heads, games: [], notes: [], faults: imported.faults };
    const games = imported.value.games.map(({ origins: _, ...game }) => game);
    return { heads, games, notes: imported.value.notes, faults: [] };
  },
};
