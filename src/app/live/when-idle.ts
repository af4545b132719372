// Puts off what the first view does not need.

const LONGEST_WAIT_MILLISECONDS = 3_000;

/** Runs `work` once the page has nothing better to do, or after a while where the browser does not say. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: LONGEST_WAIT_MILLISECONDS });
  else setTimeout(work, LONGEST_WAIT_MILLISECONDS / 2);
}
