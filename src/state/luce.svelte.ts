// Everything behind the page, put together once: storage, engines, datasets, runs.
import { announcing, openAnnouncer } from '../storage/announce.ts';
import { missingCapabilities } from '../storage/capabilities.ts';
import { openLuceDatabase } from '../storage/database.ts';
import {
  persistenceState,
  requestPersistence,
  storageUsage,
  type PersistenceState,
  type StorageUsage,
} from '../storage/persistence.ts';
import { indexedDbStore, type LuceStore } from '../storage/store.ts';
import type { Parsed } from '../formats/fault.ts';
import type { NamedFile } from '../formats/named-file.ts';
import type { Designs } from '../workers/designs.ts';
import type { Reports } from '../workers/reports.ts';
import { spawnDesigns } from '../workers/spawn-designs.ts';
import { spawnReports } from '../workers/spawn-reports.ts';
import { Engines } from './engines.svelte.ts';
import { Library } from './library.svelte.ts';
import { Runs } from './runs.svelte.ts';

export class Luce {
  readonly version: string;
  readonly engines = new Engines();
  readonly library: Library;
  readonly runs: Runs;
  readonly reports: Reports;
  readonly designs: Designs = spawnDesigns();
  /** Sentences on what this browser or address lacks. */
  readonly missing = missingCapabilities();
  usage = $state.raw<StorageUsage | null>(null);
  persistence = $state<PersistenceState>('unknown');
  /** What was said last of storage: that the browser does not promise to keep it, or that its connection ended. */
  notice = $state<string | null>(null);

  readonly #store: LuceStore;

  private constructor(version: string, store: LuceStore, runs: Runs, reports: Reports, engines: Engines) {
    this.version = version;
    this.#store = store;
    this.library = new Library(store);
    this.runs = runs;
    this.reports = reports;
    this.engines = engines;
  }

  /** Opens storage, reads what is kept, listens to other tabs, and takes up interrupted runs. */
  static async open(version: string, newId: () => string = () => crypto.randomUUID()): Promise<Luce> {
    let luce: Luce | null = null;
    const notice = (sentence: string): void => void (luce && (luce.notice = sentence));
    const database = await openLuceDatabase('luce', { notice });
    const announcer = openAnnouncer();
    const store = announcing(
      indexedDbStore(database, () => {
        void requestPersistence(database).then(({ state, sentence }) => luce?.kept(state, sentence));
      }),
      announcer,
    );
    const engines = new Engines();
    const reports = spawnReports();
    const runs = new Runs({ store, engines, reports, version, newId });
    luce = new Luce(version, store, runs, reports, engines);
    luce.persistence = await persistenceState(database);
    await Promise.all([luce.library.refresh(), runs.refresh(), luce.measureStorage()]);
    announcer.listen((news) => {
      if (news.kind === 'datasets changed') void luce?.library.refresh();
      else void runs.refresh();
    });
    void runs.resumeInterrupted();
    return luce;
  }

  async measureStorage(): Promise<void> {
    this.usage = await storageUsage();
  }

  /** Keeps the run of a bundle; its id, or what is wrong with the file. */
  async openBundle(bytes: Uint8Array, file: string): Promise<Parsed<string>> {
    const { keepBundle } = await import('./bundles.ts');
    const kept = await keepBundle(this.#store, bytes, file);
    await Promise.all([this.library.refresh(), this.runs.refresh(), this.measureStorage()]);
    return kept;
  }

  /** Keeps a calibration joined from the run `base`, where one is given, and the parts in files; its id. */
  async merge(base: string | null, files: readonly NamedFile[]): Promise<string> {
    const { mergeFiles } = await import('./merge-files.ts');
    const id = await this.runs.adopt(await mergeFiles(this.#store, base, files));
    await Promise.all([this.library.refresh(), this.measureStorage()]);
    return id;
  }

  private kept(state: PersistenceState, sentence: string | null): void {
    this.persistence = state;
    this.notice = sentence ?? this.notice;
    void this.measureStorage();
  }
}
