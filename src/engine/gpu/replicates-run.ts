// Replicates on the GPU: the chains of many at once, each replicate folded on this side when its chains are done.
import { rowBuffer, type RowBuffer } from '../replicates/buffer.ts';
import { failedRow, replicateJobs, type ReplicateJob, type ReplicateRow } from '../replicates/row.ts';
import type { Advance, ChainTask, Checkpoint, Chunk, ReplicatesTask, Run } from '../types.ts';

/** Bytes of draws that may wait for their replicates to be done. */
const MEMORY = 256 * 2 ** 20;

interface TaskState {
  readonly task: ReplicatesTask;
  readonly jobOf: (index: number) => ReplicateJob;
  readonly rows: RowBuffer;
  /** Finished rows ahead of the first that is not, by absolute index. */
  readonly early: Map<number, ReplicateRow>;
  gradients: number;
}

/** A replicate whose chains are on the device. */
interface InFlight {
  readonly state: TaskState;
  readonly index: number;
  readonly job: ReplicateJob;
  readonly chunks: ReadonlyMap<string, Chunk[]>;
  waiting: number;
  failed: boolean;
}

export type OpenChains = (tasks: readonly ChainTask[]) => Promise<Run>;

const stateOf = (task: ReplicatesTask, checkpoint: Checkpoint | undefined): TaskState => ({
  task,
  jobOf: replicateJobs(task),
  rows: rowBuffer(checkpoint?.iteration ?? 0),
  early: new Map(),
  gradients: (checkpoint?.state.gradients as Float64Array | undefined)?.[0] ?? 0,
});

/** Replicates of all tasks that are not done, in order. */
function* waitingOf(states: readonly TaskState[]): Generator<{ state: TaskState; index: number }> {
  for (const state of states)
    for (let i = state.rows.count; i < state.task.count; i++) yield { state, index: state.task.first + i };
}

const bytesOf = ({ sampler }: ReplicatesTask, dimension: number): number =>
  8 * (dimension + 7) * sampler.chains * sampler.draws;

/**
 * Runs at most `capacity` chains at a time. A checkpoint stands after whole replicates; those on the device start
 * again.
 */
export function replicatesRun(
  open: OpenChains,
  tasks: readonly ReplicatesTask[],
  checkpoints: ReadonlyMap<string, Checkpoint>,
  capacity: number,
  dimensionOf: (chain: ChainTask) => number,
): Run {
  const states = tasks.map((task) => stateOf(task, checkpoints.get(task.key)));
  const reported = new Set<string>();
  const waiting = waitingOf(states);
  let inner: Run | null = null;
  let flying = new Map<string, InFlight>();

  function board({ state, index }: { state: TaskState; index: number }): readonly ChainTask[] {
    const job = state.jobOf(index);
    const chunks = new Map(job.chains.map(({ key }) => [key, [] as Chunk[]]));
    const one = { state, index, job, chunks, waiting: job.chains.length, failed: false };
    for (const { key } of job.chains) flying.set(key, one);
    return job.chains;
  }

  /** Chains of the next replicates, as many as fit. */
  function nextChains(): readonly ChainTask[] {
    flying = new Map();
    const chains: ChainTask[] = [];
    let bytes = 0;
    while (chains.length < capacity && bytes < MEMORY) {
      const { value, done } = waiting.next();
      if (done) break;
      const boarded = board(value);
      chains.push(...boarded);
      bytes += bytesOf(value.state.task, dimensionOf(boarded[0]));
    }
    return chains;
  }

  function land({ taskKey, chunk, done, failure }: Advance): void {
    const one = flying.get(taskKey);
    if (!one) return;
    if (chunk) one.chunks.get(taskKey)?.push(chunk);
    if (failure !== null) one.failed = true;
    if (!done) return;
    one.waiting -= 1;
    if (one.waiting === 0) finish(one);
  }

  function finish({ state, index, job, chunks, failed }: InFlight): void {
    const row = failed
      ? failedRow(state.task, index)
      : job.fold(job.chains.map(({ key }) => chunks.get(key) ?? []));
    state.early.set(index, row);
    for (let next = state.task.first + state.rows.count; state.early.has(next); next++) {
      const ready = state.early.get(next)!;
      state.early.delete(next);
      state.gradients += ready.facts.gradients;
      state.rows.add(ready);
    }
  }

  function newsOf({ task, rows, gradients }: TaskState): Advance {
    const iteration = rows.count;
    const done = iteration >= task.count;
    if (done) reported.add(task.key);
    return {
      taskKey: task.key,
      chunk: rows.take(task.key, gradients),
      checkpoint: {
        taskKey: task.key,
        engine: 'gpu',
        iteration,
        state: { gradients: Float64Array.of(gradients) },
      },
      iteration,
      iterations: task.count,
      done,
      failure: null,
    };
  }

  async function step(): Promise<void> {
    if (inner === null) {
      const chains = nextChains();
      if (chains.length === 0) return;
      inner = await open(chains);
    }
    for (const item of await inner.advance()) land(item);
    if ([...flying.values()].some(({ waiting: left }) => left > 0)) return;
    inner.dispose();
    inner = null;
  }

  return {
    async advance() {
      await step();
      return states.filter(({ task }) => !reported.has(task.key)).map(newsOf);
    },
    dispose() {
      inner?.dispose();
      inner = null;
    },
  };
}
