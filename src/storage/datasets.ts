// Datasets in IndexedDB, each under the hash of its content.
import type { IDBPObjectStore } from 'idb';
import type { AnyDataset, DatasetStore } from '../formats/dataset.ts';
import type { LuceDatabase, LuceSchema, StoreName } from './schema.ts';
import { saying, write } from './transaction.ts';

const READ = 'read datasets';

/** DatasetStore on an open database; a list of datasets is saved whole or not at all. */
export function indexedDbDatasets(database: LuceDatabase): DatasetStore {
  return {
    putDatasets: (datasets) => putDatasets(database, datasets),
    getDataset: async (hash) => (await saying(READ, () => database.get('datasets', hash))) ?? null,
    listDatasets: () => saying(READ, () => database.getAll('datasets')),
    deleteDataset: (hash) =>
      write(database, ['datasets'], 'delete a dataset', (tx) => tx.objectStore('datasets').delete(hash)),
  };
}

const putDatasets = (database: LuceDatabase, datasets: readonly AnyDataset[]): Promise<void> =>
  write(database, ['datasets'], 'save datasets', (tx) => addDatasets(tx.objectStore('datasets'), datasets));

type DatasetObjects = Pick<
  IDBPObjectStore<LuceSchema, StoreName[], 'datasets', 'readwrite'>,
  'getKey' | 'put'
>;

/** Puts those that are not there: the same hash is the same content, and the first name given stays. */
export async function addDatasets(store: DatasetObjects, datasets: readonly AnyDataset[]): Promise<void> {
  for (const dataset of datasets)
    if ((await store.getKey(dataset.hash)) === undefined) await store.put(dataset);
}
