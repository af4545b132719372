// What comparisons look like in a device's memory: records, folds, and the least and most that a pipeline holds.
import type { Cell } from '../../statistics/portability/cell.ts';
import { SCALE_BINS } from '../../statistics/portability/companions.ts';
import { recordLayout } from './layout.ts';

/** Fields in the order of `Comparison` in shaders/portability/data.wesl. */
export const COMPARISON = recordLayout([
  ['features', 'u32'],
  ['x_at', 'u32'],
  ['action_at', 'u32'],
  ['starts_at', 'u32'],
  ['members_at', 'u32'],
  ['rows', 'u32'],
  ['groups', 'u32'],
  ['half', 'u32'],
  ['coefficients_at', 'u32'],
  ['bins', 'u32'],
  ['fractions_at', 'u32'],
  ['bins_few', 'u32'],
  ['fractions_few_at', 'u32'],
  ['detail', 'u32'],
]);

/** The whole numbers of `Outcome` in shaders/portability/data.wesl; its doubles follow. */
export const COUNTS = recordLayout([
  ['numeratorFew', 'u32'],
  ['numerator', 'u32'],
  ['scaleNumerator', 'u32'],
  ['moved', 'u32'],
  ['occupied', 'u32'],
  ['largest', 'u32'],
]);
/** The closest pair's key and four sums. */
const OUTCOME_DOUBLES = 5;
export const OUTCOME_WORDS = COUNTS.words + 2 * OUTCOME_DOUBLES;

/** Doubles of scratch per comparison and row: `VECTORS` in shaders/portability/data.wesl. */
export const SCRATCH_VECTORS = 6;

/** How much of a comparison is worked out: distances alone, errors too, companions too. */
export const DETAIL = { distances: 0, errors: 1, companions: 2 } as const;
export type Detail = (typeof DETAIL)[keyof typeof DETAIL];

/** Counters of (action, bin): all of a partition's bins at once. */
const COUNTERS = 1024;
const BINS_STEP = 32;
/** Few, since a pipeline takes a software adapter seconds to compile; room that is not used costs memory alone. */
const HALVES = [128, 512, 1024, 2048];

/** What a pipeline has room for: rows of a fold (a power of two), and bins. */
export interface Room {
  readonly half: number;
  readonly bins: number;
}

/** The least power of two that is not below `rows`. */
export const halfOf = (rows: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, rows)));

/** Null where no pipeline has so much room. */
export function roomFor(rows: number, bins: number): Room | null {
  const half = HALVES.find((size) => size >= rows);
  if (half === undefined || bins > COUNTERS) return null;
  return { half, bins: Math.ceil(bins / BINS_STEP) * BINS_STEP };
}

/** Values of the shaders' `constants`. */
export const roomConstants = ({ half, bins }: Room, lanes: number): Record<string, number> => ({
  LANES: lanes,
  HALF: half,
  BINS: bins,
  COUNTERS,
  SCALE_BINS,
});

/** Bytes of workgroup memory: keys, labels and counters of shaders/portability/{sort,bins,counts,compare}.wesl. */
export const workgroupBytes = ({ half, bins }: Room, lanes: number): number =>
  8 * (2 * half + bins + 1 + lanes) + 4 * (half + COUNTERS) + 16 * 4;

/** Bytes of what stays on the device: x, actions, fractions of two numbers of bins, starts of the scale's bins. */
export const bytesOfCell = ({ action, features }: Cell, bins: number): number =>
  8 * (action.length * (features + 1) + 2 * bins + SCALE_BINS);

/** Comparisons of one dispatch; their scratch space is bounded. */
const MOST_COMPARISONS = 4096;
const SCRATCH_BYTES = 2 ** 26;

export const capacityOf = ({ half }: Room): number =>
  Math.min(MOST_COMPARISONS, Math.trunc(SCRATCH_BYTES / (8 * SCRATCH_VECTORS * half)));

/** Rows of the largest fold that a device with so much workgroup memory sorts at once; 0 where it sorts none. */
export function mostRows(lanes: number, bytes: number, bins: number): number {
  const fitting = HALVES.filter((half) => {
    const room = roomFor(half, bins);
    return room !== null && workgroupBytes(room, lanes) <= bytes;
  });
  return Math.max(0, ...fitting);
}
