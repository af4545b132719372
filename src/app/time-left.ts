// Time left of a run: it appears after two seconds of measurement and never jumps by more than a third.

/** Seconds of measurement before a time left is shown. */
const FIRST_ESTIMATE = 2;

/** How far along a run is; `elapsed` counts seconds since measuring began, at `doneAtStart` items. */
export interface Pace {
  readonly done: number;
  readonly total: number;
  readonly doneAtStart: number;
  readonly elapsed: number;
}

/** Items per second since measuring began; null before there is anything to measure. */
export function rateOf({ done, doneAtStart, elapsed }: Pace): number | null {
  return elapsed >= FIRST_ESTIMATE && done > doneAtStart ? (done - doneAtStart) / elapsed : null;
}

/** The next shown time left in seconds, within a third of the `previous` one. */
export function nextTimeLeft(previous: number | null, pace: Pace): number | null {
  const rate = rateOf(pace);
  if (rate === null) return null;
  const measured = (pace.total - pace.done) / rate;
  if (previous === null || measured === 0) return measured;
  return Math.min(previous * (4 / 3), Math.max(previous * (2 / 3), measured));
}
