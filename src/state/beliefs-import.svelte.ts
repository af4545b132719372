// Files of answers on their way in: read in a thread of their own, corrected by hand, then kept as one table.
import type { ResponseDataset } from '../formats/dataset.ts';
import { datasetOf } from '../formats/hash.ts';
import type { Mapping, Role } from '../instruments/beliefs/import/mapping.ts';
import type { AnswerFile, AnswerImports, AnswersRead } from '../workers/beliefs-import.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class AnswerImport {
  files = $state.raw<readonly AnswerFile[]>([]);
  /** Null while files are read. */
  read = $state.raw<AnswersRead | null>(null);
  problem = $state<string | null>(null);
  /** Columns by role that were set by hand, as typed: names with + between them. */
  given = $state.raw<Partial<Record<Role, string>>>({});
  readonly #imports: AnswerImports;
  /** Rises with every reading: an answer to an earlier one is passed over. */
  #asked = 0;

  constructor(imports: AnswerImports) {
    this.#imports = imports;
  }

  look(files: readonly AnswerFile[]): void {
    this.files = files;
    this.given = {};
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

  /** Reads the files again under what was set by hand. */
  reread(): void {
    this.read = null;
    this.problem = null;
    const asked = ++this.#asked;
    this.#imports.read(this.files, this.#mapping()).then(
      (read) => {
        if (asked === this.#asked) this.read = read;
      },
      (error: unknown) => {
        if (asked === this.#asked) this.problem = messageOf(error);
      },
    );
  }

  #mapping(): Partial<Mapping> {
    const entries = Object.entries(this.given).map(([role, text]) => [
      role,
      text.trim() === '' ? [] : text.split('+').map((name) => name.trim().normalize('NFC')),
    ]);
    return Object.fromEntries(entries) as Partial<Mapping>;
  }

  /** The table that was read as a dataset, or null where there are faults; files are let go of. */
  async take(): Promise<ResponseDataset | null> {
    const imported = this.read?.imported;
    if (!imported) return null;
    const file = this.files.map(({ name }) => name).join(', ');
    const source = { file, address: null, licence: null, citation: null };
    const about = { name: file.replace(/\.(?:csv|tsv|txt)(?:\.gz)?$/, ''), condition: '', source };
    const dataset = await datasetOf(imported.table, { ...about, history: imported.notes });
    this.dismiss();
    return dataset;
  }
}
