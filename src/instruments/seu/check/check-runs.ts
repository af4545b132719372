// Runs that were made to check a fit: which fit they belong to, and whether their own fits can be relied on.
import { canonicalJson } from '../../../formats/canonical.ts';
import type { Diagnostic } from '../../../statistics/diagnostic.ts';
import type { FitPlan } from '../plan.ts';
import type { FitReport } from '../report.ts';
import { LEAVE_OUT } from './left-out-plans.ts';
import { PREDICTIVE } from './predictive-plan.ts';

export type CheckAnalysis = typeof LEAVE_OUT | typeof PREDICTIVE;

/** Whether a plan is one of many small fits that check another. */
export const isCheckPlan = ({ analysis }: { readonly analysis: string }): boolean =>
  analysis === LEAVE_OUT || analysis === PREDICTIVE;

/** Whether `other` checks condition `index` of `plan`: the same data under the same model. */
export function checksCondition(
  other: FitPlan,
  analysis: CheckAnalysis,
  plan: FitPlan,
  index: number,
): boolean {
  const [first] = other.settings.conditions;
  const { dataset, model } = plan.settings.conditions[index];
  return (
    other.analysis === analysis &&
    first?.dataset === dataset &&
    canonicalJson(first.model) === canonicalJson(model)
  );
}

/** Whether the chains of a small fit agree about α; a fit that failed is null. */
export const isReliable = (fit: FitReport | null): boolean =>
  fit !== null && !fit.diagnostics.some(({ id, severity }) => id === 'rhat:alpha' && severity === 'fail');

/** How many of the small fits cannot be relied on. */
export function refitsDiagnostic(reliable: readonly boolean[]): Diagnostic {
  const wrong = reliable.filter((one) => !one).length;
  return {
    id: 'refits',
    label: 'Small fits that cannot be relied on',
    value: wrong,
    threshold: 0,
    severity: wrong === 0 ? 'fine' : 'look',
    hint:
      wrong === 0
        ? `The chains of all ${reliable.length} agree about α.`
        : `The chains of ${wrong} of ${reliable.length} disagree about α, or failed: what they say is rough.`,
  };
}
