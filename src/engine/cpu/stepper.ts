// What the CPU engine does with one task: whole transitions, one at a time, between checkpoints.
import type { Advance } from '../types.ts';

export interface Stepper {
  readonly done: boolean;
  /** One transition of the task; returns the gradients spent. */
  step(): number;
  /** News since the last report, with the checkpoint that stands after it. */
  report(): Advance;
}
