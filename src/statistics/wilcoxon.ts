// Wilcoxon's signed-rank test of paired differences, by the defaults of scipy.stats.wilcoxon.
import { averageRanks } from './ranks.ts';
import { normalProbability } from './sbc/normal-probability.ts';

export interface SignedRankTest {
  /** Differences that are not zero. */
  readonly pairs: number;
  /** The smaller of the sums of ranks of positive and of negative differences. */
  readonly statistic: number;
  /** Two-sided. NaN where every difference is zero. */
  readonly pValue: number;
  readonly method: 'exact' | 'normal';
}

const MOST_EXACT = 50;

/** Twice P(W ≤ statistic), by counting the sign patterns with each sum of ranks 1 … n. */
function exactPValue(pairs: number, statistic: number): number {
  const sums = new Float64Array(statistic + 1);
  sums[0] = 1;
  for (let rank = 1; rank <= pairs; rank++)
    for (let sum = statistic; sum >= rank; sum--) sums[sum] += sums[sum - rank];
  return Math.min(1, (2 * sums.reduce((total, count) => total + count, 0)) / 2 ** pairs);
}

/** Σ (t³ − t) over groups of t equal values. */
function tieTerm(ranks: Float64Array): number {
  const sizes = new Map<number, number>();
  for (const rank of ranks) sizes.set(rank, (sizes.get(rank) ?? 0) + 1);
  return [...sizes.values()].reduce((sum, t) => sum + (t * t * t - t), 0);
}

function normalPValue(pairs: number, statistic: number, ties: number): number {
  const mean = (pairs * (pairs + 1)) / 4;
  const variance = (pairs * (pairs + 1) * (2 * pairs + 1)) / 24 - ties / 48;
  return Math.min(1, 2 * normalProbability((statistic - mean) / Math.sqrt(variance)));
}

/**
 * Tests whether paired differences are centred at zero. Zeros are removed; exact for at most 50 differences without
 * zeros or ties, else the normal approximation with the correction for ties and none for continuity (scipy up to 1.14;
 * later ones permute up to 13 differences with zeros or ties). Throws on NaN.
 */
export function wilcoxonSignedRank(differences: Float64Array): SignedRankTest {
  if (differences.some(Number.isNaN)) throw new RangeError('a paired difference is NaN');
  const nonzero = differences.filter((difference) => difference !== 0);
  const pairs = nonzero.length;
  const ranks = averageRanks(nonzero.map(Math.abs));
  const positive = ranks.reduce((sum, rank, i) => (nonzero[i] > 0 ? sum + rank : sum), 0);
  const statistic = Math.min(positive, (pairs * (pairs + 1)) / 2 - positive);
  const ties = tieTerm(ranks);
  if (pairs > 0 && differences.length <= MOST_EXACT && pairs === differences.length && ties === 0)
    return { pairs, statistic, pValue: exactPValue(pairs, statistic), method: 'exact' };
  return { pairs, statistic, pValue: normalPValue(pairs, statistic, ties), method: 'normal' };
}
