// Which stored runs check a condition of a fit.
import { checksCondition, type CheckAnalysis } from '../instruments/seu/check/check-runs.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import type { RunRecord } from '../jobs/run.ts';
import { isFit, planOf } from './plans.ts';

/** Newest first. */
export const checkingRuns = (
  records: readonly RunRecord[],
  analysis: CheckAnalysis,
  plan: FitPlan,
  condition: number,
): readonly RunRecord[] =>
  records
    .filter((record) => {
      const other = planOf(record);
      return isFit(other) && checksCondition(other, analysis, plan, condition);
    })
    .sort((a, b) => b.created - a.created);
