// Where each task of a run stands: what is done, what may start, what a resume picks up.
import { tuningOf } from '../engine/cpu/tune-stepper.ts';
import {
  isTuning,
  type Advance,
  type BeliefTask,
  type Checkpoint,
  type Chunk,
  type EngineKind,
  type Task,
  type Tuning,
} from '../engine/types.ts';
import type { TaskState } from './run.ts';

export interface Ledger {
  states(): readonly TaskState[];
  /** Tasks that can start now, in plan order, with the tuning or the parameters filled in that they waited for. */
  ready(): readonly Task[];
  start(keys: readonly string[], engine: EngineKind): void;
  take(news: readonly Advance[]): void;
  /** Puts tasks back in line, from their last checkpoint or from nothing. */
  release(keys: readonly string[], fromNothing: boolean): void;
  checkpoint(key: string): Checkpoint | null;
  /** Whether chunks of an unfinished task are stored that it cannot go on from: it starts again without them. */
  orphaned(key: string): boolean;
  readonly finished: boolean;
}

interface Entry {
  state: TaskState;
  running: boolean;
  checkpoint: Checkpoint | null;
  orphaned: boolean;
}

/** Iterations of a task, as its advances will count them. */
function iterationsOf(task: Task): number {
  if (isTuning(task)) return task.sampler.warmup;
  if ('count' in task) return task.count;
  const { sampler, tuneKey } = task;
  return (tuneKey ? 0 : sampler.warmup) + sampler.draws * sampler.thin;
}

/** Rows that a finished task's chunks hold. */
const rowsOf = (task: Task): number =>
  isTuning(task) ? 1 : task.kind === 'chain' ? task.sampler.draws : task.count;

/** Rows in chunks that follow one another from the first on; null where rows are missing or there twice. */
function keptRows(chunks: readonly Chunk[]): number | null {
  let next = 0;
  for (const { first, count } of [...chunks].sort((a, b) => a.first - b.first)) {
    if (first !== next) return null;
    next += count;
  }
  return next;
}

/** Chunks go with the checkpoint after them: without it, or not in line, they would be there twice. */
function entryOf(task: Task, chunks: readonly Chunk[], saved: Checkpoint | null): Entry {
  const kept = keptRows(chunks);
  const done = kept !== null && kept >= rowsOf(task);
  const orphaned = !done && chunks.length > 0 && (kept === null || saved === null);
  const checkpoint = orphaned ? null : saved;
  const iterations = iterationsOf(task);
  const iteration = done ? iterations : (checkpoint?.iteration ?? 0);
  const engine = checkpoint?.engine ?? null;
  return {
    state: { key: task.key, iteration, iterations, done, failure: null, engine },
    running: false,
    checkpoint,
    orphaned,
  };
}

const groupByTask = (chunks: readonly Chunk[]): Map<string, Chunk[]> => {
  const groups = new Map<string, Chunk[]>();
  for (const chunk of chunks) groups.set(chunk.taskKey, [...(groups.get(chunk.taskKey) ?? []), chunk]);
  return groups;
};

/** Starts from what a store holds of the run: nothing for a new one. */
export function ledger(
  tasks: readonly Task[],
  stored: readonly Chunk[],
  saved: readonly Checkpoint[],
): Ledger {
  const chunks = groupByTask(stored);
  const tunings = new Map<string, Tuning>();
  const thetas = new Map<string, Float64Array>();
  const entries = new Map(
    tasks.map((task) => {
      const checkpoint = saved.find(({ taskKey }) => taskKey === task.key) ?? null;
      return [task.key, entryOf(task, chunks.get(task.key) ?? [], checkpoint)];
    }),
  );
  for (const task of tasks)
    if (isTuning(task) && chunks.has(task.key)) tunings.set(task.key, tuningOf(chunks.get(task.key)![0]));
  for (const chunk of stored) noteTheta(chunk);

  const entry = (key: string): Entry => {
    const found = entries.get(key);
    if (!found) throw new Error(`no task ${key} in this run`);
    return found;
  };

  function noteTheta({ taskKey, columns }: Chunk): void {
    if (columns.theta) thetas.set(taskKey, columns.theta);
  }

  /** A belief task with its fit's parameters; null while it waits for them. */
  function withTheta(task: BeliefTask, fitKey: string): Task | null {
    const theta = thetas.get(fitKey);
    if (theta) return { ...task, theta };
    const { failure } = entry(fitKey).state;
    if (failure !== null) fail(task.key, `its fit failed: ${failure}`);
    return null;
  }

  function startable(task: Task): Task | null {
    const { state, running } = entry(task.key);
    if (running || state.done) return null;
    if (task.kind === 'beliefs' && task.fitKey !== null) return withTheta(task, task.fitKey);
    if (!('tuneKey' in task) || task.tuneKey === null) return task;
    const tuning = tunings.get(task.tuneKey);
    if (tuning) return { ...task, tuning };
    const { failure } = entry(task.tuneKey).state;
    if (failure !== null) fail(task.key, `its warmup failed: ${failure}`);
    return null;
  }

  function fail(key: string, failure: string): void {
    const found = entry(key);
    found.state = { ...found.state, done: true, failure };
  }

  function takeOne({ taskKey, chunk, checkpoint, iteration, iterations, done, failure }: Advance): void {
    const found = entry(taskKey);
    if (failure !== null) fail(taskKey, failure);
    else found.state = { ...found.state, iteration, iterations, done };
    found.checkpoint = checkpoint;
    if (done) found.running = false;
    if (chunk?.columns.step_size && chunk.columns.basis) tunings.set(taskKey, tuningOf(chunk));
    if (chunk) noteTheta(chunk);
  }

  return {
    states: () => [...entries.values()].map(({ state }) => state),
    ready: () => tasks.map(startable).filter((task) => task !== null),
    start(keys, engine) {
      for (const key of keys) {
        const found = entry(key);
        found.running = true;
        found.state = { ...found.state, engine };
      }
    },
    take: (news) => news.forEach(takeOne),
    release(keys, fromNothing) {
      for (const key of keys) {
        const found = entry(key);
        found.running = false;
        if (!fromNothing) continue;
        found.checkpoint = null;
        found.orphaned = false;
        found.state = { ...found.state, iteration: 0, engine: null };
      }
    },
    checkpoint: (key) => entry(key).checkpoint,
    orphaned: (key) => entry(key).orphaned,
    get finished() {
      return [...entries.values()].every(({ state }) => state.done);
    },
  };
}
