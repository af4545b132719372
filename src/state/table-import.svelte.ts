// Files of tables on their way in: read in a thread of their own, corrected by hand; what is kept of them is up to their kind.
import type { DatasetSource } from '../formats/dataset.ts';
import type { Fault } from '../formats/fault.ts';
import type { NamedFile } from '../formats/named-file.ts';

export type ColumnsByRole<Role extends string> = Readonly<Record<Role, readonly string[]>>;

/** What every reading of tables tells: the header and first rows of each file, and what is wrong. */
export interface TablesRead<Role extends string> {
  readonly heads: readonly {
    readonly file: string;
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
    readonly mapping: ColumnsByRole<Role>;
  }[];
  readonly faults: readonly Fault[];
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const namesIn = (text: string): readonly string[] =>
  text.trim() === '' ? [] : text.split('+').map((name) => name.trim().normalize('NFC'));

export abstract class TableImport<Role extends string, Read extends TablesRead<Role>> {
  files = $state.raw<readonly NamedFile[]>([]);
  /** Null while files are read. */
  read = $state.raw<Read | null>(null);
  /** Share of the bytes that were read; null where the reader does not tell. */
  progress = $state<number | null>(null);
  problem = $state<string | null>(null);
  /** Columns by role that were set by hand, as typed: names with + between them. */
  given = $state.raw<Partial<Record<Role, string>>>({});
  /** Rises with every reading: an answer to an earlier one is passed over. */
  #asked = 0;

  /** Reads the files under columns that were set by hand. */
  protected abstract reading(
    mapping: Partial<ColumnsByRole<Role>>,
    onProgress: (share: number) => void,
  ): Promise<Read>;

  look(files: readonly NamedFile[]): void {
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
    this.progress = null;
    this.problem = null;
    const asked = ++this.#asked;
    this.#read(asked).catch((error: unknown) => {
      if (asked === this.#asked) this.problem = messageOf(error);
    });
  }

  async #read(asked: number): Promise<void> {
    const read = await this.reading(this.#mapping(), (share) => {
      if (asked === this.#asked) this.progress = share;
    });
    if (asked === this.#asked) this.read = read;
  }

  #mapping(): Partial<ColumnsByRole<Role>> {
    const entries = Object.entries<string>(this.given as Record<Role, string>);
    return Object.fromEntries(entries.map(([role, text]) => [role, namesIn(text)])) as ColumnsByRole<Role>;
  }

  /** Where what was read came from. */
  protected source(): DatasetSource {
    const file = this.files.map(({ name }) => name).join(', ');
    return { file, address: null, licence: null, citation: null };
  }
}
