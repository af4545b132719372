// A run belongs to one tab at a time, through a lock that the browser frees when the tab dies.

const PREFIX = 'luce run ';

type Locks = Pick<LockManager, 'request' | 'query'> | undefined;

/** Gives the run back, and resolves when it is free; calling it again does nothing more. */
export type Release = () => Promise<void>;

/**
 * Claims a run for this tab: null when another claim (in this or another tab) holds it. Where the browser
 * has no locks every claim succeeds, which `missingCapabilities` says to the user.
 */
export function claimRun(runId: string, locks: Locks = navigator.locks): Promise<Release | null> {
  if (!locks) return Promise.resolve(() => Promise.resolve());
  return new Promise((answer, reject) => {
    const hold = (lock: Lock | null) =>
      new Promise<void>((letGo) => {
        if (lock) return answer(() => (letGo(), held));
        answer(null);
        letGo();
      });
    const held: Promise<void> = locks.request(PREFIX + runId, { ifAvailable: true }, hold);
    held.catch(reject);
  });
}

/** Resolves once no tab holds the run: it was given back, or its tab died. */
export async function runFreed(runId: string, locks: Locks = navigator.locks): Promise<void> {
  await locks?.request(PREFIX + runId, { mode: 'shared' }, () => undefined);
}

/** The runs that some tab holds now; a run said to be running that nobody holds was interrupted. */
export async function claimedRuns(locks: Locks = navigator.locks): Promise<ReadonlySet<string>> {
  const held = (await locks?.query())?.held ?? [];
  const names = held.map(({ name }) => name ?? '').filter((name) => name.startsWith(PREFIX));
  return new Set(names.map((name) => name.slice(PREFIX.length)));
}
