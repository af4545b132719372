// What the database holds, and how each schema version becomes the next.
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { Checkpoint, Chunk } from '../engine/types.ts';
import type { AnyDataset } from '../formats/dataset.ts';
import type { RunRecord } from '../jobs/run.ts';

/** Keys of chunks and checkpoints stand outside their values, so that what is read is what was written. */
export interface LuceSchema extends DBSchema {
  runs: { key: string; value: RunRecord };
  /** Key: run, task, first draw. */
  chunks: { key: [string, string, number]; value: Chunk };
  /** Key: run, task; the last one only. */
  checkpoints: { key: [string, string]; value: Checkpoint };
  datasets: { key: string; value: AnyDataset };
  /** What this browser was told or asked once. */
  settings: { key: string; value: string };
}

export type LuceDatabase = IDBPDatabase<LuceSchema>;
export type StoreName = StoreNames<LuceSchema>;
export type UpgradeTransaction = IDBPTransaction<LuceSchema, StoreName[], 'versionchange'>;

/** Brings a database from version i to i + 1, i its place in the table; may await only its transaction. */
export type Migration = (database: LuceDatabase, transaction: UpgradeTransaction) => void | Promise<void>;

function createStores(database: LuceDatabase): void {
  database.createObjectStore('runs', { keyPath: 'id' });
  database.createObjectStore('chunks');
  database.createObjectStore('checkpoints');
  database.createObjectStore('datasets', { keyPath: 'hash' });
  database.createObjectStore('settings');
}

/** The schema version is the table's length; entries are added at the end and never changed. */
export const MIGRATIONS: readonly Migration[] = [createStores];
