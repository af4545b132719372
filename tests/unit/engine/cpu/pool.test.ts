import { describe, expect, it } from 'vitest';
import { cpuPool, nextBudget } from '../../../../src/engine/cpu/pool.ts';
import type { Lane } from '../../../../src/engine/lane.ts';
import type { Engine, Task } from '../../../../src/engine/types.ts';
import {
  breath,
  brokenInstance,
  chunksOf,
  fakeClock,
  hangingLane,
  joinChunks,
  lanesInThread,
  nutsTask,
  runOn,
  sampler,
  undisturbed,
} from './tasks.ts';

const LEASE = 10_000;

/** Long enough for several steps of the pool, whose first has 2,000 gradients. */
const task = nutsTask(0, { sampler: sampler('nuts', { draws: 1500, thin: 1 }) });

/** Ticks the lease whenever the run waits for an answer that does not come. */
async function withExpiringLeases<Value>(
  clock: ReturnType<typeof fakeClock>,
  work: Promise<Value>,
): Promise<Value> {
  let settled = false;
  const mark = () => void (settled = true);
  work.then(mark, mark);
  while (!settled) {
    await breath();
    await breath();
    if (!settled && clock.waiting > 0) clock.tick(LEASE);
  }
  return work;
}

const pool = (size: number, meddle?: (lane: Lane, index: number) => Lane) => {
  const clock = fakeClock();
  const { spawn, spawned } = lanesInThread(meddle);
  const engine: Engine = cpuPool({ size, spawn, clock });
  return { clock, engine, spawned };
};

describe('a pool of lanes', () => {
  it('says how many workers it has', () => {
    expect(pool(1).engine.description.label).toBe('CPU · 1 worker');
    expect(pool(3).engine.description).toMatchObject({ kind: 'cpu', label: 'CPU · 3 workers', lanes: null });
  });

  it('starts lanes only when they are needed, and keeps them', async () => {
    const { engine, spawned } = pool(3);
    expect(spawned).toHaveLength(0);
    await runOn(engine, [task]);
    await runOn(engine, [nutsTask(1)]);
    expect(spawned).toHaveLength(1);
  });

  it('runs more tasks than lanes, each with the bits of one alone', async () => {
    const { engine, spawned } = pool(2);
    const tasks: Task[] = [0, 1, 2, 3, 4].map((chain) => nutsTask(chain));
    const news = await Promise.all(tasks.map((one) => runOn(engine, [one])));
    expect(spawned).toHaveLength(2);
    for (const [i, one] of tasks.entries())
      expect(joinChunks(chunksOf(news[i]))).toEqual(await undisturbed(one));
  });

  it('hands a failing task on as a row', async () => {
    const { engine } = pool(1);
    const [row] = await runOn(engine, [nutsTask(0, { instance: brokenInstance })]);
    expect(row.failure).toMatch(/no finite log density/);
    expect(row.done).toBe(true);
  });

  it('terminates a lane that does not answer within its lease, and goes on from the checkpoint', async () => {
    const { engine, clock, spawned } = pool(1, (lane, index) => (index === 0 ? hangingLane(lane, 1) : lane));
    const news = await withExpiringLeases(clock, runOn(engine, [task]));
    expect(spawned.map(({ terminated }) => terminated)).toEqual([true, false]);
    expect(news[0].done).toBe(false);
    expect(joinChunks(chunksOf(news))).toEqual(await undisturbed(task));
  });

  it('waits for the whole lease', async () => {
    const { engine, clock, spawned } = pool(1, (lane, index) => (index === 0 ? hangingLane(lane, 0) : lane));
    const work = runOn(engine, [task]);
    await breath();
    clock.tick(LEASE - 1);
    await breath();
    expect(spawned[0].terminated).toBe(false);
    clock.tick(1);
    await work;
    expect(spawned[0].terminated).toBe(true);
  });

  it('replaces a lane whose call rejects', async () => {
    const { engine, spawned } = pool(1, (lane, index) =>
      index === 0
        ? { ...lane, advance: () => Promise.reject(new Error('a worker thread ended with code 1')) }
        : lane,
    );
    const news = await runOn(engine, [task]);
    expect(spawned.map(({ terminated }) => terminated)).toEqual([true, false]);
    expect(joinChunks(chunksOf(news))).toEqual(await undisturbed(task));
  });

  it('replaces a lane that cannot even prepare', async () => {
    const { engine, spawned } = pool(1, (lane, index) =>
      index === 0 ? { ...lane, prepare: () => Promise.reject(new Error('out of memory')) } : lane,
    );
    const news = await runOn(engine, [task]);
    expect(spawned.map(({ terminated }) => terminated)).toEqual([true, false]);
    expect(joinChunks(chunksOf(news))).toEqual(await undisturbed(task));
  });

  it('goes on as long as lanes get anywhere between deaths', async () => {
    const { engine, clock, spawned } = pool(1, (lane) => hangingLane(lane, 1));
    const long = nutsTask(0, { sampler: sampler('nuts', { draws: 5000, thin: 1 }) });
    const news = await withExpiringLeases(clock, runOn(engine, [long]));
    expect(spawned.length).toBeGreaterThan(5);
    expect(spawned.filter(({ terminated }) => !terminated)).toHaveLength(1);
    expect(joinChunks(chunksOf(news))).toEqual(await undisturbed(long));
  });

  it('gives up when lane after lane dies on the same step, and says why', async () => {
    const { engine, clock, spawned } = pool(1, (lane, index) => (index < 4 ? hangingLane(lane, 0) : lane));
    await expect(withExpiringLeases(clock, runOn(engine, [task]))).rejects.toThrow('no answer for 10 s');
    expect(spawned.map(({ terminated }) => terminated)).toEqual([true, true, true, true, false]);
  });

  it('has all its lanes again after a batch that could not be prepared', async () => {
    const { engine } = pool(1, (lane, index) =>
      index < 4 ? { ...lane, prepare: () => Promise.reject(new Error('out of memory')) } : lane,
    );
    await expect(engine.prepare([task], new Map())).rejects.toThrow('out of memory');
    const news = await runOn(engine, [nutsTask(1)]);
    expect(joinChunks(chunksOf(news))).toEqual(await undisturbed(nutsTask(1)));
  });

  it('terminates every lane when disposed, and starts none after', async () => {
    const { engine, clock, spawned } = pool(2, (lane) => hangingLane(lane, 0));
    const run = await engine.prepare([task], new Map());
    const step = run.advance();
    await breath();
    engine.dispose();
    clock.tick(LEASE);
    await expect(step).rejects.toThrow('no answer');
    expect(spawned.map(({ terminated }) => terminated)).toEqual([true]);
  });
});

describe('the budget of a step', () => {
  it.each([
    ['aims at 200 ms', 2000, 100, 4000],
    ['grows at most fourfold', 2000, 1, 8000],
    ['shrinks at most fourfold', 8000, 10_000, 2000],
    ['never falls below 200', 300, 10_000, 200],
    ['never exceeds 500,000', 400_000, 10, 500_000],
  ])('%s', (_, gradients, milliseconds, next) => expect(nextBudget(gradients, milliseconds, 200)).toBe(next));
});
