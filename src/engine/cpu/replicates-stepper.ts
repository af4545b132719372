// Replicates one after another: each simulated, its chains run to their end, and folded to a row.
import { replicateJobs, type ReplicateJob } from '../replicates/jobs.ts';
import { rowTally } from '../replicates/tally.ts';
import type { Checkpoint, Chunk, ReplicatesTask } from '../types.ts';
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
  const jobs = replicateJobs(task);
  const tally = rowTally(task, 'cpu', checkpoint);
  let current: Current | null = null;
  const index = (): number => task.first + tally.count;

  const begin = (): Current => {
    const job = jobs.begin(index());
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
    tally.add(index(), now.job.fold(now.chunks));
    current = null;
  }

  function step(): number {
    try {
      current ??= begin();
      const spent = current.stepper.step();
      if (current.stepper.done) closeChain(current);
      return spent;
    } catch (error) {
      tally.add(index(), jobs.failed(index(), error));
      current = null;
      return 1;
    }
  }

  return {
    get done() {
      return tally.done;
    },
    step,
    report: () => tally.report(),
  };
}
