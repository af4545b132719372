// The page's store: runs and datasets in one IndexedDB database.
import type { DatasetStore } from '../formats/dataset.ts';
import type { JobStore } from '../jobs/store.ts';
import { indexedDbDatasets } from './datasets.ts';
import { indexedDbJobs } from './runs.ts';
import type { LuceDatabase } from './schema.ts';
import { indexedDbWholeRuns, type WholeRunStore } from './whole-runs.ts';

export type LuceStore = JobStore & DatasetStore & WholeRunStore;

/**
 * All stores on an open database. `firstSave` is called once, after the first dataset or run is saved:
 * the moment to ask the browser to keep the data.
 */
export function indexedDbStore(database: LuceDatabase, firstSave: () => void = () => undefined): LuceStore {
  const jobs = indexedDbJobs(database);
  const datasets = indexedDbDatasets(database);
  const { keepRun } = indexedDbWholeRuns(database);
  let saved = false;
  const noted = async <Value>(write: Promise<Value>): Promise<Value> => {
    const value = await write;
    if (!saved) firstSave();
    saved = true;
    return value;
  };
  return {
    ...jobs,
    ...datasets,
    putRun: (run) => noted(jobs.putRun(run)),
    keepRun: (whole) => noted(keepRun(whole)),
    putDatasets: (list) => noted(datasets.putDatasets(list)),
  };
}
