// Which replicates a shard runs, and at which look a number of replicates stands.

export interface ReplicateRange {
  readonly first: number;
  readonly count: number;
}

/** Numbers of replicates at which a verdict may be given. */
export interface PlannedLooks {
  /** Chance of any false verdict over all looks. */
  readonly level: number;
  /** Ascending; the last is the size of the study. */
  readonly planned: readonly number[];
  /** Totals at which replicates were added after the last planned look. */
  readonly added: readonly number[];
}

/** A contiguous part of a study's replicates, `index` from 1 to `of`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** Contiguous, in order, sizes differing by one at most; together exactly the whole. */
export function rangeOf({
  replicates: { first, count },
  shard,
}: {
  readonly replicates: ReplicateRange;
  readonly shard: Shard | null;
}): ReplicateRange {
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

/** How many of the ascending `replicates` stand in a row from `first`, the study's own first. */
export function withoutGap(replicates: readonly number[], first: number): number {
  const gap = replicates.findIndex((replicate, i) => replicate !== first + i);
  return gap < 0 ? replicates.length : gap;
}

/** The next look after `replicates`, or null. */
export const nextLook = ({ planned, added }: PlannedLooks, replicates: number): number | null =>
  [...planned, ...added].find((total) => total > replicates) ?? null;

/** The last look whose replicates have all landed, `landed` in a row; null where there is none. */
export const passedLook = ({ planned, added }: PlannedLooks, landed: number): number | null =>
  [...planned, ...added].filter((total) => total <= landed).at(-1) ?? null;
