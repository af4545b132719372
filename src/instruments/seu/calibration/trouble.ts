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
  rows.replicates.flatMap((replicate, row) =>
    isFailed(rows, row) ? [{ replicate, message: rows.messages?.get(replicate) ?? null }] : [],
  );

/** A chain that stood still has no R-hat, no effective size and no spread: none of them counts as converged. */
const isConverged = (
  { rhat, ess_bulk, sd }: Omit<UnconvergedReplicate, 'replicate'>,
  maxRank: number,
): boolean => rhat <= mostRhat(maxRank) && ess_bulk >= leastEss(maxRank) && sd > 0;

/** R-hat, or infinity where nothing varied. */
const distanceOff = ({ rhat, ess_bulk, sd }: Omit<UnconvergedReplicate, 'replicate'>): number =>
  sd > 0 && ess_bulk >= 0 && rhat >= 0 ? rhat : Infinity;

/** R-hat too high, too few effective draws or no spread in a quantity of interest; unknown figures count as such. */
export function unconvergedReplicates(rows: ReplicateRows): readonly UnconvergedReplicate[] {
  const { quantities, summaries, maxRank } = rows;
  const interesting = quantities.flatMap((name, q) => (isOfInterest(name) ? [q] : []));
  return fittedRows(rows).flatMap((row) => {
    const off = interesting
      .map((q) => {
        const at = row * quantities.length + q;
        const { rhat, ess_bulk, sd } = summaries;
        return { variable: quantities[q], rhat: rhat[at], ess_bulk: ess_bulk[at], sd: sd[at] };
      })
      .filter((own) => !isConverged(own, maxRank));
    if (off.length === 0) return [];
    const worst = off.reduce((a, b) => (distanceOff(b) > distanceOff(a) ? b : a));
    return [{ replicate: rows.replicates[row], ...worst }];
  });
}
