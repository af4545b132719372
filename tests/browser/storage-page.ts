// What the storage tests do inside a page, with the real modules.
import type { Chunk } from '../../src/engine/types.ts';
import type { RunRecord } from '../../src/jobs/run.ts';
import { announcing, openAnnouncer } from '../../src/storage/announce.ts';
import type { Announcement } from '../../src/storage/announce.ts';
import { missingCapabilities } from '../../src/storage/capabilities.ts';
import { openLuceDatabase } from '../../src/storage/database.ts';
import { claimedRuns, claimRun } from '../../src/storage/ownership.ts';
import type { Release } from '../../src/storage/ownership.ts';
import { persistenceState, requestPersistence, storageUsage } from '../../src/storage/persistence.ts';
import { MIGRATIONS } from '../../src/storage/schema.ts';
import { indexedDbStore } from '../../src/storage/store.ts';

const record = (id: string): RunRecord => ({
  id,
  state: 'running',
  created: 0,
  changed: 0,
  manifest: {
    app: 'luce',
    version: '0',
    plan: {
      instrument: 'seu',
      analysis: 'fit',
      title: id,
      datasets: [],
      settings: {},
      seed: 1,
      engine: 'cpu',
    },
    engine: null,
    seconds: 0,
    cpuSeconds: null,
    warnings: [],
    tasks: [],
  },
  headline: null,
  severity: null,
});

/** Numbers that do not compress, the same for the same place: a linear congruential sequence. */
function filled(length: number, seed: number): Float64Array {
  let state = seed + 1;
  return Float64Array.from({ length }, () => (state = (state * 48271) % 2147483647) / 2147483647);
}

const chunkOf = (taskKey: string, first: number, count: number): Chunk => ({
  taskKey,
  first,
  count,
  columns: { position: filled(count, first), lp: filled(count, first + 1) },
  gradients: first,
  warmupGradients: 0,
});

const notices: string[] = [];
const heard: Announcement[] = [];
const announcer = openAnnouncer();
announcer.listen((announcement) => heard.push(announcement));
const open = async () => {
  const database = await openLuceDatabase('luce', { notice: (sentence) => notices.push(sentence) });
  return { database, store: announcing(indexedDbStore(database), announcer) };
};
const opened = open();
const releases = new Map<string, Release>();

const page = {
  notices,
  heard,
  missing: () => missingCapabilities(),
  putRun: async (id: string) => (await opened).store.putRun(record(id)),
  deleteRun: async (id: string) => (await opened).store.deleteRun(id),
  runs: async () => (await (await opened).store.listRuns()).map(({ id }) => id),
  /** Appends two chunks and a checkpoint; gives the error's name and message, or null. */
  append: async (runId: string, first: number, count: number) => {
    const chunks = [chunkOf('a', first, count), chunkOf('b', first, count)];
    const state = { position: Float64Array.of(first) };
    const checkpoints = [{ taskKey: 'a', engine: 'cpu' as const, iteration: first + count, state }];
    return (await opened).store.append(runId, { chunks, checkpoints }).then(
      () => null,
      (error: Error) => ({ name: error.name, message: error.message }),
    );
  },
  /** What is stored of a run, after comparing every number with what was appended. */
  stored: async (runId: string) => {
    const { store } = await opened;
    const chunks = await store.chunks(runId);
    const intact = chunks.every((chunk) => {
      const wanted = chunkOf(chunk.taskKey, chunk.first, chunk.count);
      return Object.entries(wanted.columns).every(([name, column]) =>
        column.every((value, index) => Object.is(value, chunk.columns[name][index])),
      );
    });
    const iterations = (await store.checkpoints(runId)).map(({ iteration }) => iteration);
    return { keys: chunks.map(({ taskKey, first }) => `${taskKey} ${first}`), intact, iterations };
  },
  claim: async (runId: string) => {
    const release = await claimRun(runId);
    if (release) releases.set(runId, release);
    return release !== null;
  },
  release: (runId: string) => releases.get(runId)?.(),
  claimed: async () => [...(await claimedRuns())],
  persistence: async () => persistenceState((await opened).database),
  persist: async () => requestPersistence((await opened).database),
  usage: () => storageUsage(),
  /** Opens the next schema version, as a tab with a newer page would. */
  upgrade: async () => {
    const database = await openLuceDatabase('luce', { migrations: [...MIGRATIONS, () => undefined] });
    const { version } = database;
    database.close();
    return version;
  },
};

export type StoragePage = typeof page;
(globalThis as unknown as { storage: StoragePage }).storage = page;
