// Takes data in: looks at files, saves those that are sound, generates agents, fetches public data.
import type { Catalog, CatalogEntry } from '../../formats/catalog.ts';
import type { Fault } from '../../formats/fault.ts';
import type { NamedFile } from '../../formats/named-file.ts';
import type { DesignSettings } from '../../instruments/seu/design/settings.ts';
import type { ImportOptions } from '../../instruments/seu/import/recognise.ts';
import type { Candidate } from '../../state/library.svelte.ts';
import type { Luce } from '../../state/luce.svelte.ts';
import type { FetchProgress, ImportDesk } from '../import/desk.ts';
import { toasts } from '../toasts.svelte.ts';
import { fetchDataset } from './demos.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** All that is wrong with one file, so that files are counted. */
const oneFault = ([first, ...others]: readonly Fault[]): Fault =>
  others.length === 0 ? first : { ...first, needed: `${first.needed} (and ${others.length} more)` };

export class LiveDesk implements ImportDesk {
  problem = $state<string | null>(null);
  fetching = $state.raw<FetchProgress | null>(null);
  fetchFaults = $state.raw<readonly Fault[]>([]);
  readonly #luce: Luce;
  readonly #catalog: () => Promise<Catalog>;

  constructor(luce: Luce, catalog: () => Promise<Catalog>) {
    this.#luce = luce;
    this.#catalog = catalog;
  }

  readonly candidates = $derived.by<readonly Candidate[]>(() => this.#luce.library.candidates);

  look(files: readonly NamedFile[]): void {
    this.#try(() => this.#luce.library.look(files));
  }

  reread(index: number, options: ImportOptions): void {
    this.#luce.library.reread(index, options);
  }

  relabel(index: number, label: string): void {
    this.#luce.library.relabel(index, label);
  }

  save(): void {
    this.#try(async () => this.#kept((await this.#luce.library.save()).length));
  }

  saveSound(index: number): void {
    const { options } = this.candidates[index];
    this.#luce.library.reread(index, { ...options, dropFaultyMenus: true });
    this.#try(async () => this.#kept((await this.#luce.library.save([index])).length));
  }

  dismiss(): void {
    this.problem = null;
    this.#luce.library.dismiss();
  }

  generate(design: DesignSettings, alpha: number): void {
    this.#try(async () => {
      await this.#luce.library.generate(design, alpha);
      this.#kept(1);
    });
  }

  fetchEntries(entries: readonly CatalogEntry[]): void {
    if (this.fetching) return;
    this.fetchFaults = [];
    this.fetching = { done: 0, total: entries.length };
    this.#try(() => this.#fetchAll(entries).finally(() => (this.fetching = null)));
  }

  async #fetchAll(entries: readonly CatalogEntry[]): Promise<void> {
    const catalog = await this.#catalog();
    let kept = 0;
    for (const [done, entry] of entries.entries()) {
      this.fetching = { done, total: entries.length };
      const fetched = await fetchDataset(catalog, entry);
      if (!fetched.ok) {
        this.fetchFaults = [...this.fetchFaults, oneFault(fetched.faults)];
        continue;
      }
      await this.#luce.library.add([fetched.value]);
      kept += 1;
    }
    this.#kept(kept);
  }

  #kept(count: number): void {
    void this.#luce.measureStorage();
    if (count > 0)
      toasts.show(count === 1 ? '1 data set is kept here.' : `${count} data sets are kept here.`);
  }

  #try(work: () => Promise<void>): void {
    this.problem = null;
    work().catch((error: unknown) => (this.problem = messageOf(error)));
  }
}
