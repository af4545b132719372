// Whether the fits behind the ranks can be trusted: failures, convergence, divergences, correlated draws.
import type { Diagnostic } from '../../../statistics/diagnostic.ts';
import { median } from '../../../statistics/quantile.ts';
import { figure, percent } from './sentences.ts';
import type { FailedReplicate, QuantityReport } from './report.ts';
import { leastEss, mostRhat } from './trouble.ts';

/** Counts behind the diagnostics; null where files do not tell them. */
export interface Fitness {
  readonly replicates: number;
  readonly failed: readonly FailedReplicate[];
  readonly unconverged: number;
  readonly divergences: number | null;
  /** Iterations after burn-in over all replicates. */
  readonly draws: number;
  readonly maxRank: number;
}

/** Shares that turn a count into a finding. */
const FEW = 0.01;
/** Effective over kept draws below which ranks crowd at both ends though the sampler is sound. */
const CORRELATED = 0.5;

const look = (seen: boolean): Diagnostic['severity'] => (seen ? 'look' : 'fine');

/** The message that most failed fits gave, where any is known. */
function commonest(failed: readonly FailedReplicate[]): string {
  const counts = new Map<string, number>();
  for (const { message } of failed) if (message !== null) counts.set(message, (counts.get(message) ?? 0) + 1);
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first === undefined ? '' : ` Most often: ${first[0]} (${first[1]}).`;
}

function failures({ failed, replicates }: Fitness): Diagnostic {
  const count = failed.length;
  return {
    id: 'failures',
    label: 'Failed fits',
    value: count,
    threshold: 0,
    severity: look(count > 0),
    hint:
      count === 0
        ? 'Every replicate was fitted.'
        : `${count} of ${replicates} fits failed; the verdict is repeated with their ranks at the worst.${commonest(failed)}`,
  };
}

function convergence({ unconverged, replicates, maxRank }: Fitness): Diagnostic {
  return {
    id: 'unconverged',
    label: 'Unconverged fits',
    value: unconverged,
    threshold: FEW * replicates,
    severity: look(unconverged > FEW * replicates),
    hint: `R-hat above ${figure(mostRhat(maxRank), 3)} or unknown, fewer than ${Math.floor(leastEss(maxRank))} effective draws or draws that never varied, of a sensitivity or the log likelihood; their ranks count all the same.`,
  };
}

function divergence({ divergences, draws }: Fitness): Diagnostic {
  const share = divergences === null ? null : divergences / Math.max(1, draws);
  return {
    id: 'divergences',
    label: 'Divergent draws',
    value: divergences,
    threshold: FEW * draws,
    severity: share === null ? 'na' : look(share > FEW),
    hint: share === null ? 'The file does not tell them.' : `${percent(share)} of kept draws.`,
  };
}

function correlated(quantities: readonly QuantityReport[], maxRank: number): Diagnostic {
  const sizes = quantities
    .filter(({ n }) => n > 0)
    .map(({ columns }) => median(columns.ess_bulk.filter(Number.isFinite)) / maxRank)
    .filter(Number.isFinite);
  const least = sizes.length === 0 ? null : Math.min(...sizes);
  return {
    id: 'draws',
    label: 'Effective share of kept draws',
    value: least,
    threshold: CORRELATED,
    severity: least === null ? 'na' : look(least < CORRELATED),
    hint: 'Median over replicates, for the quantity with the least. Correlated draws put too many ranks at both ends: thin more.',
  };
}

export const calibrationDiagnostics = (
  fitness: Fitness,
  quantities: readonly QuantityReport[],
): readonly Diagnostic[] => [
  failures(fitness),
  convergence(fitness),
  divergence(fitness),
  correlated(quantities, fitness.maxRank),
];
