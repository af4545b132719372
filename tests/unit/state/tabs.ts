// Tabs of one browser: runs over one database and one set of locks, with engines in this thread.
import { vi } from 'vitest';
import { openLuceDatabase } from '../../../src/storage/database.ts';
import type { LuceDatabase } from '../../../src/storage/schema.ts';
import { indexedDbStore, type LuceStore } from '../../../src/storage/store.ts';
import type { Engines } from '../../../src/state/engines.svelte.ts';
import { Runs } from '../../../src/state/runs.svelte.ts';
import type { Reports } from '../../../src/workers/reports.ts';
import { cpuEngine } from '../jobs/jobs.ts';
import { lockManager } from '../storage/locks.ts';
import { freshIndexedDb } from '../storage/samples.ts';

export interface Tab {
  readonly runs: Runs;
  readonly store: LuceStore;
  /** How often engines were opened: once a run. */
  readonly opened: () => number;
}

/** Reports that say nothing, since what they say is tested where they are made. */
const silent = { calibration: async () => [], recovery: async () => null, fit: async () => null };

/** A browser without anything stored; `locks` false is one that came over plain http. */
export async function browser(locks = true) {
  freshIndexedDb();
  vi.stubGlobal('navigator', { locks: locks ? lockManager().locks : undefined });
  const databases: LuceDatabase[] = [];
  let ids = 0;
  async function tab(over: (store: LuceStore) => LuceStore = (store) => store): Promise<Tab> {
    const database = await openLuceDatabase();
    databases.push(database);
    const store = over(indexedDbStore(database));
    let opened = 0;
    const open = async () => ({ cpu: (opened++, cpuEngine(1)), gpu: null });
    const runs = new Runs({
      store,
      engines: { open } as unknown as Engines,
      reports: silent as unknown as Reports,
      version: 'test',
      newId: () => `run ${++ids}`,
    });
    return { runs, store, opened: () => opened };
  }
  const close = (): void => databases.forEach((database) => database.close());
  return { tab, close };
}

/** Waits until the run rests in this tab. */
export const rests = (runs: Runs, id: string): Promise<void> =>
  vi.waitFor(
    () => {
      if (runs.live.has(id) || runs.find(id)?.state === 'waiting') throw new Error(`run ${id} is under way`);
    },
    { timeout: 20_000, interval: 5 },
  );
