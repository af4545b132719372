// A run that was computed elsewhere comes in whole or not at all: record, datasets and draws in one transaction.
import type { Chunk } from '../engine/types.ts';
import type { AnyDataset } from '../formats/dataset.ts';
import type { RunRecord } from '../jobs/run.ts';
import { addDatasets } from './datasets.ts';
import { putChunks } from './runs.ts';
import type { LuceDatabase } from './schema.ts';
import { write } from './transaction.ts';

export interface WholeRun {
  readonly run: RunRecord;
  readonly datasets: readonly AnyDataset[];
  readonly chunks: readonly Chunk[];
}

export interface WholeRunStore {
  /** False, with nothing written, where a run of this id is kept already. Throws QuotaError when storage is full. */
  keepRun(whole: WholeRun): Promise<boolean>;
}

export const indexedDbWholeRuns = (database: LuceDatabase): WholeRunStore => ({
  keepRun: (whole) => keepRun(database, whole),
});

async function keepRun(database: LuceDatabase, { run, datasets, chunks }: WholeRun): Promise<boolean> {
  let isNew = false;
  await write(database, ['runs', 'datasets', 'chunks'], 'save a run', async (tx) => {
    isNew = (await tx.objectStore('runs').getKey(run.id)) === undefined;
    if (!isNew) return;
    await tx.objectStore('runs').put(run);
    await addDatasets(tx.objectStore('datasets'), datasets);
    await putChunks(tx.objectStore('chunks'), run.id, chunks);
  });
  return isNew;
}
