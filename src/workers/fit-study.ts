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

/** The study of fits that have been folded already, in the order of the plan; null until every condition has draws. */
export function studyOfFits(
  { plan, datasets }: Stored<FitPlan>,
  fits: readonly (FitReport | null)[],
): StudyReport | null {
  const conditions = plan.settings.conditions.map(({ dataset, cell, temperature }, index) => {
    const fit = fits[index];
    return fit && studyCondition(fit, datasets.get(dataset)!.content, cell ?? '', temperature ?? NaN);
  });
  const ready = conditions.filter((condition) => condition !== null);
  return ready.length === conditions.length ? studyReport(plan, ready) : null;
}

/** Null until every condition has draws; throws where the plan is of fits that were not grouped into cells. */
export const storedStudy = (stored: Stored<FitPlan>): StudyReport | null =>
  studyOfFits(
    stored,
    stored.plan.settings.conditions.map((_, index) => storedFit(stored, index)),
  );
