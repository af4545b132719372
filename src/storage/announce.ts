// Tells the other tabs what changed in the database that they share.
import type { LuceStore } from './store.ts';

export type Announcement =
  | { readonly kind: 'run changed'; readonly runId: string }
  | { readonly kind: 'run deleted'; readonly runId: string }
  | { readonly kind: 'datasets changed' };

export interface Announcer {
  /** Reaches every other tab, not this one. */
  announce(announcement: Announcement): void;
  /** Calls `hear` with what other tabs announce; returns the way to stop. */
  listen(hear: (announcement: Announcement) => void): () => void;
  close(): void;
}

const CHANNEL = 'luce storage';

/** Opens the channel of this database; a browser without BroadcastChannel gets an announcer nobody hears. */
export function openAnnouncer(name = CHANNEL): Announcer {
  if (!('BroadcastChannel' in globalThis))
    return { announce: () => undefined, listen: () => () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  return {
    announce: (announcement) => channel.postMessage(announcement),
    listen: (hear) => {
      const heard = ({ data }: MessageEvent<unknown>) => {
        if (isAnnouncement(data)) hear(data);
      };
      channel.addEventListener('message', heard);
      return () => channel.removeEventListener('message', heard);
    },
    close: () => channel.close(),
  };
}

/** A tab with another version of the page may say what this one does not know; that is passed over. */
function isAnnouncement(data: unknown): data is Announcement {
  const { kind, runId } = (data ?? {}) as { kind?: unknown; runId?: unknown };
  if (kind === 'datasets changed') return true;
  return (kind === 'run changed' || kind === 'run deleted') && typeof runId === 'string';
}

/** The same store, announcing each write once it is committed. */
export function announcing(store: LuceStore, { announce }: Announcer): LuceStore {
  const after = async <Value>(write: Promise<Value>, ...news: readonly Announcement[]): Promise<Value> => {
    const value = await write;
    news.forEach(announce);
    return value;
  };
  return {
    ...store,
    putRun: (run) => after(store.putRun(run), { kind: 'run changed', runId: run.id }),
    updateRun: (runId, change) => after(store.updateRun(runId, change), { kind: 'run changed', runId }),
    keepRun: (whole) =>
      after(store.keepRun(whole), { kind: 'datasets changed' }, { kind: 'run changed', runId: whole.run.id }),
    append: (runId, progress) => after(store.append(runId, progress), { kind: 'run changed', runId }),
    clearTask: (runId, key) => after(store.clearTask(runId, key), { kind: 'run changed', runId }),
    deleteRun: (runId) => after(store.deleteRun(runId), { kind: 'run deleted', runId }),
    putDatasets: (datasets) => after(store.putDatasets(datasets), { kind: 'datasets changed' }),
    deleteDataset: (hash) => after(store.deleteDataset(hash), { kind: 'datasets changed' }),
  };
}
