// The test of uniform ranks and the band of its picture, from one order of extremes: they cannot disagree.
import { criticalExtreme, exitProbability, extremeOf, limitsAfter } from './order.ts';
import type { CountLimits } from './paths.ts';
import { countsBelow, type RankReference } from './reference.ts';

/** Counts allowed at every boundary of a reference, at a level of all boundaries together. */
export interface EcdfBand extends CountLimits {
  readonly level: number;
  /** Probability, exact, that uniform ranks stay inside: the smallest attainable of at least `level`. */
  readonly coverage: number;
  /** Twice the largest pointwise tail left out (the adjusted γ of Säilynoja et al. 2022); 0 where nothing is left out. */
  readonly gamma: number;
}

/** How often uniform ranks may leave a band, unless told. */
export const BAND_SIZE = 0.05;

const bands = new WeakMap<RankReference, Map<number, EcdfBand>>();

function makeBand(reference: RankReference, level: number): EcdfBand {
  if (!(level > 0 && level < 1)) throw new RangeError(`level ${level} of a band is not within 0 … 1`);
  const { last, exit } = criticalExtreme(reference, 1 - level);
  return { level, coverage: 1 - exit, gamma: 2 * last.tail, ...limitsAfter(reference, last) };
}

/** The simultaneous band at `level`, kept with its reference. */
export function ecdfBand(reference: RankReference, level = 1 - BAND_SIZE): EcdfBand {
  const known = bands.get(reference) ?? new Map<number, EcdfBand>();
  bands.set(reference, known);
  const band = known.get(level) ?? makeBand(reference, level);
  known.set(level, band);
  return band;
}

/** Exact probability that the test at `level` rejects uniform ranks: never above `level`. */
export const exactSize = (reference: RankReference, level: number): number =>
  1 - ecdfBand(reference, 1 - level).coverage;

/** Where a sample is most extreme, and how often uniform ranks are as extreme somewhere. */
export interface UniformityTest {
  /** At most 1 − level exactly when the counts leave the band of that level. */
  readonly pValue: number;
  /** Ranks below this value were too few or too many. */
  readonly edge: number;
  readonly direction: 'few' | 'many';
}

/** Tests counts below each edge (`countsBelow`). */
export function testCounts(reference: RankReference, counts: Int32Array): UniformityTest {
  const extreme = extremeOf(reference, counts);
  return {
    pValue: exitProbability(reference, extreme),
    edge: reference.edges[extreme.place >> 1],
    direction: extreme.place % 2 === 0 ? 'few' : 'many',
  };
}

/** Tests ranks 0 … maxRank. Throws on ranks that are not the reference's in number or range. */
export const testUniformity = (reference: RankReference, ranks: ArrayLike<number>): UniformityTest =>
  testCounts(reference, countsBelow(reference, ranks));

/** Whether counts leave a band at any boundary. */
export function leavesBand({ lower, upper }: CountLimits, counts: Int32Array): boolean {
  return counts.some((count, j) => count < lower[j] || count > upper[j]);
}

/** One boundary of the ECDF-difference picture: shares of replicates, less the share of uniform ranks. */
export interface EcdfDifferencePoint {
  /** Share of uniform ranks below the edge. */
  readonly z: number;
  readonly ecdf_diff: number;
  readonly lower: number;
  readonly upper: number;
}

/** The difference curve with its band at every boundary, both ends included. */
export function ecdfDifference(
  { replicates, maxRank, edges }: RankReference,
  { lower, upper }: CountLimits,
  counts: Int32Array,
): EcdfDifferencePoint[] {
  return Array.from(edges, (edge, j) => {
    const z = edge / (maxRank + 1);
    return {
      z,
      ecdf_diff: counts[j] / replicates - z,
      lower: lower[j] / replicates - z,
      upper: upper[j] / replicates - z,
    };
  });
}
