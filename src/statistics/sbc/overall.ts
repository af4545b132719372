// One statement over all quantities of a calibration study, with what failed replicates could have hidden.
import { holm } from './holm.ts';
import { STUDY_LEVEL } from './looks.ts';
import { countsBelow, rankReference, type RankReference } from './reference.ts';
import { BAND_SIZE, ecdfBand, exactSize, leavesBand, testCounts } from './uniformity.ts';

/** The ranks of one quantity, one for each replicate that was fitted. */
export interface QuantityRanks {
  readonly variable: string;
  readonly ranks: ArrayLike<number>;
  /** Quantities that share this word are functions of each other; the first of them stands for all. */
  readonly information: string;
}

export interface QuantityVerdict {
  readonly variable: string;
  readonly pValue: number;
  /** By Holm over the distinct quantities; null where another quantity with the same information counts. */
  readonly adjusted: number | null;
  /** Whether its curve leaves its own 95 % band, without correction. */
  readonly outside: boolean;
}

export interface OverallVerdict {
  /** Chance of any rejection where all ranks are uniform: at most this. */
  readonly level: number;
  readonly passes: boolean;
  /** Smallest adjusted p-value. */
  readonly pValue: number;
  readonly quantities: readonly QuantityVerdict[];
  /** How many quantities count, and of these how many are outside their bands, and how many uniform ranks would put there. */
  readonly distinct: number;
  readonly outside: number;
  readonly expectedOutside: number;
}

type Judge = (ranks: ArrayLike<number>) => { readonly pValue: number; readonly outside: boolean };

function firstOfEach(quantities: readonly QuantityRanks[]): boolean[] {
  const seen = new Set<string>();
  return quantities.map(({ information }) => {
    const first = !seen.has(information);
    seen.add(information);
    return first;
  });
}

function combine(
  quantities: readonly QuantityRanks[],
  reference: RankReference,
  judge: Judge,
  level: number,
): OverallVerdict {
  const counts = firstOfEach(quantities);
  const judged = quantities.map(({ ranks }) => judge(ranks));
  const adjusted = holm(judged.filter((_, i) => counts[i]).map(({ pValue }) => pValue));
  const pValue = Math.min(...adjusted);
  let next = 0;
  return {
    level,
    passes: pValue > level,
    pValue,
    quantities: quantities.map(({ variable }, i) => ({
      variable,
      ...judged[i],
      adjusted: counts[i] ? adjusted[next++] : null,
    })),
    distinct: adjusted.length,
    outside: judged.filter(({ outside }, i) => outside && counts[i]).length,
    expectedOutside: adjusted.length * exactSize(reference, BAND_SIZE),
  };
}

function replicatesOf(quantities: readonly QuantityRanks[]): number {
  if (quantities.length === 0) throw new RangeError('no quantities to judge: needed at least one');
  return quantities[0].ranks.length;
}

function judgeWith(reference: RankReference): Judge {
  const band = ecdfBand(reference);
  return (ranks) => {
    const counts = countsBelow(reference, ranks);
    return { pValue: testCounts(reference, counts).pValue, outside: leavesBand(band, counts) };
  };
}

/** Holm over the distinct quantities at `level`; all have the same number of ranks, 0 … maxRank. */
export function overallVerdict(
  quantities: readonly QuantityRanks[],
  maxRank: number,
  level = STUDY_LEVEL,
): OverallVerdict {
  const reference = rankReference(replicatesOf(quantities), maxRank);
  return combine(quantities, reference, judgeWith(reference), level);
}

const withMissing = (ranks: ArrayLike<number>, missing: number, rank: number): Int32Array => {
  const all = new Int32Array(ranks.length + missing).fill(rank);
  all.set(Array.from(ranks));
  return all;
};

/**
 * The same verdict had the `missing` ranks of each quantity been those that speak most against uniformity. Counts below
 * an edge are largest where all missing ranks are 0 and smallest where all are maxRank, and the test looks at single
 * counts, so no other assignment has a smaller p-value.
 */
export function worstCaseVerdict(
  quantities: readonly QuantityRanks[],
  maxRank: number,
  missing: number,
  level = STUDY_LEVEL,
): OverallVerdict {
  const reference = rankReference(replicatesOf(quantities) + missing, maxRank);
  const judge = judgeWith(reference);
  const worst: Judge = (ranks) => {
    const ends = [0, maxRank].map((rank) => judge(withMissing(ranks, missing, rank)));
    return ends[0].pValue <= ends[1].pValue ? ends[0] : ends[1];
  };
  return combine(quantities, reference, worst, level);
}
