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

/** How many of the small fits have chains that disagree about α, or failed (null). */
export function refitsDiagnostic(fits: readonly (FitReport | null)[]): Diagnostic {
  const wrong = fits.filter(
    (fit) =>
      fit === null || fit.diagnostics.some(({ id, severity }) => id === 'rhat:alpha' && severity === 'fail'),
  );
  const hint =
    wrong.length === 0
      ? ''
      : `The chains of ${wrong.length} of ${fits.length} fits disagree about α, or failed: what they say is rough.`;
  return {
    id: 'refits',
    label: 'Fits that cannot be relied on',
    value: wrong.length,
    threshold: 0,
    severity: wrong.length === 0 ? 'fine' : 'look',
    hint,
  };
}
