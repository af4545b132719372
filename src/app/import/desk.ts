// What the Data page asks of the state behind it while data come in.
import type { CatalogEntry } from '../../formats/catalog.ts';
import type { Fault } from '../../formats/fault.ts';
import type { DesignSettings } from '../../instruments/seu/design/settings.ts';
import type { ImportOptions } from '../../instruments/seu/import/recognise.ts';
import type { Candidate } from '../../state/library.svelte.ts';

export interface FetchProgress {
  readonly done: number;
  readonly total: number;
}

export interface ImportDesk {
  readonly candidates: readonly Candidate[];
  /** What went wrong on the way in, in one sentence, or null. */
  readonly problem: string | null;
  /** Null when nothing is being fetched. */
  readonly fetching: FetchProgress | null;
  /** Of the last fetch. */
  readonly fetchFaults: readonly Fault[];
  /** Reads a file again with other options: a mapping, K, a delimiter. */
  reread(index: number, options: ImportOptions): void;
  relabel(index: number, label: string): void;
  /** Saves the candidates that are ready. */
  save(): void;
  /** Leaves the faulty menus of one file out and saves the rest of it. */
  saveSound(index: number): void;
  dismiss(): void;
  generate(design: DesignSettings, alpha: number): void;
  fetchEntries(entries: readonly CatalogEntry[]): void;
}
