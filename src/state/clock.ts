// The page's clock: monotonic time for rates, calendar time for people.
import type { Clock } from '../engine/clock.ts';

export const pageClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

export const calendar = (): number => Date.now();
