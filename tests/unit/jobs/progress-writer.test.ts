import { describe, expect, it } from 'vitest';
import type { Advance, Chunk } from '../../../src/engine/types.ts';
import { progressWriter } from '../../../src/jobs/progress-writer.ts';
import { memoryStore } from '../../../src/jobs/memory-store.ts';
import type { JobStore, Progress } from '../../../src/jobs/store.ts';
import { fakeClock } from '../engine/cpu/tasks.ts';

const chunk = (taskKey: string, first: number): Chunk => ({
  taskKey,
  first,
  count: 1,
  columns: { position: Float64Array.of(first) },
  gradients: first,
  warmupGradients: 0,
});

const news = (taskKey: string, iteration: number, failure: string | null = null): Advance => ({
  taskKey,
  chunk: failure === null ? chunk(taskKey, iteration - 1) : null,
  checkpoint: { taskKey, engine: 'cpu', iteration, state: {} },
  iteration,
  iterations: 100,
  done: failure !== null,
  failure,
});

/** A store that notes when each write came and what it held. */
function notingStore(now: () => number) {
  const writes: { at: number; progress: Progress }[] = [];
  const store: JobStore = {
    ...memoryStore(),
    append: async (_, progress) => void writes.push({ at: now(), progress }),
  };
  return { store, writes };
}

describe('the progress writer', () => {
  it('writes at most twice a second, and everything in the end', async () => {
    const clock = fakeClock();
    const { store, writes } = notingStore(clock.now);
    const writer = progressWriter(store, 'run', clock);
    const STEPS = 400;
    for (let i = 1; i <= STEPS; i++) {
      clock.tick(25 + (i % 7));
      await writer.add([news('a', i), news('b', i)]);
    }
    expect(writes.length).toBeGreaterThan(15);
    writes.slice(1).forEach(({ at }, i) => expect(at - writes[i].at).toBeGreaterThanOrEqual(500));
    await writer.flush();
    const chunks = writes.flatMap(({ progress }) => progress.chunks);
    expect(chunks.filter(({ taskKey }) => taskKey === 'b').map(({ first }) => first)).toEqual(
      Array.from({ length: STEPS }, (_, i) => i),
    );
  });

  it('writes each chunk together with the checkpoint that follows it', async () => {
    const clock = fakeClock();
    const { store, writes } = notingStore(clock.now);
    const writer = progressWriter(store, 'run', clock);
    for (let i = 1; i <= 40; i++) {
      clock.tick(100);
      await writer.add([news('a', i)]);
    }
    for (const { progress } of writes) {
      expect(progress.checkpoints).toHaveLength(1);
      const last = progress.chunks[progress.chunks.length - 1];
      expect(progress.checkpoints[0].iteration).toBe(last.first + 1);
    }
  });

  it('keeps nothing of a failed task, and writes nothing when there is nothing', async () => {
    const clock = fakeClock();
    const { store, writes } = notingStore(clock.now);
    const writer = progressWriter(store, 'run', clock);
    await writer.flush();
    await writer.add([news('a', 1, 'it failed')]);
    await writer.flush();
    expect(writes).toEqual([]);
  });

  it('rejects with what a write met, then and afterwards', async () => {
    const clock = fakeClock();
    const store = { ...memoryStore(), append: () => Promise.reject(new Error('the disk is gone')) };
    const writer = progressWriter(store, 'run', clock);
    await writer.add([news('a', 1)]);
    clock.tick(500);
    await expect(writer.add([news('a', 2)])).rejects.toThrow('the disk is gone');
    await expect(writer.flush()).rejects.toThrow('the disk is gone');
  });
});
