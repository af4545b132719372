// A run belongs to one tab at a time, through a lock that the browser frees when the tab dies.

const PREFIX = 'luce run ';

type Locks = Pick<LockManager, 'request' | 'query'> | undefined;

/** Gives the run back; calling it again does nothing. */
export type Release = () => void;

/**
 * Claims a run for this tab: null when another claim (in this or another tab) holds it. Where the browser
 * has no locks every claim succeeds, which `missingCapabilities` says to the user.
 */
export function claimRun(runId: string, locks: Locks = navigator.locks): Promise<Release | null> {
  if (!locks) return Promise.resolve(() => undefined);
  return new Promise((answer, reject) => {
    const hold = (lock: Lock | null) =>
      new Promise<void>((release) => {
        if (lock) return answer(release);
        answer(null);
        release();
      });
    locks.request(PREFIX + runId, { ifAvailable: true }, hold).catch(reject);
  });
}

/** The runs that some tab holds now; a run said to be running that nobody holds was interrupted. */
export async function claimedRuns(locks: Locks = navigator.locks): Promise<ReadonlySet<string>> {
  const held = (await locks?.query())?.held ?? [];
  const names = held.map(({ name }) => name ?? '').filter((name) => name.startsWith(PREFIX));
  return new Set(names.map((name) => name.slice(PREFIX.length)));
}
