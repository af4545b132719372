// Reports of stored fits, one condition or the whole study.
import type { Detail } from '../instruments/seu/draws.ts';
import { fitReport } from '../instruments/seu/fit.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import type { FitReport, StudyReport } from '../instruments/seu/report.ts';
import { studyCondition, studyReport } from '../instruments/seu/study.ts';
import type { Stored } from './stored.ts';

/** Null before every chain has a draw. */
export const storedFit = (
  { plan, datasets, chunks, run }: Stored<FitPlan>,
  condition: number,
  detail: Detail = 'study',
): FitReport | null => fitReport(plan, datasets, chunks, run.manifest.tasks, condition, detail);

/** Null until every condition has draws; throws where the plan is of fits that were not grouped into cells. */
export function storedStudy(stored: Stored<FitPlan>): StudyReport | null {
  const { plan, datasets } = stored;
  const conditions = plan.settings.conditions.map(({ dataset, cell, temperature }, index) => {
    const fit = storedFit(stored, index);
    return fit && studyCondition(fit, datasets.get(dataset)!.content, cell ?? '', temperature ?? NaN);
  });
  const ready = conditions.filter((condition) => condition !== null);
  return ready.length === conditions.length ? studyReport(plan, ready) : null;
}
