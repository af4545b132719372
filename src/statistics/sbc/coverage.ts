// How often central posterior intervals hold the truth, read off the ranks at the levels that draws can form.
import { binomialInterval, CONFIDENCE, type Share } from './binomial-interval.ts';

/** The interval between the k-th draws from either end holds the truths of ranks k … maxRank − k. */
export interface CentralCoverage extends Share {
  /** Exact probability under calibration: ranks in the interval over maxRank + 1. */
  readonly level: number;
  /** Observed share less `level`; `lower` and `upper` less `level` are its limits. */
  readonly difference: number;
}

/** The k of the central interval that comes closest to `level`. */
const cutFor = (level: number, maxRank: number): number =>
  Math.min(Math.floor(maxRank / 2), Math.max(0, Math.round(((maxRank + 1) * (1 - level)) / 2)));

function coverageOfCut(
  ranks: ArrayLike<number>,
  maxRank: number,
  cut: number,
  confidence: number,
): CentralCoverage {
  let inside = 0;
  for (let i = 0; i < ranks.length; i++) if (ranks[i] >= cut && ranks[i] <= maxRank - cut) inside++;
  const share = binomialInterval(inside, ranks.length, confidence);
  const level = (maxRank + 1 - 2 * cut) / (maxRank + 1);
  return { ...share, level, difference: share.estimate - level };
}

/**
 * Coverage of the central interval whose exact level comes closest to `level` (of two as close, the narrower): `maxRank` draws form only the levels
 * (maxRank + 1 − 2 k) / (maxRank + 1). With a Clopper–Pearson interval at `confidence`.
 */
export function centralCoverage(
  ranks: ArrayLike<number>,
  maxRank: number,
  level: number,
  confidence = CONFIDENCE,
): CentralCoverage {
  if (!(level > 0 && level <= 1)) throw new RangeError(`level ${level} of an interval is not within 0 … 1`);
  return coverageOfCut(ranks, maxRank, cutFor(level, maxRank), confidence);
}

/**
 * Coverage over the levels that draws can form, at most `points` of them evenly spread, ascending, the trivial level 1
 * left out. Intervals are pointwise: neighbours share their replicates, so verdicts belong to the ECDF's band.
 */
export function coverageCurve(
  ranks: ArrayLike<number>,
  maxRank: number,
  points = 50,
  confidence = CONFIDENCE,
): CentralCoverage[] {
  const cuts = Math.floor(maxRank / 2);
  const count = Math.min(points, cuts);
  return Array.from({ length: count }, (_, i) =>
    coverageOfCut(ranks, maxRank, Math.round(((count - i) * cuts) / count), confidence),
  );
}
