// Plans of refits that a press starts, with the data they need.
import type { Dataset } from '../../formats/dataset.ts';
import { onePresentationPlan, stricterPlan, type PlannedRefit } from '../../instruments/seu/check/refits.ts';
import { sweepPlan } from '../../instruments/seu/compare/sweep.ts';
import { withoutRegressions } from '../../instruments/seu/hierarchical/study.ts';
import type { FitPlan } from '../../instruments/seu/plan.ts';
import type { RefitKind } from '../workflow/desk.ts';

/** Of the fits without regressions over them. Rejects where data of the plan are not among `found`. */
export async function refitOf(
  fitted: FitPlan,
  found: readonly Dataset[],
  kind: RefitKind,
): Promise<PlannedRefit> {
  const plan = withoutRegressions(fitted);
  const datasets = new Map(found.map((dataset) => [dataset.hash, dataset]));
  if (kind === 'stricter') return { plan: stricterPlan(plan), datasets };
  if (kind === 'one presentation') return onePresentationPlan(plan, datasets);
  const swept = sweepPlan(plan, datasets, kind);
  return { ...swept, plan: { ...swept.plan, title: `${plan.title}, prior ${kind}` } };
}
