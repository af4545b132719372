// One thread's worth of the CPU engine, in this thread or another.
import type { Advance, Checkpoint, Task } from './types.ts';

/** Holds at most one batch at a time. */
export interface Lane {
  prepare(tasks: readonly Task[], checkpoints: readonly Checkpoint[]): Promise<void>;
  /** One step of about `gradients` gradient evaluations over the batch; at least one transition. */
  advance(gradients: number): Promise<readonly Advance[]>;
  dispose(): Promise<void>;
}

/** A lane somewhere else. `terminate` kills its thread: calls then pending never settle. */
export interface LaneHandle {
  readonly lane: Lane;
  terminate(): void;
}
