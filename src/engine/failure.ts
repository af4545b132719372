// How a failed task is told: a row with its message, done, at the checkpoint it had.
import type { Advance, Checkpoint, EngineKind, Task } from './types.ts';

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const failedTask = (
  { key }: Task,
  engine: EngineKind,
  checkpoint: Checkpoint | null,
  error: unknown,
): Advance => ({
  taskKey: key,
  chunk: null,
  checkpoint: checkpoint ?? { taskKey: key, engine, iteration: 0, state: {} },
  iteration: checkpoint?.iteration ?? 0,
  iterations: 0,
  done: true,
  failure: messageOf(error),
});
