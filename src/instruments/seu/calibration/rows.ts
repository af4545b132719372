// Rows of replicates as columns: what reports fold, files hold and merges join.
import type { ReplicateFact, ReplicateSummary } from '../../../engine/types.ts';

/**
 * Replicates in ascending order of their absolute numbers. Summaries are replicates × quantities, row by row; a failed
 * fit has its truth and NaN elsewhere. Facts have one entry a replicate, NaN where a file does not tell them.
 */
export interface ReplicateRows {
  readonly quantities: readonly string[];
  readonly maxRank: number;
  readonly replicates: readonly number[];
  readonly summaries: Readonly<Record<ReplicateSummary, Float64Array>>;
  readonly facts: Readonly<Record<ReplicateFact, Float64Array>>;
}
