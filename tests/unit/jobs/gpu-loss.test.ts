import { describe, expect, it } from 'vitest';
import { cpuLane } from '../../../src/engine/cpu/lane.ts';
import type { Advance, Checkpoint, Engine, Task } from '../../../src/engine/types.ts';
import { memoryStore } from '../../../src/jobs/memory-store.ts';
import { nutsTask, sampler, breath, fakeClock } from '../engine/cpu/tasks.ts';
import { cpuEngine, drawsByTask, expectedDraws, hmcTasks, job, movingClock, nutsTasks } from './jobs.ts';

interface FakeGpu extends Engine {
  readonly prepared: string[];
  lose(reason: string): void;
}

interface Fault {
  /** Steps done before the next one rejects. */
  readonly after: number;
  /** Whether the loss is told before the step rejects, after it, or never (a mere error). */
  readonly told: 'before' | 'after' | 'never';
}

/** Chains as a CPU lane runs them, with other random numbers and its own checkpoints, until it is lost. */
function fakeGpu(fault: Fault | null, refuses: Engine['refuses'] = () => null): FakeGpu {
  let steps = 0;
  let lose: (reason: string) => void = () => undefined;
  const lost = new Promise<string>((resolve) => (lose = resolve));
  const prepared: string[] = [];
  const relabel = ({ checkpoint, ...news }: Advance): Advance => ({
    ...news,
    checkpoint: { ...checkpoint, engine: 'gpu' },
  });
  const other = (task: Task): Task => ({ ...task, stream: { ...task.stream, seed: 999 } });

  async function breakDown({ told }: Fault): Promise<never> {
    if (told === 'before') lose('the driver crashed.');
    if (told === 'after') setTimeout(() => lose('the driver crashed.'), 5);
    throw new Error('a buffer is no longer valid');
  }

  return {
    description: { kind: 'gpu', label: 'GPU · fake', fallbackAdapter: false, lanes: 32, selfTest: 'passed' },
    parallelRuns: 1,
    batchSize: 64,
    lost,
    refuses,
    prepared,
    lose,
    async prepare(tasks, checkpoints) {
      const lane = cpuLane();
      prepared.push(...tasks.map(({ key }) => key));
      await lane.prepare(tasks.map(other), [...checkpoints.values()]);
      return {
        async advance() {
          if (fault && steps++ >= fault.after) return breakDown(fault);
          return (await lane.advance(3000)).map(relabel);
        },
        dispose: () => undefined,
      };
    },
    dispose: () => undefined,
  };
}

/** Ends within the first step of the fake device. */
const short = nutsTask(3, { sampler: sampler('nuts', { draws: 4, thin: 1 }) });
const tasks: readonly Task[] = [...nutsTasks, short];

describe('a GPU lost on the way', () => {
  it.each(['before', 'after'] as const)(
    'leaves unfinished chains to the CPU, from nothing, and finished ones as they are: loss told %s the failed step',
    async (told) => {
      const store = memoryStore();
      const gpu = fakeGpu({ after: 2, told });
      const clock = movingClock();
      const outcome = await job(tasks, { gpu, store, cpu: cpuEngine(2, clock), clock });
      expect(outcome.finished).toBe(true);
      expect(outcome.warnings).toEqual([
        'The GPU was lost: the driver crashed. Unfinished chains started again on the CPU; finished ones stay.',
      ]);
      expect(outcome.states.map(({ engine }) => engine)).toEqual(['cpu', 'cpu', 'cpu', 'gpu']);
      const draws = drawsByTask(await store.chunks('run'));
      const onCpu = await expectedDraws(tasks);
      for (const { key } of nutsTasks) expect(draws.get(key)).toEqual(onCpu.get(key));
      expect(draws.get(short.key)!.count).toBe(4);
      expect(draws.get(short.key)).not.toEqual(onCpu.get(short.key));
    },
  );

  it('before any step leaves everything to the CPU', async () => {
    const store = memoryStore();
    const gpu = fakeGpu({ after: 0, told: 'before' });
    await job(tasks, { gpu, store });
    expect(drawsByTask(await store.chunks('run'))).toEqual(await expectedDraws(tasks));
  });

  it('between sessions restarts the chains that had begun there', async () => {
    const store = memoryStore();
    const controller = new AbortController();
    const stop = { signal: controller.signal, onProgress: () => controller.abort() };
    const first = await job(tasks, { gpu: fakeGpu(null), store, ...stop });
    expect(first.states.map(({ engine }) => engine)).toEqual(['gpu', 'gpu', 'gpu', 'gpu']);
    expect((await store.checkpoints('run')).every(({ engine }) => engine === 'gpu')).toBe(true);
    const { finished, states, warnings } = await job(tasks, { store });
    expect(finished).toBe(true);
    expect(states.map(({ engine }) => engine)).toEqual(['cpu', 'cpu', 'cpu', 'gpu']);
    expect(warnings.join()).toBe('Unfinished chains that began on the GPU started again on the CPU.');
    const draws = drawsByTask(await store.chunks('run'));
    const onCpu = await expectedDraws(nutsTasks);
    for (const { key } of nutsTasks) expect(draws.get(key)).toEqual(onCpu.get(key));
  });

  it('restarts also chains from an earlier session that were still waiting for their batch', async () => {
    const store = memoryStore();
    const controller = new AbortController();
    const stop = { signal: controller.signal, onProgress: () => controller.abort() };
    await job(tasks, { gpu: fakeGpu(null), store, ...stop });
    const narrow = { ...fakeGpu({ after: 0, told: 'before' }), batchSize: 1 };
    const outcome = await job(tasks, { gpu: narrow, store });
    expect(outcome.states.map(({ engine, failure }) => [engine, failure])).toEqual([
      ['cpu', null],
      ['cpu', null],
      ['cpu', null],
      ['gpu', null],
    ]);
    const draws = drawsByTask(await store.chunks('run'));
    const onCpu = await expectedDraws(nutsTasks);
    for (const { key } of nutsTasks) expect(draws.get(key)).toEqual(onCpu.get(key));
  });
});

describe('a GPU that errs without being lost', () => {
  it('ends the job with the error', async () => {
    const clock = fakeClock();
    const work = job(tasks, { gpu: fakeGpu({ after: 1, told: 'never' }), clock });
    const ended = expect(work).rejects.toThrow('a buffer is no longer valid');
    for (let i = 0; i < 10; i++) {
      await breath();
      clock.tick(1000);
    }
    await ended;
  });
});

describe('placement', () => {
  it('runs pooled warmup on the CPU and its chains on the GPU', async () => {
    const gpu = fakeGpu(null);
    const { states } = await job(hmcTasks, { gpu });
    expect(states.map(({ engine }) => engine)).toEqual(['cpu', 'gpu', 'gpu', 'gpu']);
    expect([...gpu.prepared].sort()).toEqual(hmcTasks.slice(1).map(({ key }) => key));
  });

  it('runs on the CPU what the GPU refuses, and says why', async () => {
    const gpu = fakeGpu(null, ({ key }) => (key === short.key ? 'needs 32 kB of workgroup memory' : null));
    const { states, warnings } = await job(tasks, { gpu });
    expect(states.map(({ engine }) => engine)).toEqual(['gpu', 'gpu', 'gpu', 'cpu']);
    expect(warnings).toEqual(['c000/k003 runs on the CPU: needs 32 kB of workgroup memory']);
  });

  it('leaves on the CPU what began there', async () => {
    const store = memoryStore();
    const controller = new AbortController();
    await job(nutsTasks, { store, signal: controller.signal, onProgress: () => controller.abort() });
    const begun = (await store.checkpoints('run')).map(({ taskKey }: Checkpoint) => taskKey);
    const gpu = fakeGpu(null);
    const { states } = await job(nutsTasks, { store, gpu });
    expect(begun.length).toBeGreaterThan(0);
    for (const { key, engine } of states) expect(engine).toBe(begun.includes(key) ? 'cpu' : 'gpu');
    expect(gpu.prepared).toEqual(nutsTasks.map(({ key }) => key).filter((key) => !begun.includes(key)));
  });
});
