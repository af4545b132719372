// Replicates whose fits failed or did not converge: counted and named, never dropped in silence.
import { isOfInterest } from './information.ts';
import type { FailedReplicate, UnconvergedReplicate } from './report.ts';
import { fittedRows, isFailed, type ReplicateRows } from './rows.ts';

const CONVERGED_RHAT = 1.01;
const CONVERGED_ESS = 100;
/** Independent draws so many scatter R-hat by a hundredth at most; fewer scatter it in proportion. */
const DRAWS_FOR_RHAT = 999;

/** R-hat that a quantity of interest may have: 1.01, and more where draws are few. */
export const mostRhat = (maxRank: number): number =>
  1 + (CONVERGED_RHAT - 1) * Math.max(1, DRAWS_FOR_RHAT / maxRank);

/** Effective draws that a quantity of interest must have: 100, or half of fewer than 200. */
export const leastEss = (maxRank: number): number => Math.min(CONVERGED_ESS, maxRank / 2);

export const failedReplicates = (rows: ReplicateRows): readonly FailedReplicate[] =>
  rows.replicates.flatMap((replicate, row) => (isFailed(rows, row) ? [{ replicate }] : []));

/** R-hat too high or too few effective draws in a quantity of interest. */
export function unconvergedReplicates(rows: ReplicateRows): readonly UnconvergedReplicate[] {
  const { quantities, summaries, maxRank } = rows;
  const least = leastEss(maxRank);
  const most = mostRhat(maxRank);
  const interesting = quantities.flatMap((name, q) => (isOfInterest(name) ? [q] : []));
  return fittedRows(rows).flatMap((row) => {
    const off = interesting
      .map((q) => {
        const at = row * quantities.length + q;
        return { variable: quantities[q], rhat: summaries.rhat[at], ess_bulk: summaries.ess_bulk[at] };
      })
      .filter(({ rhat, ess_bulk }) => rhat > most || ess_bulk < least);
    if (off.length === 0) return [];
    const worst = off.reduce((a, b) => (b.rhat > a.rhat ? b : a));
    return [{ replicate: rows.replicates[row], ...worst }];
  });
}
