// Replicates one after another: each simulated, its chains run to their end, and folded to a row.
import { rowBuffer } from '../replicates/buffer.ts';
import { failedRow, replicateJobs, type ReplicateJob } from '../replicates/row.ts';
import type { Advance, Checkpoint, Chunk, ReplicatesTask } from '../types.ts';
import { chainStepper } from './chain-stepper.ts';
import type { Stepper } from './stepper.ts';

/** A replicate under way. */
interface Current {
  readonly job: ReplicateJob;
  readonly chunks: Chunk[][];
  stepper: Stepper;
}

/** A checkpoint stands after a whole replicate; one under way starts again. */
export function replicatesStepper(task: ReplicatesTask, checkpoint: Checkpoint | null): Stepper {
  const jobOf = replicateJobs(task);
  const rows = rowBuffer(checkpoint?.iteration ?? 0);
  let gradients = (checkpoint?.state.gradients as Float64Array | undefined)?.[0] ?? 0;
  let current: Current | null = null;

  const begin = (): Current => {
    const job = jobOf(task.first + rows.count);
    return { job, chunks: [], stepper: chainStepper(job.chains[0], null) };
  };

  /** Takes in the finished chain; the next one, or the row when there is none. */
  function closeChain(now: Current): void {
    const { chunk } = now.stepper.report();
    now.chunks.push(chunk ? [chunk] : []);
    const next = now.job.chains[now.chunks.length];
    if (next) {
      now.stepper = chainStepper(next, null);
      return;
    }
    const row = now.job.fold(now.chunks);
    gradients += row.facts.gradients;
    rows.add(row);
    current = null;
  }

  function step(): number {
    try {
      current ??= begin();
      const spent = current.stepper.step();
      if (current.stepper.done) closeChain(current);
      return spent;
    } catch {
      rows.add(failedRow(task, task.first + rows.count));
      current = null;
      return 1;
    }
  }

  function report(): Advance {
    const iteration = rows.count;
    return {
      taskKey: task.key,
      chunk: rows.take(task.key, gradients),
      checkpoint: {
        taskKey: task.key,
        engine: 'cpu',
        iteration,
        state: { gradients: Float64Array.of(gradients) },
      },
      iteration,
      iterations: task.count,
      done: iteration >= task.count,
      failure: null,
    };
  }

  return {
    get done() {
      return rows.count >= task.count;
    },
    step,
    report,
  };
}
