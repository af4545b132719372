// Every method of the stores on IndexedDB, against what was put in.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkpoint, chunk, dataset, freshIndexedDb, run } from './samples.ts';
import { openLuceDatabase } from '../../../src/storage/database.ts';
import type { LuceDatabase } from '../../../src/storage/schema.ts';
import { indexedDbStore } from '../../../src/storage/store.ts';
import type { LuceStore } from '../../../src/storage/store.ts';

let database: LuceDatabase;
let store: LuceStore;

beforeEach(async () => {
  freshIndexedDb();
  database = await openLuceDatabase();
  store = indexedDbStore(database);
});
afterEach(() => database.close());

describe('runs', () => {
  it('are read as they were put, and replaced by a second put that keeps their chunks', async () => {
    await store.putRun(run('a'));
    await store.append('a', { chunks: [chunk('t', 0)], checkpoints: [] });
    await store.putRun(run('a', 'done'));
    expect(await store.getRun('a')).toEqual(run('a', 'done'));
    expect(await store.chunks('a')).toEqual([chunk('t', 0)]);
  });

  it('are null when unknown, and listed', async () => {
    expect(await store.getRun('a')).toBeNull();
    expect(await store.listRuns()).toEqual([]);
    await store.putRun(run('b'));
    await store.putRun(run('a'));
    expect(await store.listRuns()).toEqual([run('a'), run('b')]);
  });

  it('go with their chunks and checkpoints, and with nothing of their neighbours', async () => {
    for (const id of ['a', 'a1', 'b']) {
      await store.putRun(run(id));
      await store.append(id, { chunks: [chunk('t', 0), chunk('u', 3)], checkpoints: [checkpoint('t', 4)] });
    }
    await store.deleteRun('a');
    expect(await store.getRun('a')).toBeNull();
    expect(await store.chunks('a')).toEqual([]);
    expect(await store.checkpoints('a')).toEqual([]);
    expect(await database.count('chunks')).toBe(4);
    expect(await store.chunks('a1')).toHaveLength(2);
    expect(await store.checkpoints('b')).toEqual([checkpoint('t', 4)]);
  });

  it('change as they stand, one change after the other', async () => {
    await store.putRun(run('a'));
    const changes = [1, 2, 3].map((step) =>
      store.updateRun('a', (record) => ({ ...record, headline: `${record.headline ?? ''}${step}` })),
    );
    expect((await Promise.all(changes)).map((record) => record?.headline)).toEqual(['1', '12', '123']);
    expect(await store.getRun('a')).toEqual({ ...run('a'), headline: '123' });
  });

  it('that were deleted are not brought back by a change', async () => {
    await store.putRun(run('a'));
    const [, changed] = await Promise.all([
      store.deleteRun('a'),
      store.updateRun('a', (record) => ({ ...record, state: 'done' })),
    ]);
    expect(changed).toBeNull();
    expect(await store.listRuns()).toEqual([]);
  });

  it('from elsewhere come with their datasets and draws, and leave alone what is kept already', async () => {
    const whole = { run: run('a', 'done'), datasets: [dataset('h')], chunks: [chunk('t', 0), chunk('t', 3)] };
    expect(await store.keepRun(whole)).toBe(true);
    expect(await store.getRun('a')).toEqual(run('a', 'done'));
    expect(await store.listDatasets()).toEqual([dataset('h')]);
    expect(await store.chunks('a')).toEqual(whole.chunks);
    const again = { run: run('a'), datasets: [dataset('i')], chunks: [chunk('u', 0)] };
    expect(await store.keepRun(again)).toBe(false);
    expect(await store.getRun('a')).toEqual(run('a', 'done'));
    expect(await store.listDatasets()).toEqual([dataset('h')]);
    expect(await store.chunks('a')).toEqual(whole.chunks);
  });

  it('that were deleted take no further draws', async () => {
    await store.putRun(run('a'));
    await store.deleteRun('a');
    const late = store.append('a', { chunks: [chunk('t', 0)], checkpoints: [checkpoint('t', 1)] });
    await expect(late).rejects.toThrow('run a is not stored');
    expect(await database.count('chunks')).toBe(0);
    expect(await database.count('checkpoints')).toBe(0);
  });
});

describe('chunks and checkpoints', () => {
  beforeEach(() => store.putRun(run('a')));

  it('come back typed, bit for bit, sorted by task and first draw', async () => {
    await store.append('a', {
      chunks: [chunk('u', 0), chunk('t', 10), chunk('t', 2)],
      checkpoints: [checkpoint('u', 3), checkpoint('t', 12)],
    });
    const chunks = await store.chunks('a');
    expect(chunks).toEqual([chunk('t', 2), chunk('t', 10), chunk('u', 0)]);
    expect(chunks[0].columns.position).toBeInstanceOf(Float64Array);
    expect(Object.is(chunks[0].columns.position[1], -0)).toBe(true);
    const checkpoints = await store.checkpoints('a');
    expect(checkpoints).toEqual([checkpoint('t', 12), checkpoint('u', 3)]);
    expect(checkpoints[0].state.counter).toBeInstanceOf(Uint32Array);
    expect(checkpoints[0].state.momentum).toBeInstanceOf(Float32Array);
  });

  it('are the same after the same append, and replaced under the same key', async () => {
    const progress = { chunks: [chunk('t', 0)], checkpoints: [checkpoint('t', 3)] };
    await store.append('a', progress);
    await store.append('a', progress);
    expect(await store.chunks('a')).toEqual(progress.chunks);
    await store.append('a', { chunks: [chunk('t', 0, [9])], checkpoints: [checkpoint('t', 1)] });
    expect(await store.chunks('a')).toEqual([chunk('t', 0, [9])]);
    expect(await store.checkpoints('a')).toEqual([checkpoint('t', 1)]);
  });

  it('of a view into a large buffer are stored without the buffer', async () => {
    const large = new Float64Array(1000).fill(2);
    const view = { ...chunk('t', 0), count: 1, columns: { position: large.subarray(500, 501) } };
    await store.append('a', { chunks: [view], checkpoints: [] });
    const [stored] = await store.chunks('a');
    expect(stored.columns.position).toEqual(Float64Array.of(2));
    expect(stored.columns.position.buffer.byteLength).toBe(8);
  });

  it('of one task are cleared alone', async () => {
    await store.append('a', {
      chunks: [chunk('t', 0), chunk('t', 3), chunk('t2', 0)],
      checkpoints: [checkpoint('t', 6), checkpoint('t2', 3)],
    });
    await store.clearTask('a', 't');
    expect(await store.chunks('a')).toEqual([chunk('t2', 0)]);
    expect(await store.checkpoints('a')).toEqual([checkpoint('t2', 3)]);
    expect(await store.getRun('a')).toEqual(run('a'));
  });
});

describe('datasets', () => {
  it('are read, listed and deleted; the first of a hash stays', async () => {
    expect(await store.getDataset('h1')).toBeNull();
    await store.putDatasets([dataset('h2'), dataset('h1'), dataset('h1', 'twice in one list')]);
    await store.putDatasets([dataset('h1', 'renamed'), dataset('h3')]);
    expect(await store.getDataset('h1')).toEqual(dataset('h1'));
    expect((await store.listDatasets()).map(({ hash }) => hash)).toEqual(['h1', 'h2', 'h3']);
    await store.deleteDataset('h1');
    expect(await store.getDataset('h1')).toBeNull();
    expect(await store.listDatasets()).toHaveLength(2);
  });
});

describe('the first save', () => {
  it('is told once, after it succeeded', async () => {
    let told = 0;
    const telling = indexedDbStore(database, () => (told += 1));
    const unclonable = { ...dataset('h1'), history: [() => ''] as unknown as string[] };
    await expect(telling.putDatasets([unclonable])).rejects.toThrow();
    expect(told).toBe(0);
    await telling.putDatasets([dataset('h1')]);
    await telling.putRun(run('a'));
    expect(told).toBe(1);
  });
});
