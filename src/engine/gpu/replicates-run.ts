// Replicates on the GPU: the chains of many at once, each replicate folded on this side when its chains are done.
import { failedTask } from '../failure.ts';
import { samplingModel } from '../models.ts';
import { burnInDraws, replicateJobs, type ReplicateJob, type ReplicateJobs } from '../replicates/jobs.ts';
import type { ReplicateRow } from '../replicates/row.ts';
import { rowTally, type Tally } from '../replicates/tally.ts';
import {
  SAMPLER_STATISTICS,
  type Advance,
  type ChainTask,
  type Checkpoint,
  type Chunk,
  type ReplicatesTask,
  type Run,
} from '../types.ts';

/** What is under way at once: chains on the device, and bytes of draws that wait for their replicates to be done. */
export interface Room {
  readonly chains: number;
  readonly bytes: number;
}

interface TaskState {
  readonly task: ReplicatesTask;
  readonly jobs: ReplicateJobs;
  readonly tally: Tally;
  /** Bytes of one replicate's draws; null before the first is simulated. */
  bytes: number | null;
}

/** A replicate whose chains are on the device, or the next to go there. */
interface InFlight {
  readonly state: TaskState;
  readonly index: number;
  readonly job: ReplicateJob;
  readonly bytes: number;
  readonly chunks: ReadonlyMap<string, Chunk[]>;
  waiting: number;
  failure: string | null;
}

export type OpenChains = (tasks: readonly ChainTask[]) => Promise<Run>;

const stateOf = (task: ReplicatesTask, checkpoint: Checkpoint | null): TaskState => ({
  task,
  jobs: replicateJobs(task),
  tally: rowTally(task, 'gpu', checkpoint),
  bytes: null,
});

/** Replicates of all tasks that are not done, in order. */
function* waitingOf(states: readonly TaskState[]): Generator<{ state: TaskState; index: number }> {
  for (const state of states)
    for (let i = state.tally.count; i < state.task.count; i++) yield { state, index: state.task.first + i };
}

/** Bytes of the draws of a replicate's chains, burn-in included: they are dropped when the row is folded. */
export function drawBytes(task: ReplicatesTask, dimension: number): number {
  const { chains, draws } = task.sampler;
  return 8 * (dimension + SAMPLER_STATISTICS.length) * chains * (burnInDraws(task) + draws);
}

/** Throws where the replicate cannot be simulated. */
function inFlight(state: TaskState, index: number): InFlight {
  const job = state.jobs.begin(index);
  // All replicates of a study have the menus of its design, and so as many coordinates.
  state.bytes ??= drawBytes(state.task, samplingModel(job.chains[0].instance).dimension);
  const chunks = new Map(job.chains.map(({ key }) => [key, [] as Chunk[]]));
  return { state, index, job, bytes: state.bytes, chunks, waiting: chunks.size, failure: null };
}

function rowOf({ state: { jobs }, index, job, chunks, failure }: InFlight): ReplicateRow {
  if (failure !== null) return jobs.failed(index, failure);
  try {
    return job.fold([...chunks.values()]);
  } catch (error) {
    return jobs.failed(index, error);
  }
}

/**
 * Runs at once as many replicates as there is room for, at least one. A replicate of which anything throws is a failed
 * row, a task whose study has no replicates a failed task. A checkpoint stands after whole replicates; those on the
 * device start again.
 */
export function replicatesRun(
  open: OpenChains,
  tasks: readonly ReplicatesTask[],
  checkpoints: ReadonlyMap<string, Checkpoint>,
  room: Room,
): Run {
  const states: TaskState[] = [];
  const failures: Advance[] = [];
  for (const task of tasks) {
    const checkpoint = checkpoints.get(task.key) ?? null;
    try {
      states.push(stateOf(task, checkpoint));
    } catch (error) {
      failures.push(failedTask(task, 'gpu', checkpoint, error));
    }
  }
  const waiting = waitingOf(states);
  const flying = new Map<string, InFlight>();
  /** Simulated, but found no room. */
  let held: InFlight | null = null;
  let inner: Run | null = null;

  /** The next replicate that can be simulated; those that cannot are rows at once. */
  function nextReplicate(): InFlight | null {
    for (;;) {
      const { value, done } = waiting.next();
      if (done) return null;
      const { state, index } = value;
      try {
        return inFlight(state, index);
      } catch (error) {
        state.tally.add(index, state.jobs.failed(index, error));
      }
    }
  }

  /** Takes on the next replicates while there is room; their chains. */
  function board(): readonly ChainTask[] {
    const chains: ChainTask[] = [];
    let bytes = 0;
    for (let next = held ?? nextReplicate(); ; next = nextReplicate()) {
      held = next;
      if (next === null) return chains;
      bytes += next.bytes;
      const full = chains.length + next.job.chains.length > room.chains || bytes > room.bytes;
      if (full && chains.length > 0) return chains;
      for (const { key } of next.job.chains) flying.set(key, next);
      chains.push(...next.job.chains);
    }
  }

  function land({ taskKey, chunk, done, failure }: Advance): void {
    const one = flying.get(taskKey);
    if (!one) return;
    if (chunk) one.chunks.get(taskKey)!.push(chunk);
    one.failure ??= failure;
    if (!done) return;
    flying.delete(taskKey);
    one.waiting -= 1;
    if (one.waiting === 0) one.state.tally.add(one.index, rowOf(one));
  }

  async function step(): Promise<void> {
    if (inner === null) {
      const chains = board();
      if (chains.length === 0) return;
      inner = await open(chains);
    }
    for (const item of await inner.advance()) land(item);
    if (flying.size > 0) return;
    inner.dispose();
    inner = null;
  }

  return {
    async advance() {
      await step();
      const news = states.filter(({ tally }) => tally.hasNews).map(({ tally }) => tally.report());
      return [...failures.splice(0), ...news];
    },
    dispose() {
      inner?.dispose();
      inner = null;
    },
  };
}
