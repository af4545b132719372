// Which replicates a shard runs, and at which look a number of replicates stands.
import type { CalibrationSettings, PlannedLooks } from './plan.ts';

export interface ReplicateRange {
  readonly first: number;
  readonly count: number;
}

/** Contiguous, in order, sizes differing by one at most; together exactly the whole. */
export function rangeOf({
  replicates: { first, count },
  shard,
}: Pick<CalibrationSettings, 'replicates' | 'shard'>): ReplicateRange {
  if (shard === null) return { first, count };
  const at = (part: number): number => Math.floor((part * count) / shard.of);
  const start = at(shard.index - 1);
  return { first: first + start, count: at(shard.index) - start };
}

/** The number (from 1) of the look at `replicates`, or null where the plan has none there. */
export function lookAt({ planned, added }: PlannedLooks, replicates: number): number | null {
  const look = [...planned, ...added].indexOf(replicates);
  return look < 0 ? null : look + 1;
}
