// Rank plots: where each chain's draws stand among the draws of all chains.
import { chainsOf, oneChain } from './chains.ts';
import { averageRanks } from './ranks.ts';

/** Histograms of pooled ranks by chain; chains that mix fill every bin with about `expected` draws. */
export interface RankHistogram {
  readonly bins: number;
  /** Draws that each bin of each chain would hold if ranks were spread evenly. */
  readonly expected: number;
  /** Draws by chain and bin, lowest ranks first. */
  readonly counts: readonly Uint32Array[];
}

function countRanks(ranks: Float64Array, pooled: number, bins: number): Uint32Array {
  const counts = new Uint32Array(bins);
  for (const rank of ranks) counts[Math.floor(((rank - 0.5) / pooled) * bins)]++;
  return counts;
}

/** Bins the average ranks of the pooled draws (Vehtari et al. 2021, section 4.2); `values` holds no NaN. */
export function rankHistogram(values: Float64Array, chains: number, bins = 20): RankHistogram {
  const { iterations } = chainsOf(values, chains);
  const ranks = chainsOf(averageRanks(values), chains);
  return {
    bins,
    expected: iterations / bins,
    counts: Array.from({ length: chains }, (_, chain) =>
      countRanks(oneChain(ranks, chain), values.length, bins),
    ),
  };
}
