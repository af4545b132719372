// Writes chunks and checkpoints behind the computation, at most twice a second.
import type { Clock } from '../engine/clock.ts';
import type { Advance, Checkpoint, Chunk } from '../engine/types.ts';
import type { JobStore } from './store.ts';

const INTERVAL_MILLISECONDS = 500;

export interface ProgressWriter {
  /** Takes news in; writes when the interval has passed. Rejects when an earlier or this write failed. */
  add(news: readonly Advance[]): Promise<void>;
  /** Writes what is still held. */
  flush(): Promise<void>;
}

/** A checkpoint is written in the transaction of the chunks before it, never apart from them. */
export function progressWriter(store: JobStore, runId: string, clock: Clock): ProgressWriter {
  let chunks: Chunk[] = [];
  let checkpoints = new Map<string, Checkpoint>();
  let written = clock.now();
  let last: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    const progress = { chunks, checkpoints: [...checkpoints.values()] };
    if (progress.checkpoints.length === 0) return last;
    chunks = [];
    checkpoints = new Map();
    written = clock.now();
    last = last.then(() => store.append(runId, progress));
    return last;
  }

  return {
    flush,
    async add(news) {
      for (const { taskKey, chunk, checkpoint, failure } of news) {
        if (failure !== null) continue;
        if (chunk) chunks.push(chunk);
        checkpoints.set(taskKey, checkpoint);
      }
      if (clock.now() - written >= INTERVAL_MILLISECONDS) await flush();
    },
  };
}
