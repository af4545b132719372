// How much one dispatch may do: bounded in leapfrogs per chain and in chains, both adapted to the measured time.

export interface Pace {
  /** Chains of one dispatch. */
  readonly chains: number;
  /** Leapfrogs per chain. */
  readonly leapfrogs: number;
}

/** Longer dispatches freeze the desktop, lose the device or block the next page. */
export const AIM_MILLISECONDS = 50;
export const FIRST_PACE: Pace = { chains: 64, leapfrogs: 4 };
const FEWEST_LEAPFROGS = 4;
const MOST_LEAPFROGS = 4096;
const FASTEST_CHANGE = 4;

/** The pace at which a dispatch takes about 50 ms, given that the last took `milliseconds`; fourfold change at most. */
export function nextPace(last: Pace, milliseconds: number, chains: number): Pace {
  const ratio = AIM_MILLISECONDS / Math.max(milliseconds, AIM_MILLISECONDS / FASTEST_CHANGE);
  const work = last.chains * last.leapfrogs * Math.max(ratio, 1 / FASTEST_CHANGE);
  const all = Math.max(1, chains);
  if (work >= all * FEWEST_LEAPFROGS)
    return { chains: all, leapfrogs: Math.min(MOST_LEAPFROGS, Math.trunc(work / all)) };
  const some = Math.max(1, Math.trunc(work / FEWEST_LEAPFROGS));
  return { chains: some, leapfrogs: Math.max(1, Math.min(FEWEST_LEAPFROGS, Math.trunc(work / some))) };
}

/** Units of a dispatch that takes about 50 ms, given that the last took `milliseconds`; fourfold change at most. */
export function nextSize(last: number, milliseconds: number): number {
  const ratio = AIM_MILLISECONDS / Math.max(milliseconds, AIM_MILLISECONDS / FASTEST_CHANGE);
  return Math.max(1, Math.trunc(last * Math.max(ratio, 1 / FASTEST_CHANGE)));
}
