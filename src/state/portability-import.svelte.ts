// Files of choices on their way in: looked at in a thread of their own, corrected by hand, then kept one table a game.
import type { ChoiceDataset } from '../formats/dataset.ts';
import { datasetOf } from '../formats/hash.ts';
import { mappingFaults, type Mapping, type Role } from '../instruments/portability/import/mapping.ts';
import { previewFile } from '../instruments/portability/import/read-file.ts';
import type { ChoiceFile, ChoiceImports, ChoicesRead } from '../workers/portability-import.ts';

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

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class ChoiceImport {
  files = $state.raw<readonly ChoiceFile[]>([]);
  /** Null while files are read. */
  read = $state.raw<ChoicesRead | null>(null);
  /** Share of the bytes that were read. */
  progress = $state(0);
  problem = $state<string | null>(null);
  /** Columns by role that were set by hand, as typed: names with + between them. */
  given = $state.raw<Partial<Record<Role, string>>>({});
  /** Whether one instance is the same x in every environment; null decides from the data. */
  shared = $state<boolean | null>(null);
  readonly #imports: ChoiceImports;
  /** Rises with every reading: an answer to an earlier one is passed over. */
  #asked = 0;

  constructor(imports: ChoiceImports) {
    this.#imports = imports;
  }

  look(files: readonly ChoiceFile[]): void {
    this.files = files;
    this.given = {};
    this.shared = null;
    this.reread();
  }

  dismiss(): void {
    this.#asked += 1;
    this.files = [];
    this.read = null;
    this.problem = null;
  }

  map(role: Role, text: string): void {
    this.given = { ...this.given, [role]: text };
  }

  /** Says whether instances are shared, and reads the files again. */
  share(shared: boolean | null): void {
    this.shared = shared;
    this.reread();
  }

  /** Reads the files again under what was set by hand. */
  reread(): void {
    this.read = null;
    this.progress = 0;
    this.problem = null;
    const asked = ++this.#asked;
    this.#reading(asked).catch((error: unknown) => {
      if (asked === this.#asked) this.problem = messageOf(error);
    });
  }

  async #reading(asked: number): Promise<void> {
    const options = { mapping: this.#mapping(), shared: this.shared, game: null };
    const read = await this.#imports.read(this.files, options, (share) => {
      if (asked === this.#asked) this.progress = share;
    });
    if (asked === this.#asked) this.read = read;
  }

  #mapping(): Partial<Mapping> {
    const entries = Object.entries(this.given).map(([role, text]) => [
      role,
      text.trim() === '' ? [] : text.split('+').map((name) => name.trim().normalize('NFC')),
    ]);
    return Object.fromEntries(entries) as Partial<Mapping>;
  }

  /** The tables that were read as datasets; files are let go of. */
  async take(): Promise<readonly ChoiceDataset[]> {
    const { read } = this;
    if (!read || read.faults.length > 0) return [];
    const file = this.files.map(({ name }) => name).join(', ');
    const source = { file, address: null, licence: null, citation: null };
    const datasets = await Promise.all(
      read.games.map(({ table, notes }) =>
        datasetOf(table, { name: table.game, condition: '', source, history: [...read.notes, ...notes] }),
      ),
    );
    this.dismiss();
    return datasets;
  }
}
