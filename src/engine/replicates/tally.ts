// What an engine reports of one task's replicates: rows in order, with a checkpoint after the last of them.
import type { Advance, Checkpoint, EngineKind, ReplicatesTask } from '../types.ts';
import { rowBuffer } from './buffer.ts';
import type { ReplicateRow } from './row.ts';

export interface Tally {
  /** Rows in order so far, reported or not. */
  readonly count: number;
  readonly done: boolean;
  /** Whether there are rows, or the end, to report. */
  readonly hasNews: boolean;
  /** Takes the row of replicate `index` (absolute); one that comes early waits for those before it. */
  add(index: number, row: ReplicateRow): void;
  report(): Advance;
}

/** A checkpoint stands after whole replicates: one under way, or early, starts again. */
export function rowTally(task: ReplicatesTask, engine: EngineKind, checkpoint: Checkpoint | null): Tally {
  const rows = rowBuffer(checkpoint?.iteration ?? 0);
  const early = new Map<number, ReplicateRow>();
  let gradients = (checkpoint?.state.gradients as Float64Array | undefined)?.[0] ?? 0;
  let ended = false;
  const isDone = (): boolean => rows.count >= task.count;

  function add(index: number, row: ReplicateRow): void {
    early.set(index, row);
    for (let next = task.first + rows.count; ; next++) {
      const ready = early.get(next);
      if (ready === undefined) return;
      early.delete(next);
      gradients += ready.facts.gradients;
      rows.add(ready);
    }
  }

  function report(): Advance {
    const iteration = rows.count;
    ended = isDone();
    return {
      taskKey: task.key,
      chunk: rows.take(task.key, gradients),
      checkpoint: { taskKey: task.key, engine, iteration, state: { gradients: Float64Array.of(gradients) } },
      iteration,
      iterations: task.count,
      done: ended,
      failure: null,
    };
  }

  return {
    get count() {
      return rows.count;
    },
    get done() {
      return isDone();
    },
    get hasNews() {
      return !ended && (rows.waiting > 0 || isDone());
    },
    add,
    report,
  };
}
