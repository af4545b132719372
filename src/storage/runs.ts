// Runs, their chunks and their checkpoints in IndexedDB.
import type { IDBPObjectStore } from 'idb';
import type { Chunk } from '../engine/types.ts';
import type { JobStore, Progress, RunRecord } from '../jobs/store.ts';
import { compactColumns } from './compact.ts';
import type { LuceDatabase, LuceSchema, StoreName } from './schema.ts';
import { saying, write } from './transaction.ts';

const READ = 'read runs';

/** Every key that starts with `parts`: arrays sort after strings and numbers, so [] bounds them above. */
const keysUnder = (...parts: string[]): IDBKeyRange => IDBKeyRange.bound(parts, [...parts, []]);

/** JobStore on an open database; chunks come back sorted by task key, then by first draw. */
export function indexedDbJobs(database: LuceDatabase): JobStore {
  return {
    putRun: (run) => write(database, ['runs'], 'save a run', (tx) => tx.objectStore('runs').put(run)),
    getRun: async (id) => (await saying(READ, () => database.get('runs', id))) ?? null,
    listRuns: () => saying(READ, () => database.getAll('runs')),
    updateRun: (id, change) => updateRun(database, id, change),
    deleteRun: (id) => deleteRun(database, id),
    append: (runId, progress) => append(database, runId, progress),
    clearTask: (runId, taskKey) => clearTask(database, runId, taskKey),
    chunks: (runId) => saying(READ, () => database.getAll('chunks', keysUnder(runId))),
    checkpoints: (runId) => saying(READ, () => database.getAll('checkpoints', keysUnder(runId))),
  };
}

async function updateRun(
  database: LuceDatabase,
  id: string,
  change: (run: RunRecord) => RunRecord,
): Promise<RunRecord | null> {
  let changed: RunRecord | null = null;
  await write(database, ['runs'], 'save a run', async (tx) => {
    const run = await tx.objectStore('runs').get(id);
    if (run === undefined) return;
    changed = change(run);
    await tx.objectStore('runs').put(changed);
  });
  return changed;
}

type ChunkStore = Pick<IDBPObjectStore<LuceSchema, StoreName[], 'chunks', 'readwrite'>, 'put'>;

/** Puts chunks of a run, each column with a buffer of its own size. */
export const putChunks = (store: ChunkStore, runId: string, chunks: readonly Chunk[]): Promise<unknown> =>
  Promise.all(
    chunks.map(async (chunk) => {
      const value = { ...chunk, columns: compactColumns(chunk.columns) };
      await store.put(value, [runId, chunk.taskKey, chunk.first]);
    }),
  );

/** Refuses a run that has no record: another tab deleted it, and nothing would ever find these chunks. */
function append(database: LuceDatabase, runId: string, { chunks, checkpoints }: Progress): Promise<void> {
  return write(database, ['runs', 'chunks', 'checkpoints'], 'save draws', async (tx) => {
    if ((await tx.objectStore('runs').getKey(runId)) === undefined)
      throw new Error(`run ${runId} is not stored (it may have been deleted in another tab)`);
    const checkpointStore = tx.objectStore('checkpoints');
    await Promise.all([
      putChunks(tx.objectStore('chunks'), runId, chunks),
      ...checkpoints.map(async (checkpoint) => {
        const value = { ...checkpoint, state: compactColumns(checkpoint.state) };
        await checkpointStore.put(value, [runId, checkpoint.taskKey]);
      }),
    ]);
  });
}

const deleteRun = (database: LuceDatabase, id: string): Promise<void> =>
  write(database, ['runs', 'chunks', 'checkpoints'], 'delete a run', (tx) =>
    Promise.all([
      tx.objectStore('runs').delete(id),
      tx.objectStore('chunks').delete(keysUnder(id)),
      tx.objectStore('checkpoints').delete(keysUnder(id)),
    ]),
  );

const clearTask = (database: LuceDatabase, runId: string, taskKey: string): Promise<void> =>
  write(database, ['chunks', 'checkpoints'], 'restart a task', (tx) =>
    Promise.all([
      tx.objectStore('chunks').delete(keysUnder(runId, taskKey)),
      tx.objectStore('checkpoints').delete([runId, taskKey]),
    ]),
  );
