// Where runs are kept: a port with one adapter on IndexedDB and one on files.
import type { Checkpoint, Chunk } from '../engine/types.ts';
import type { Manifest, RunRecord } from './run.ts';

/** Chunks and the checkpoints that follow them, written together or not at all. */
export interface Progress {
  readonly chunks: readonly Chunk[];
  readonly checkpoints: readonly Checkpoint[];
}

/** Storage is full; nothing that was stored is lost, and what failed to be written was not half-written. */
export class QuotaError extends Error {
  override readonly name = 'QuotaError';
}

export interface JobStore {
  /** Creates or replaces the record; its chunks stay. */
  putRun(run: RunRecord): Promise<void>;
  getRun(id: string): Promise<RunRecord | null>;
  /** Changes the record as it stands, in one transaction; null, with nothing written, where there is none (any more). */
  updateRun(id: string, change: (run: RunRecord) => RunRecord): Promise<RunRecord | null>;
  listRuns(): Promise<readonly RunRecord[]>;
  /** Removes the record with its chunks and checkpoints. */
  deleteRun(id: string): Promise<void>;
  /** One transaction; throws QuotaError when storage is full. */
  append(runId: string, progress: Progress): Promise<void>;
  /** Forgets a task's chunks and checkpoint (it restarts on another engine). */
  clearTask(runId: string, taskKey: string): Promise<void>;
  chunks(runId: string): Promise<readonly Chunk[]>;
  checkpoints(runId: string): Promise<readonly Checkpoint[]>;
}

export type { Manifest, RunRecord };
