// Small tasks, lanes in this thread and a clock that stands still unless told.
import type { Clock } from '../../../../src/engine/clock.ts';
import { cpuLane } from '../../../../src/engine/cpu/lane.ts';
import type { Lane, LaneHandle } from '../../../../src/engine/lane.ts';
import type {
  Advance,
  ChainTask,
  Checkpoint,
  Chunk,
  Engine,
  ModelInstance,
  SamplerName,
  SamplerSettings,
  Task,
  TuneTask,
  Tuning,
} from '../../../../src/engine/types.ts';
import { tuningOf } from '../../../../src/engine/cpu/tune-stepper.ts';
import { dataOf, modelOf, readFixture, type DensityFixture } from '../../../support/seu.ts';

const fixture = readFixture<DensityFixture>('logdensity_m_0_small_K3.json');
export const instance: ModelInstance = {
  family: 'seu',
  model: modelOf('m_0', fixture.data),
  data: dataOf(fixture.data),
};

/** An instance whose density is NaN everywhere. */
export const brokenInstance: ModelInstance = {
  ...instance,
  data: { ...instance.data, features: instance.data.features.map(() => NaN) },
};

export const sampler = (name: SamplerName, parts: Partial<SamplerSettings> = {}): SamplerSettings => ({
  name,
  chains: 2,
  warmup: 24,
  draws: 12,
  thin: 2,
  targetAcceptance: 0.8,
  maxDepth: 6,
  ...parts,
});

export const nutsTask = (chain = 0, parts: Partial<ChainTask> = {}): ChainTask => ({
  kind: 'chain',
  key: `c000/k00${chain}`,
  stream: { seed: 7, task: 0, chain },
  instance,
  sampler: sampler('nuts'),
  tuneKey: null,
  tuning: null,
  ...parts,
});

export const tuneTask = (parts: Partial<TuneTask> = {}): TuneTask => ({
  kind: 'tune',
  key: 'c000/tune',
  stream: { seed: 7, task: 0, chain: 0 },
  instance,
  sampler: sampler('hmc'),
  ...parts,
});

export const hmcTask = (chain: number, tuning: Tuning | null): ChainTask =>
  nutsTask(chain, { sampler: sampler('hmc'), tuneKey: 'c000/tune', tuning });

/** A task's whole output as one chunk of joined columns. */
export function joinChunks(chunks: readonly Chunk[]): Chunk {
  const sorted = [...chunks].sort((a, b) => a.first - b.first);
  const names = Object.keys(sorted[0].columns);
  sorted.reduce((next, { first, count }) => {
    if (first !== next) throw new Error(`a chunk begins at ${first}; needed ${next}`);
    return next + count;
  }, 0);
  const last = sorted[sorted.length - 1];
  return {
    ...last,
    first: 0,
    count: sorted.reduce((sum, { count }) => sum + count, 0),
    columns: Object.fromEntries(
      names.map((name) => [name, Float64Array.from(sorted.flatMap(({ columns }) => [...columns[name]]))]),
    ),
  };
}

/** The task run in one go. */
export async function undisturbed(task: Task): Promise<Chunk> {
  const lane = cpuLane();
  await lane.prepare([task], []);
  const [{ chunk, done, failure }] = await lane.advance(1e9);
  if (!chunk || !done || failure !== null) throw new Error(`${task.key} did not finish: ${failure}`);
  return chunk;
}

export const tuned = async (): Promise<Tuning> => tuningOf(await undisturbed(tuneTask()));

/** Advances a batch on an engine to its end. */
export async function runOn(
  engine: Engine,
  tasks: readonly Task[],
  checkpoints: ReadonlyMap<string, Checkpoint> = new Map(),
): Promise<readonly Advance[]> {
  const run = await engine.prepare(tasks, checkpoints);
  const all: Advance[] = [];
  const open = new Set(tasks.map(({ key }) => key));
  while (open.size > 0) {
    const news = await run.advance();
    for (const { taskKey, done } of news) if (done) open.delete(taskKey);
    all.push(...news);
  }
  run.dispose();
  return all;
}

export const chunksOf = (news: readonly Advance[]): readonly Chunk[] =>
  news.flatMap(({ chunk }) => (chunk ? [chunk] : []));

export interface FakeClock extends Clock {
  tick(milliseconds: number): void;
  /** Actions that wait. */
  readonly waiting: number;
}

export function fakeClock(): FakeClock {
  let now = 0;
  let alarms: { at: number; action: () => void }[] = [];
  return {
    now: () => now,
    after(milliseconds, action) {
      const alarm = { at: now + milliseconds, action };
      alarms.push(alarm);
      return () => void (alarms = alarms.filter((other) => other !== alarm));
    },
    tick(milliseconds) {
      now += milliseconds;
      const due = alarms.filter(({ at }) => at <= now);
      alarms = alarms.filter(({ at }) => at > now);
      for (const { action } of due) action();
    },
    get waiting() {
      return alarms.length;
    },
  };
}

/** Lets everything that can settle do so. */
export const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

export interface Spawned extends LaneHandle {
  readonly terminated: boolean;
}

/** Spawns lanes in this thread; `meddle` may replace a lane (counted from 0) by one that misbehaves. */
export function lanesInThread(meddle: (lane: Lane, index: number) => Lane = (lane) => lane) {
  const spawned: Spawned[] = [];
  const spawn = (): LaneHandle => {
    let terminated = false;
    const handle: Spawned = {
      lane: meddle(cpuLane(), spawned.length),
      terminate: () => void (terminated = true),
      get terminated() {
        return terminated;
      },
    };
    spawned.push(handle);
    return handle;
  };
  return { spawn, spawned };
}

/** A lane whose `advance` calls from the given one on never settle. */
export function hangingLane(lane: Lane, from: number): Lane {
  let calls = 0;
  return {
    ...lane,
    advance: (gradients) => (calls++ < from ? lane.advance(gradients) : new Promise(() => undefined)),
  };
}
