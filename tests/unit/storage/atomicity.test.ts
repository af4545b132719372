// A write that fails anywhere leaves what was there before, and says why.
import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkpoint, chunk, dataset, freshIndexedDb, run } from './samples.ts';
import { QuotaError } from '../../../src/jobs/store.ts';
import { openLuceDatabase } from '../../../src/storage/database.ts';
import { isQuota } from '../../../src/storage/quota.ts';
import type { LuceDatabase } from '../../../src/storage/schema.ts';
import { indexedDbStore } from '../../../src/storage/store.ts';
import type { LuceStore } from '../../../src/storage/store.ts';

let database: LuceDatabase;
let store: LuceStore;
const before = { chunks: [chunk('t', 0)], checkpoints: [checkpoint('t', 3)] };
const after = {
  chunks: [chunk('t', 0, [8]), chunk('t', 3), chunk('u', 0)],
  checkpoints: [checkpoint('t', 6), checkpoint('u', 3)],
};

beforeEach(async () => {
  freshIndexedDb();
  database = await openLuceDatabase();
  store = indexedDbStore(database);
  await store.putRun(run('a'));
  await store.append('a', before);
});
afterEach(() => {
  vi.restoreAllMocks();
  database.close();
});

const expectUnchanged = async () => {
  expect(await store.chunks('a')).toEqual(before.chunks);
  expect(await store.checkpoints('a')).toEqual(before.checkpoints);
};

type Internals = { transaction: { _abort(name: string): void } };

/** Lets `count` puts be requested, then ends the transaction as the browser does for `reason`. */
function abortAfter(count: number, reason: string): void {
  const put = IDBObjectStore.prototype.put;
  let puts = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    const request = put.apply(this, args);
    puts += 1;
    if (puts === count) (this as unknown as Internals).transaction._abort(reason);
    return request;
  });
}

describe('an append', () => {
  it.each([1, 3, 5])(
    'that a full disk aborts at put %i leaves nothing and throws QuotaError',
    async (count) => {
      abortAfter(count, 'QuotaExceededError');
      await expect(store.append('a', after)).rejects.toThrow(QuotaError);
      await expectUnchanged();
    },
  );

  it('that is aborted for another reason throws that reason', async () => {
    abortAfter(2, 'UnknownError');
    const error = await store.append('a', after).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DOMException);
    expect(error).not.toBeInstanceOf(QuotaError);
    await expectUnchanged();
  });

  it.each([
    ['a value that cannot be cloned', { ...chunk('u', 0), gradients: (() => 0) as unknown as number }],
    ['a key that is none', { ...chunk('u', 0), first: NaN }],
  ])('with %s in the middle leaves nothing', async (_case, bad) => {
    const chunks = [chunk('t', 3), bad, chunk('u', 9)];
    await expect(store.append('a', { ...after, chunks })).rejects.toThrow(DOMException);
    await expectUnchanged();
  });

  it('can be repeated once there is room', async () => {
    abortAfter(3, 'QuotaExceededError');
    await expect(store.append('a', after)).rejects.toThrow(QuotaError);
    vi.restoreAllMocks();
    await store.append('a', after);
    expect(await store.chunks('a')).toEqual(after.chunks);
    expect(await store.checkpoints('a')).toEqual(after.checkpoints);
  });
});

describe('a list of datasets', () => {
  it('is saved whole or not at all', async () => {
    abortAfter(2, 'QuotaExceededError');
    const saving = store.putDatasets([dataset('h1'), dataset('h2'), dataset('h3')]);
    await expect(saving).rejects.toThrow(/storage is full: the browser refused to save datasets/);
    expect(await store.listDatasets()).toEqual([]);
  });
});

describe('a run from elsewhere', () => {
  const whole = {
    run: run('b', 'done'),
    datasets: [dataset('h')],
    chunks: [chunk('t', 0), chunk('t', 3)],
  };

  it.each([1, 2, 3, 4])('that a full disk aborts at put %i leaves nothing of itself', async (count) => {
    abortAfter(count, 'QuotaExceededError');
    await expect(store.keepRun(whole)).rejects.toThrow(QuotaError);
    expect(await store.listRuns()).toEqual([run('a')]);
    expect(await store.listDatasets()).toEqual([]);
    expect(await store.chunks('b')).toEqual([]);
    await expectUnchanged();
  });
});

describe('a change of a run', () => {
  it('that throws leaves the run as it was', async () => {
    const change = () => {
      throw new RangeError('no such replicate');
    };
    await expect(store.updateRun('a', change)).rejects.toThrow('no such replicate');
    expect(await store.getRun('a')).toEqual(run('a'));
  });
});

describe('a deletion', () => {
  it('that fails leaves the run whole', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementationOnce(function (this: IDBObjectStore) {
      throw new DOMException('no', 'UnknownError');
    });
    await expect(store.deleteRun('a')).rejects.toThrow(DOMException);
    expect(await store.getRun('a')).toEqual(run('a'));
    await expectUnchanged();
  });
});

describe('a full disk', () => {
  const aborted = Object.assign(new DOMException('aborted', 'AbortError'), {
    cause: new DOMException('full', 'QuotaExceededError'),
  });
  it.each([
    ['by name', new DOMException('full', 'QuotaExceededError')],
    ['as an error of its own class', Object.assign(new Error('full'), { name: 'QuotaExceededError' })],
    ['by Firefox', Object.assign(new Error('full'), { name: 'NS_ERROR_DOM_QUOTA_REACHED' })],
    ['by the legacy code', { name: 'QUOTA_EXCEEDED_ERR', code: 22 }],
    ['as the cause of an abort', aborted],
  ])('is recognised %s', (_case, error) => expect(isQuota(error)).toBe(true));

  it.each([
    [null],
    [undefined],
    ['QuotaExceededError'],
    [new DOMException('x', 'AbortError')],
    [new Error('x')],
  ])('is not seen in %s', (error) => expect(isQuota(error)).toBe(false));
});
