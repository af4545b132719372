// The rank histogram: bins of whole ranks, each with the count and the limits that its own number of ranks implies.
import { binomialTails, firstKept } from './discrete.ts';
import { cellsInsideProbability, type CountLimits } from './paths.ts';
import { BAND_SIZE } from './uniformity.ts';

/** Too few replicates for these bins: fewer than five are expected in the smallest. */
export interface TooSmall {
  readonly leastExpected: number;
  /** Replicates at which the smallest bin expects five. */
  readonly needed: number;
}

export interface RankBins {
  readonly replicates: number;
  readonly maxRank: number;
  /** Bin b holds ranks edges[b] … edges[b + 1] − 1; sizes differ by one rank at most. */
  readonly edges: Int32Array;
  readonly expected: Float64Array;
  /** Each bin's own central limits at the level. */
  readonly pointwise: CountLimits;
  /** Limits that hold in all bins together, with their exact probability, the smallest attainable of at least the level. */
  readonly simultaneous: CountLimits & { readonly coverage: number };
  readonly tooSmall: TooSmall | null;
}

const MOST_BINS = 20;
const LEAST_BINS = 5;
const REPLICATES_PER_BIN = 10;
const LEAST_EXPECTED = 5;

/** A bin for ten replicates, within 5 … 20 and never more than there are ranks. */
export const defaultBins = (replicates: number, maxRank: number): number =>
  Math.min(maxRank + 1, MOST_BINS, Math.max(LEAST_BINS, Math.floor(replicates / REPLICATES_PER_BIN)));

/** Both tails of the count of a bin of `part` ranks. */
interface BinTails {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

function limitsOf(tails: readonly BinTails[], replicates: number, tail: number): CountLimits {
  return {
    lower: Int32Array.from(tails, ({ low }) => firstKept(low, tail, false)),
    upper: Int32Array.from(tails, ({ high }) => replicates - firstKept(high, tail, false)),
  };
}

/** Distinct tails of one count up to `most`, ascending, after 0. */
function tailsUpTo(tails: readonly BinTails[], most: number): number[] {
  const found = new Set([0]);
  for (const { low, high } of new Set(tails))
    for (const side of [low, high])
      for (let c = 0; c < side.length && side[c] <= most; c++) found.add(side[c]);
  return [...found].sort((a, b) => a - b);
}

/** Equal bins get equal limits, so the attained coverage may lie well above the level. */
function simultaneousLimits(
  tails: readonly BinTails[],
  cells: Float64Array,
  replicates: number,
  level: number,
): CountLimits & { readonly coverage: number } {
  const candidates = tailsUpTo(tails, 1 - level);
  let best = { ...limitsOf(tails, replicates, 0), coverage: 1 };
  let low = 0;
  let high = candidates.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const limits = limitsOf(tails, replicates, candidates[middle]);
    const coverage = cellsInsideProbability(replicates, cells, limits);
    if (coverage >= level) [low, best] = [middle, { ...limits, coverage }];
    else high = middle;
  }
  return best;
}

function tailsOfBins(edges: Int32Array, replicates: number): BinTails[] {
  const ranks = edges[edges.length - 1];
  const tables = new Map<number, BinTails>();
  return Array.from({ length: edges.length - 1 }, (_, b) => {
    const part = edges[b + 1] - edges[b];
    const known = tables.get(part) ?? {
      low: binomialTails(replicates, part, ranks),
      high: binomialTails(replicates, ranks - part, ranks),
    };
    tables.set(part, known);
    return known;
  });
}

/** Bins for uniform ranks 0 … maxRank at `level`. Throws on fewer than 2 bins or more than there are ranks. */
export function rankBins(
  replicates: number,
  maxRank: number,
  bins = defaultBins(replicates, maxRank),
  level = 1 - BAND_SIZE,
): RankBins {
  const ranks = maxRank + 1;
  if (!Number.isInteger(bins) || bins < 2 || bins > ranks)
    throw new RangeError(`${bins} bins for ranks 0 … ${maxRank}: needed 2 … ${ranks}`);
  const edges = Int32Array.from({ length: bins + 1 }, (_, b) => Math.round((b * ranks) / bins));
  const cells = Float64Array.from({ length: bins }, (_, b) => (edges[b + 1] - edges[b]) / ranks);
  const tails = tailsOfBins(edges, replicates);
  const leastExpected = replicates * cells.reduce((least, cell) => Math.min(least, cell), 1);
  const needed = Math.ceil((LEAST_EXPECTED * replicates) / leastExpected);
  return {
    replicates,
    maxRank,
    edges,
    expected: cells.map((cell) => replicates * cell),
    pointwise: limitsOf(tails, replicates, (1 - level) / 2),
    simultaneous: simultaneousLimits(tails, cells, replicates, level),
    tooSmall: leastExpected < LEAST_EXPECTED ? { leastExpected, needed } : null,
  };
}

/** Ranks in each bin. */
export function binCounts({ edges, maxRank }: RankBins, ranks: ArrayLike<number>): Int32Array {
  const binOf = new Int32Array(maxRank + 1);
  for (let b = 1; b < edges.length - 1; b++) binOf.fill(b, edges[b]);
  const counts = new Int32Array(edges.length - 1);
  for (let i = 0; i < ranks.length; i++) {
    if (!(ranks[i] >= 0 && ranks[i] <= maxRank))
      throw new RangeError(`rank ${ranks[i]} of replicate ${i + 1}: needed 0 … ${maxRank}`);
    counts[binOf[ranks[i]]]++;
  }
  return counts;
}
