// The browser's locks of one origin, as the specification has them for the requests that are made here.

interface Options {
  readonly ifAvailable?: boolean;
}

/** A request with `ifAvailable` is answered at once; any other waits until the lock is free. */
export function lockManager() {
  const held = new Map<string, Promise<unknown>>();
  async function request(
    name: string,
    options: Options,
    hold: (lock: Lock | null) => Promise<unknown> | undefined,
  ) {
    if (options.ifAvailable && held.has(name)) return hold(null);
    while (held.has(name)) await held.get(name);
    const holding = Promise.resolve(hold({ name, mode: 'exclusive' })).finally(() => held.delete(name));
    held.set(name, holding);
    return holding;
  }
  const query = () => Promise.resolve({ held: [...held.keys()].map((name) => ({ name })), pending: [] });
  return { held, locks: { request, query } as unknown as LockManager };
}
