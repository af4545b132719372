// Jobs over lanes in this thread, with a clock that moves on whenever it is read.
import type { Clock } from '../../../src/engine/clock.ts';
import { cpuPool } from '../../../src/engine/cpu/pool.ts';
import { cpuLane } from '../../../src/engine/cpu/lane.ts';
import type { Chunk, Engine, Task } from '../../../src/engine/types.ts';
import { memoryStore } from '../../../src/jobs/memory-store.ts';
import { runJob, type JobOptions, type JobOutcome } from '../../../src/jobs/runner.ts';
import { hmcTask, joinChunks, nutsTask, sampler, tuneTask, undisturbed } from '../engine/cpu/tasks.ts';
import { tuningOf } from '../../../src/engine/cpu/tune-stepper.ts';

/** Every reading is 400 ms after the one before, so that steps are short and writes many; alarms never ring. */
export function movingClock(): Clock {
  let now = 0;
  return { now: () => (now += 400), after: () => () => undefined };
}

export const cpuEngine = (size: number, clock: Clock = movingClock()): Engine =>
  cpuPool({ size, clock, spawn: () => ({ lane: cpuLane(), terminate: () => undefined }) });

const long = { draws: 900, thin: 1 };

/** Three nuts chains of several steps each. */
export const nutsTasks: readonly Task[] = [0, 1, 2].map((chain) =>
  nutsTask(chain, { sampler: sampler('nuts', long) }),
);

/** A pooled warmup and the three chains that wait for it. */
export const hmcTasks: readonly Task[] = [
  tuneTask(),
  ...[0, 1, 2].map((chain) => ({ ...hmcTask(chain, null), sampler: sampler('hmc', long) })),
];

export interface Overrides extends Partial<JobOptions> {
  readonly lanes?: number;
}

export function job(tasks: readonly Task[], overrides: Overrides = {}): Promise<JobOutcome> {
  const clock = overrides.clock ?? movingClock();
  return runJob({
    runId: 'run',
    tasks,
    cpu: cpuEngine(overrides.lanes ?? 2, clock),
    gpu: null,
    store: memoryStore(),
    clock,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...overrides,
  });
}

/** Every task's draws, joined; fails where chunks overlap or leave a gap. */
export const drawsByTask = (chunks: readonly Chunk[]): ReadonlyMap<string, Chunk> => {
  const keys = [...new Set(chunks.map(({ taskKey }) => taskKey))].sort();
  return new Map(keys.map((key) => [key, joinChunks(chunks.filter(({ taskKey }) => taskKey === key))]));
};

/** What each task gives when it runs alone and whole. */
export async function expectedDraws(tasks: readonly Task[]): Promise<ReadonlyMap<string, Chunk>> {
  const tune = tasks.find(({ kind }) => kind === 'tune');
  const tuning = tune ? tuningOf(await undisturbed(tune)) : null;
  const whole = await Promise.all(
    tasks.map((task) => undisturbed(task.kind === 'chain' ? { ...task, tuning } : task)),
  );
  return new Map(whole.map((chunk) => [chunk.taskKey, chunk] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
}
