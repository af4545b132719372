// Files of choices on their way in: looked at in a thread of their own, corrected by hand, then kept one table a game.
import type { ChoiceDataset } from '../formats/dataset.ts';
import { datasetOf } from '../formats/hash.ts';
import type { NamedFile } from '../formats/named-file.ts';
import { mappingFaults, type Mapping, type Role } from '../instruments/portability/import/mapping.ts';
import { previewFile } from '../instruments/portability/import/read-file.ts';
import type { ChoiceImports, ChoicesRead } from '../workers/portability-import.ts';
import { TableImport } from './table-import.svelte.ts';

/** Bytes from which a file's kind is told. */
const HEAD = 65_536;

/** Columns that mark the chosen one of several rows: such a table is one of menus. */
const MARKS = /^(?:is_)?(?:chosen|selected|picked)$/i;

/** The first whole lines of a file. */
function headOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= HEAD) return bytes;
  const end = bytes.subarray(0, HEAD).lastIndexOf(10);
  return bytes.subarray(0, end < 0 ? HEAD : end + 1);
}

/** Whether a file is a long table of choices: an environment, x, and an action or a text to read it from. */
export function isChoiceFile(name: string, bytes: Uint8Array): boolean {
  const preview = previewFile(name, headOf(bytes));
  if (!preview.ok) return false;
  const { columns, mapping } = preview.value;
  return mappingFaults(mapping, columns).length === 0 && !columns.some((column) => MARKS.test(column.trim()));
}

export class ChoiceImport extends TableImport<Role, ChoicesRead> {
  /** Whether one instance is the same x in every environment; null decides from the data. */
  shared = $state<boolean | null>(null);
  readonly #imports: ChoiceImports;

  constructor(imports: ChoiceImports) {
    super();
    this.#imports = imports;
  }

  protected reading(mapping: Partial<Mapping>, onProgress: (share: number) => void): Promise<ChoicesRead> {
    return this.#imports.read(this.files, { mapping, shared: this.shared, game: null }, onProgress);
  }

  override look(files: readonly NamedFile[]): void {
    this.shared = null;
    super.look(files);
  }

  /** Says whether instances are shared, and reads the files again. */
  share(shared: boolean | null): void {
    this.shared = shared;
    this.reread();
  }

  /** The tables that were read as datasets; files are let go of. */
  async take(): Promise<readonly ChoiceDataset[]> {
    const { read } = this;
    if (!read || read.faults.length > 0) return [];
    const source = this.source();
    const datasets = await Promise.all(
      read.games.map(({ table, notes }) =>
        datasetOf(table, { name: table.game, condition: '', source, history: [...read.notes, ...notes] }),
      ),
    );
    this.dismiss();
    return datasets;
  }
}
