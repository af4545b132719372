// The conditions of a run in short: α, its convergence and its state, one row each.
import type { FitReport } from '../../instruments/seu/report.ts';
import type { Condition } from '../../instruments/seu/plan.ts';
import { worstSeverity } from '../../statistics/diagnostic.ts';
import { stateOfSeverity } from '../components/state.ts';
import type { ConditionRow } from '../run-view.ts';

function rowOf(label: string, fit: FitReport | null, landing: boolean): ConditionRow {
  const alpha = fit?.summary.find(({ variable }) => variable === 'alpha');
  const { median = null, q5 = null, q95 = null, rhat = null, ess_bulk = null } = alpha ?? {};
  const worst = worstSeverity(fit?.diagnostics ?? []);
  const first = fit?.diagnostics.find(({ severity }) => severity === worst);
  const settled = fit ? stateOfSeverity(worst) : 'idle';
  const word = worst === 'fine' || worst === 'na' ? undefined : first?.label;
  return {
    label,
    median,
    q5,
    q95,
    rhat,
    ess_bulk,
    state: landing ? 'live' : settled,
    word: landing ? undefined : word,
  };
}

/** `landing` says of each condition whether its draws still come. */
export const conditionRows = (
  conditions: readonly Condition[],
  fits: readonly (FitReport | null)[],
  landing: readonly boolean[],
): readonly ConditionRow[] =>
  conditions.map(({ label }, place) => rowOf(label, fits[place] ?? null, landing[place] ?? false));
