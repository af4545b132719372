// Draws that no checkpoint follows, as a bundle of a paused run leaves them: each is there once in the end.
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/engine/clock.ts';
import type { Chunk, Task } from '../../../src/engine/types.ts';
import { memoryStore } from '../../../src/jobs/memory-store.ts';
import type { JobStore } from '../../../src/jobs/store.ts';
import { nutsTask, sampler } from '../engine/cpu/tasks.ts';
import { drawsByTask, expectedDraws, hmcTasks, job, nutsTasks } from './jobs.ts';

/** No step seems to take time, so that steps grow and chunks are cut elsewhere than by the moving clock. */
const quickClock: Clock = { now: () => 0, after: () => () => undefined };

/** What a run held that was stopped at its n-th news. */
async function stoppedAt(tasks: readonly Task[], news: number): Promise<JobStore> {
  const store = memoryStore();
  const controller = new AbortController();
  let count = 0;
  const onProgress = () => void (++count === news && controller.abort());
  await job(tasks, { store, signal: controller.signal, onProgress });
  return store;
}

/** A store with these chunks alone. */
async function holding(chunks: readonly Chunk[]): Promise<JobStore> {
  const store = memoryStore();
  await store.append('run', { chunks, checkpoints: [] });
  return store;
}

/** Draws `first … first + count − 1` of a whole task. */
function cut(whole: Chunk, first: number, count: number): Chunk {
  const columns = Object.entries(whole.columns).map(([name, values]) => {
    const width = values.length / whole.count;
    return [name, values.slice(first * width, (first + count) * width)] as const;
  });
  return { ...whole, first, count, columns: Object.fromEntries(columns) };
}

const twoLong = nutsTasks.slice(0, 2);
const short = nutsTask(2, { sampler: sampler('nuts', { draws: 4, thin: 1 }) });

describe.each([
  ['nuts', [...twoLong, short]],
  ['hmc', hmcTasks],
] as const)('%s draws without checkpoints', (_, tasks) => {
  it.each([4, 6])('stopped at news %i are there once when their run has gone on', async (news) => {
    const chunks = await (await stoppedAt(tasks, news)).chunks('run');
    expect(chunks.some(({ columns }) => 'position' in columns)).toBe(true);
    const store = await holding(chunks);
    const outcome = await job(tasks, { store, clock: quickClock });
    expect(outcome).toMatchObject({ finished: true, warnings: [] });
    expect(drawsByTask(await store.chunks('run'))).toEqual(await expectedDraws(tasks));
  });
});

describe('a run whose draws lack checkpoints', () => {
  it('counts from the start what it does again, and as done what is whole', async () => {
    const whole = [...(await expectedDraws([short])).values()];
    const long = (await expectedDraws(twoLong)).get(nutsTasks[0].key)!;
    const store = await holding([...whole, cut(long, 0, 10), cut(long, 10, 10)]);
    const begun: (readonly [number, boolean])[] = [];
    await job([...twoLong, short], {
      store,
      onBegin: (states) => begun.push(...states.map(({ iteration, done }) => [iteration, done] as const)),
    });
    expect(begun).toEqual([
      [0, false],
      [0, false],
      [28, true],
    ]);
    expect(drawsByTask(await store.chunks('run'))).toEqual(await expectedDraws([...twoLong, short]));
  });

  it('keeps them until a task starts', async () => {
    const chunks = await (await stoppedAt(twoLong, 4)).chunks('run');
    const store = await holding(chunks);
    await job(twoLong, { store, signal: AbortSignal.abort() });
    expect(await store.chunks('run')).toEqual(chunks);
  });

  it.each(['overlap', 'leave a gap'])(
    'starts a task again whose chunks %s, checkpoint or not',
    async (fault) => {
      const store = await stoppedAt(twoLong, 6);
      const [first] = (await store.chunks('run')).filter(({ taskKey }) => taskKey === twoLong[0].key);
      const shifted = { ...first, first: fault === 'overlap' ? 1 : 5000 };
      await store.append('run', { chunks: [shifted], checkpoints: [] });
      await job(twoLong, { store });
      expect(drawsByTask(await store.chunks('run'))).toEqual(await expectedDraws(twoLong));
    },
  );

  it('is not done because draws that are there twice add up', async () => {
    const whole = (await expectedDraws([short])).get(short.key)!;
    const store = await holding([cut(whole, 0, 2), cut(whole, 1, 2)]);
    await job([short], { store });
    expect(drawsByTask(await store.chunks('run'))).toEqual(await expectedDraws([short]));
  });
});
