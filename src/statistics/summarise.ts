// One row per variable: what R's posterior::summarise_draws says, with the Monte Carlo error of the mean.
import { convergenceOf } from './convergence.ts';
import type { Convergence } from './convergence.ts';
import type { Draws } from './draws.ts';
import { variableOf } from './draws.ts';
import { mean, sd } from './moments.ts';
import { madOfSorted, quantileOfSorted, sortedCopy } from './quantile.ts';

/** One row of `posterior::summarise_draws`, with MCSE; diagnostics are null where posterior has NA. */
export interface SummaryRow {
  readonly variable: string;
  readonly mean: number;
  readonly median: number;
  readonly sd: number;
  readonly mad: number;
  readonly q5: number;
  readonly q95: number;
  readonly rhat: number | null;
  readonly ess_bulk: number | null;
  readonly ess_tail: number | null;
  readonly mcse_mean: number | null;
  /** Why the variable never varies ("0 by design"), or null. */
  readonly constant: string | null;
}

type Moments = Pick<SummaryRow, 'mean' | 'median' | 'sd' | 'mad' | 'q5' | 'q95'>;

function momentsOf(x: Float64Array, sorted: Float64Array): Moments {
  return {
    mean: mean(x),
    median: quantileOfSorted(sorted, 0.5),
    sd: sd(x),
    mad: madOfSorted(sorted),
    q5: quantileOfSorted(sorted, 0.05),
    q95: quantileOfSorted(sorted, 0.95),
  };
}

const NOT_APPLICABLE: Convergence = { rhat: null, ess_bulk: null, ess_tail: null, mcse_mean: null };

/** Summary of one variable: its draws, chain after chain. `constant` says why it never varies, or null. */
function summariseVariable(
  variable: string,
  x: Float64Array,
  chains: number,
  constant: string | null = null,
): SummaryRow {
  const sorted = sortedCopy(x);
  const convergence = constant === null ? convergenceOf(x, chains, sorted) : NOT_APPLICABLE;
  return { variable, ...momentsOf(x, sorted), ...convergence, constant };
}

/**
 * Summaries in the order of the variables. `constants` maps the variables that are constant by design to the reason;
 * they have no diagnostics. A variable that is stuck without being named there has null diagnostics and no reason.
 */
export const summariseDraws = (
  draws: Draws,
  constants: ReadonlyMap<string, string> = new Map(),
): SummaryRow[] =>
  draws.variables.map((variable, index) =>
    summariseVariable(variable, variableOf(draws, index), draws.chains, constants.get(variable) ?? null),
  );
