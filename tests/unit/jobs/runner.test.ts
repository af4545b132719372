import { beforeAll, describe, expect, it } from 'vitest';
import type { Chunk, Task } from '../../../src/engine/types.ts';
import { memoryStore } from '../../../src/jobs/memory-store.ts';
import type { TaskState } from '../../../src/jobs/run.ts';
import { QuotaError, type JobStore } from '../../../src/jobs/store.ts';
import { brokenInstance, nutsTask, sampler, tuneTask } from '../engine/cpu/tasks.ts';
import { drawsByTask, expectedDraws, hmcTasks, job, nutsTasks } from './jobs.ts';

const plans = [
  ['nuts', nutsTasks],
  ['hmc', hmcTasks],
] as const;

describe.each(plans)('a job of %s chains', (_, tasks) => {
  let expected: ReadonlyMap<string, Chunk>;
  beforeAll(async () => {
    expected = await expectedDraws(tasks);
  }, 60_000);

  it.each([1, 2, 3])('has the same draws on %i lanes', async (lanes) => {
    const store = memoryStore();
    const outcome = await job(tasks, { lanes, store });
    expect(outcome).toMatchObject({ finished: true, warnings: [] });
    expect(drawsByTask(await store.chunks('run'))).toEqual(expected);
  });

  it.each([1, 2, 4])(
    'stopped at news %i, again and again, and resumed has the same draws',
    async (stopAt) => {
      const store = memoryStore();
      let sessions = 0;
      for (let finished = false; !finished; sessions++) {
        const controller = new AbortController();
        let news = 0;
        const onProgress = () => void (++news === stopAt && controller.abort());
        ({ finished } = await job(tasks, { lanes: 2, store, signal: controller.signal, onProgress }));
        expect(sessions).toBeLessThan(60);
      }
      expect(sessions).toBeGreaterThan(1);
      expect(drawsByTask(await store.chunks('run'))).toEqual(expected);
    },
  );

  it('that was finished has nothing to do again', async () => {
    const store = memoryStore();
    await job(tasks, { store });
    let news = 0;
    const outcome = await job(tasks, { store, onProgress: () => void news++ });
    expect([outcome.finished, news]).toEqual([true, 0]);
    expect(outcome.states.every(({ done, iteration, iterations }) => done && iteration === iterations)).toBe(
      true,
    );
  });

  it('tells every chunk as it lands, and states that only rise', async () => {
    const store = memoryStore();
    const told: Chunk[] = [];
    const sums: number[] = [];
    const onProgress = (states: readonly TaskState[], landed: readonly Chunk[]) => {
      told.push(...landed);
      sums.push(states.reduce((sum, { iteration }) => sum + iteration, 0));
    };
    await job(tasks, { store, onProgress });
    expect(drawsByTask(told)).toEqual(expected);
    expect(sums).toEqual([...sums].sort((a, b) => a - b));
    expect(sums.length).toBeGreaterThan(tasks.length);
  });
});

describe('a job', () => {
  it('stopped before it starts does nothing', async () => {
    const outcome = await job(nutsTasks, { signal: AbortSignal.abort() });
    expect(outcome.finished).toBe(false);
    expect(outcome.states.every(({ iteration }) => iteration === 0)).toBe(true);
  });

  it('makes a failing task a row, and tries it again on resume', async () => {
    const store = memoryStore();
    const broken = nutsTask(0, { instance: brokenInstance });
    const outcome = await job([broken, nutsTask(1)], { store });
    expect(outcome.finished).toBe(true);
    expect(outcome.states[0].failure).toMatch(/no finite log density/);
    expect(outcome.states[1]).toMatchObject({ done: true, failure: null, engine: 'cpu' });
    await job([nutsTask(0), nutsTask(1)], { store });
    expect(drawsByTask(await store.chunks('run'))).toEqual(await expectedDraws([nutsTask(0), nutsTask(1)]));
  });

  it('fails the chains whose warmup failed, with its message', async () => {
    const tasks: Task[] = [tuneTask({ instance: brokenInstance }), ...hmcTasks.slice(1)];
    const { finished, states } = await job(tasks);
    expect(finished).toBe(true);
    expect(states.map(({ failure }) => failure)).toEqual([
      expect.stringMatching(/^no finite log density/),
      ...[1, 2, 3].map(() => expect.stringMatching(/^its warmup failed: no finite log density/)),
    ]);
  });

  it('names tasks in plan order, whatever ends first', async () => {
    const short = nutsTask(2, { sampler: sampler('nuts', { warmup: 20, draws: 4, thin: 1 }) });
    const { states } = await job([nutsTasks[0], nutsTasks[1], short], { lanes: 3 });
    expect(states.map(({ key }) => key)).toEqual(['c000/k000', 'c000/k001', 'c000/k002']);
  });
});

/** A store that is full from its n-th append on. */
function fillingStore(store: JobStore, from: number): JobStore {
  let appends = 0;
  return {
    ...store,
    async append(runId, progress) {
      if (appends++ >= from) throw new QuotaError('storage is full');
      await store.append(runId, progress);
    },
  };
}

describe('a store that is full', () => {
  it.each([0, 1, 4])('after %i writes ends the job, and what was stored goes on elsewhere', async (from) => {
    const store = memoryStore();
    await expect(job(nutsTasks, { store: fillingStore(store, from) })).rejects.toThrow(QuotaError);
    const kept = await store.chunks('run');
    expect(kept.length > 0).toBe(from > 0);
    const checkpoints = await store.checkpoints('run');
    for (const { taskKey, iteration } of checkpoints) {
      const draws = kept.filter((chunk) => chunk.taskKey === taskKey).reduce((n, { count }) => n + count, 0);
      expect(draws).toBe(Math.max(0, iteration - 24));
    }
    await job(nutsTasks, { store });
    expect(drawsByTask(await store.chunks('run'))).toEqual(await expectedDraws(nutsTasks));
  });

  it('ends the job also at its last write', async () => {
    const refuse = () => Promise.reject(new QuotaError('storage is full'));
    const still = { now: () => 0, after: () => () => undefined };
    const store = { ...memoryStore(), append: refuse };
    await expect(job([nutsTask(0)], { store, clock: still })).rejects.toThrow(QuotaError);
  });
});
