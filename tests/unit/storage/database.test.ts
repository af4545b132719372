// Opening, upgrading and letting go of the database.
import { beforeEach, describe, expect, it } from 'vitest';
import { checkpoint, chunk, dataset, freshIndexedDb, run } from './samples.ts';
import { openLuceDatabase } from '../../../src/storage/database.ts';
import { MIGRATIONS } from '../../../src/storage/schema.ts';
import type { Migration } from '../../../src/storage/schema.ts';
import { indexedDbStore } from '../../../src/storage/store.ts';

beforeEach(freshIndexedDb);

const renameRuns: Migration = async (_database, transaction) => {
  const runs = transaction.objectStore('runs');
  for (const record of await runs.getAll()) await runs.put({ ...record, headline: 'migrated' });
};

const failing: Migration = async (database, transaction) => {
  await transaction.objectStore('runs').clear();
  database.deleteObjectStore('datasets');
  throw new RangeError('run a has no seed');
};

async function filled() {
  const database = await openLuceDatabase();
  const store = indexedDbStore(database);
  await store.putRun(run('a'));
  await store.append('a', { chunks: [chunk('t', 0)], checkpoints: [checkpoint('t', 3)] });
  await store.putDatasets([dataset('h')]);
  return database;
}

describe('a database', () => {
  it('starts with the stores of the newest schema', async () => {
    const database = await openLuceDatabase('elsewhere');
    expect(database.version).toBe(MIGRATIONS.length);
    expect([...database.objectStoreNames]).toEqual(['checkpoints', 'chunks', 'datasets', 'runs', 'settings']);
    database.close();
  });

  it('of an older version is brought up step by step and keeps its data', async () => {
    (await filled()).close();
    const order: number[] = [];
    const noting =
      (step: number): Migration =>
      () =>
        void order.push(step);
    const migrations = [...MIGRATIONS, noting(1), renameRuns, noting(2)];
    const database = await openLuceDatabase('luce', { migrations });
    const store = indexedDbStore(database);
    expect(database.version).toBe(MIGRATIONS.length + 3);
    expect(order).toEqual([1, 2]);
    expect(await store.getRun('a')).toEqual({ ...run('a'), headline: 'migrated' });
    expect(await store.chunks('a')).toEqual([chunk('t', 0)]);
    expect(await store.checkpoints('a')).toEqual([checkpoint('t', 3)]);
    expect(await store.getDataset('h')).toEqual(dataset('h'));
    database.close();
  });

  it('stays as it was when a migration fails, which is thrown', async () => {
    (await filled()).close();
    const broken = openLuceDatabase('luce', { migrations: [...MIGRATIONS, failing] });
    await expect(broken).rejects.toThrow(new RangeError('run a has no seed'));
    const database = await openLuceDatabase();
    expect(database.version).toBe(MIGRATIONS.length);
    expect(await indexedDbStore(database).getRun('a')).toEqual(run('a'));
    expect(await indexedDbStore(database).listDatasets()).toEqual([dataset('h')]);
    database.close();
  });

  it('of a newer version is refused with the remedy', async () => {
    (await openLuceDatabase('luce', { migrations: [...MIGRATIONS, () => undefined] })).close();
    await expect(openLuceDatabase()).rejects.toThrow(
      /newer version of Luce than this page \(schema 1\); reload/,
    );
  });
});

describe('an open database', () => {
  it('closes when another tab upgrades, says so, and is clear about it afterwards', async () => {
    const notices: string[] = [];
    const old = await openLuceDatabase('luce', { notice: (sentence) => notices.push(sentence) });
    const store = indexedDbStore(old);
    await store.putRun(run('a'));
    const upgraded = await openLuceDatabase('luce', { migrations: [...MIGRATIONS, renameRuns] });
    expect(notices).toEqual([expect.stringMatching(/Another tab updated Luce/)]);
    await expect(store.putRun(run('b'))).rejects.toThrow(/could not save a run: .* closed; reload the page/);
    await expect(store.chunks('a')).rejects.toThrow(/could not read runs: .* closed; reload the page/);
    expect(await indexedDbStore(upgraded).listRuns()).toHaveLength(1);
    upgraded.close();
  });

  it('that does not let go makes the other wait, which is said', async () => {
    const stubborn = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('luce', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('runs', { keyPath: 'id' });
      request.onsuccess = () => resolve(request.result);
    });
    const notices: string[] = [];
    const notice = (sentence: string) => {
      notices.push(sentence);
      stubborn.close();
    };
    const upgraded = await openLuceDatabase('luce', { migrations: [...MIGRATIONS, () => undefined], notice });
    expect(notices).toEqual([expect.stringMatching(/close the other Luce tabs/)]);
    upgraded.close();
  });
});
