// Messages between the command and its lane threads.
import type { Advance, Checkpoint, Task } from '../engine/types.ts';

export type LaneRequest =
  | {
      readonly id: number;
      readonly call: 'prepare';
      readonly tasks: readonly Task[];
      readonly checkpoints: readonly Checkpoint[];
    }
  | { readonly id: number; readonly call: 'advance'; readonly gradients: number }
  | { readonly id: number; readonly call: 'dispose' };

export type LaneReply =
  | { readonly id: number; readonly ok: true; readonly news: readonly Advance[] }
  | { readonly id: number; readonly ok: false; readonly message: string };
