// A JobStore that lasts as long as the process: for runs whose files are written at the end, and for tests.
import type { Checkpoint, Chunk } from '../engine/types.ts';
import type { RunRecord } from './run.ts';
import type { JobStore, Progress } from './store.ts';

interface Kept {
  readonly chunks: Map<string, Chunk>;
  readonly checkpoints: Map<string, Checkpoint>;
}

const chunkKey = ({ taskKey, first }: Chunk): string => `${taskKey}\n${String(first).padStart(12, '0')}`;

export function memoryStore(): JobStore {
  const records = new Map<string, RunRecord>();
  const kept = new Map<string, Kept>();
  const of = (runId: string): Kept => {
    const found = kept.get(runId) ?? { chunks: new Map(), checkpoints: new Map() };
    kept.set(runId, found);
    return found;
  };
  const append = (runId: string, { chunks, checkpoints }: Progress): void => {
    for (const chunk of chunks) of(runId).chunks.set(chunkKey(chunk), chunk);
    for (const checkpoint of checkpoints) of(runId).checkpoints.set(checkpoint.taskKey, checkpoint);
  };
  return {
    async putRun(run) {
      records.set(run.id, run);
    },
    async updateRun(id, change) {
      const run = records.get(id);
      if (!run) return null;
      records.set(id, change(run));
      return records.get(id)!;
    },
    getRun: async (id) => records.get(id) ?? null,
    listRuns: async () => [...records.values()],
    async deleteRun(id) {
      records.delete(id);
      kept.delete(id);
    },
    append: async (runId, progress) => append(runId, progress),
    async clearTask(runId, taskKey) {
      const { chunks, checkpoints } = of(runId);
      for (const [key, chunk] of chunks) if (chunk.taskKey === taskKey) chunks.delete(key);
      checkpoints.delete(taskKey);
    },
    chunks: async (runId) =>
      [...of(runId).chunks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, chunk]) => chunk),
    checkpoints: async (runId) => [...of(runId).checkpoints.values()],
  };
}
