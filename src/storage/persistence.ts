// Asks the browser to keep the data, remembers the answer, and tells how much room is used.
import type { LuceDatabase } from './schema.ts';

/** `unknown` until the first save, and where the browser has no way to ask. */
export type PersistenceState = 'granted' | 'refused' | 'unknown';

export interface PersistenceAnswer {
  readonly state: PersistenceState;
  /** What to tell the user; null when there is nothing to tell or it was told before. */
  readonly sentence: string | null;
}

/** The two calls of `navigator.storage` that are used; undefined on a page that came over plain http. */
export type KeepsData = Pick<StorageManager, 'persist' | 'persisted'> | undefined;

export interface StorageUsage {
  /** Bytes. `quota` is the browser's promise and may be generous: a save can fail long before it. */
  readonly usage: number;
  readonly quota: number;
}

const KEY = 'persistence';
const REFUSED =
  'This browser did not promise to keep Luce’s data: it may delete them when the disk is full. Export what matters.';

/** The state so far, without asking. */
export async function persistenceState(
  database: LuceDatabase,
  manager: KeepsData = navigator.storage,
): Promise<PersistenceState> {
  if (await manager?.persisted()) return 'granted';
  return (await database.get('settings', KEY)) === 'refused' ? 'refused' : 'unknown';
}

/** Asks for persistence; a refusal is told the first time only, across reloads. */
export async function requestPersistence(
  database: LuceDatabase,
  manager: KeepsData = navigator.storage,
): Promise<PersistenceAnswer> {
  if (!manager) return { state: 'unknown', sentence: null };
  const told = (await persistenceState(database, manager)) === 'refused';
  const state = (await manager.persist()) ? 'granted' : 'refused';
  await database.put('settings', state, KEY);
  return { state, sentence: state === 'refused' && !told ? REFUSED : null };
}

/** Bytes used and promised; null where the browser does not say. */
export async function storageUsage(
  manager: Pick<StorageManager, 'estimate'> | undefined = navigator.storage,
): Promise<StorageUsage | null> {
  const { usage, quota } = (await manager?.estimate()) ?? {};
  return usage === undefined || quota === undefined ? null : { usage, quota };
}
