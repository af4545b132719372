// What tabs ask of the browser and tell each other, against stand-ins for the browser's side.
import { describe, expect, it } from 'vitest';
import { lockManager } from './locks.ts';
import { chunk, dataset, freshIndexedDb, run } from './samples.ts';
import { announcing, openAnnouncer } from '../../../src/storage/announce.ts';
import type { Announcement } from '../../../src/storage/announce.ts';
import { missingCapabilities } from '../../../src/storage/capabilities.ts';
import { openLuceDatabase } from '../../../src/storage/database.ts';
import { claimedRuns, claimRun } from '../../../src/storage/ownership.ts';
import { persistenceState, requestPersistence, storageUsage } from '../../../src/storage/persistence.ts';
import { indexedDbStore } from '../../../src/storage/store.ts';

const answering = (persisted: boolean, granted: boolean) => ({
  persisted: () => Promise.resolve(persisted),
  persist: () => Promise.resolve(granted),
});

describe('persistence', () => {
  it('is unknown, then refused and said once, also after a reload', async () => {
    freshIndexedDb();
    const first = await openLuceDatabase();
    const refusing = answering(false, false);
    expect(await persistenceState(first, refusing)).toBe('unknown');
    const answer = await requestPersistence(first, refusing);
    expect(answer.state).toBe('refused');
    expect(answer.sentence).toMatch(/did not promise to keep/);
    first.close();
    const second = await openLuceDatabase();
    expect(await persistenceState(second, refusing)).toBe('refused');
    expect(await requestPersistence(second, refusing)).toEqual({ state: 'refused', sentence: null });
    expect(await requestPersistence(second, answering(false, true))).toEqual({
      state: 'granted',
      sentence: null,
    });
    expect(await persistenceState(second, answering(true, true))).toBe('granted');
    second.close();
  });

  it('tells the room that is used', async () => {
    expect(await storageUsage({ estimate: () => Promise.resolve({ usage: 5, quota: 9 }) })).toEqual({
      usage: 5,
      quota: 9,
    });
    expect(await storageUsage({ estimate: () => Promise.resolve({}) })).toBeNull();
  });
});

describe('a run', () => {
  it('has one owner until it is released', async () => {
    const { locks } = lockManager();
    const release = await claimRun('a', locks);
    expect(await claimRun('a', locks)).toBeNull();
    expect(await claimRun('b', locks)).toBeTypeOf('function');
    expect(await claimedRuns(locks)).toEqual(new Set(['a', 'b']));
    release!();
    release!();
    await new Promise((resolve) => setTimeout(resolve));
    expect(await claimedRuns(locks)).toEqual(new Set(['b']));
    expect(await claimRun('a', locks)).toBeTypeOf('function');
  });

  it('passes over the locks of others', async () => {
    const { held, locks } = lockManager();
    held.set('something else', Promise.resolve());
    expect(await claimedRuns(locks)).toEqual(new Set());
  });

  it('cannot be claimed where the browser refuses the request, and the reason is thrown', async () => {
    const request = () => Promise.reject(new DOMException('sandboxed', 'SecurityError'));
    await expect(claimRun('a', { ...lockManager().locks, request } as LockManager)).rejects.toThrow(
      'sandboxed',
    );
  });
});

describe('announcements', () => {
  it('follow each committed write, and a failed one is not announced', async () => {
    freshIndexedDb();
    const database = await openLuceDatabase();
    const heard: Announcement[] = [];
    const store = announcing(indexedDbStore(database), {
      announce: (announcement) => heard.push(announcement),
      listen: () => () => undefined,
      close: () => undefined,
    });
    await expect(store.append('a', { chunks: [chunk('t', 0)], checkpoints: [] })).rejects.toThrow();
    expect(heard).toEqual([]);
    await store.putRun(run('a'));
    await store.updateRun('a', (record) => record);
    await store.append('a', { chunks: [chunk('t', 0)], checkpoints: [] });
    await store.clearTask('a', 't');
    await store.deleteRun('a');
    await store.putDatasets([dataset('h')]);
    await store.deleteDataset('h');
    await store.keepRun({ run: run('b'), datasets: [], chunks: [] });
    await store.deleteRun('b');
    expect(heard).toEqual([
      { kind: 'run changed', runId: 'a' },
      { kind: 'run changed', runId: 'a' },
      { kind: 'run changed', runId: 'a' },
      { kind: 'run changed', runId: 'a' },
      { kind: 'run deleted', runId: 'a' },
      { kind: 'datasets changed' },
      { kind: 'datasets changed' },
      { kind: 'datasets changed' },
      { kind: 'run changed', runId: 'b' },
      { kind: 'run deleted', runId: 'b' },
    ]);
    expect(await store.listRuns()).toEqual([]);
    database.close();
  });

  it('reach the other end, and what is not understood is passed over', async () => {
    const here = openAnnouncer('test channel');
    const there = openAnnouncer('test channel');
    const newer = new BroadcastChannel('test channel');
    const heard: Announcement[] = [];
    const arrived = new Promise<void>((resolve) => {
      there.listen((announcement) => {
        heard.push(announcement);
        if (announcement.kind === 'datasets changed') resolve();
      });
    });
    newer.postMessage({ kind: 'run renamed', runId: 'a' });
    newer.postMessage(null);
    newer.postMessage({ kind: 'run changed' });
    here.announce({ kind: 'run deleted', runId: 'a' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    here.announce({ kind: 'datasets changed' });
    await arrived;
    expect(heard).toEqual([{ kind: 'run deleted', runId: 'a' }, { kind: 'datasets changed' }]);
    newer.close();
    here.close();
    there.close();
  });
});

describe('missing capabilities', () => {
  const all = {
    isSecureContext: true,
    indexedDB: {},
    BroadcastChannel: {},
    crypto: { subtle: {} },
    navigator: { locks: {}, storage: {} },
  };

  it('are none in a full browser', () => expect(missingCapabilities(all)).toEqual([]));

  it('are each a sentence, after the common cause', () => {
    const lan = { ...all, isSecureContext: false, crypto: {}, navigator: {} };
    const sentences = missingCapabilities(lan);
    expect(sentences[0]).toMatch(/plain http/);
    expect(sentences).toHaveLength(4);
    expect(sentences.every((sentence) => /^[A-Z].*\.$/.test(sentence))).toBe(true);
    expect(missingCapabilities({ ...all, BroadcastChannel: undefined })).toEqual([
      expect.stringMatching(/^Tabs cannot talk/),
    ]);
  });
});
