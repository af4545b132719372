// Time left of a run: it appears after two seconds of measurement and never jumps by more than a third.

/** Seconds of measurement before a time left is shown. */
const FIRST_ESTIMATE = 2;

/** How much is done of something, now and when measuring began. */
export interface Done {
  readonly done: number;
  readonly total: number;
  readonly doneAtStart: number;
}

/** How far along a run is; `elapsed` counts seconds since measuring began. */
export interface Pace extends Done {
  readonly elapsed: number;
  /** The same in work, where items differ in what they take: bar and time left go by it. */
  readonly work?: Done;
}

/** How much of the whole is done, from 0 to 1. */
export function shareDone(pace: Pace): number {
  const { done, total } = pace.work ?? pace;
  return total > 0 ? done / total : 0;
}

/** Items per second since measuring began; null before there is anything to measure. */
export function rateOf({ done, doneAtStart, elapsed }: Pace): number | null {
  return elapsed >= FIRST_ESTIMATE && done > doneAtStart ? (done - doneAtStart) / elapsed : null;
}

/** The next shown time left in seconds, within a third of the `previous` one. */
export function nextTimeLeft(previous: number | null, pace: Pace): number | null {
  const { done, total, doneAtStart } = pace.work ?? pace;
  const rate = rateOf({ done, total, doneAtStart, elapsed: pace.elapsed });
  if (rate === null) return null;
  const measured = (total - done) / rate;
  if (previous === null || measured === 0) return measured;
  return Math.min(previous * (4 / 3), Math.max(previous * (2 / 3), measured));
}
