// Plans by their analysis: the tasks they stand for, and which of these a reader counts.
import type { Task } from '../engine/types.ts';
import type { Dataset } from '../formats/dataset.ts';
import { parseCalibrationKey } from '../instruments/seu/calibration/keys.ts';
import { calibrationTasks, type CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import { fitTasks, type FitPlan } from '../instruments/seu/plan.ts';
import type { RunRecord } from '../jobs/run.ts';

/** Every plan that a run can have: a fit, a study of fits, a calibration or a recovery study. */
export type AnyPlan = FitPlan | CalibrationPlan;

export const isCalibration = (plan: AnyPlan): plan is CalibrationPlan =>
  plan.analysis === 'sbc' || plan.analysis === 'recover';

export const planOf = (record: RunRecord): AnyPlan => record.manifest.plan as AnyPlan;

/** The plan of a run of fits; throws where it is one of replicates. */
export function fitPlanOf(record: RunRecord): FitPlan {
  const plan = planOf(record);
  if (isCalibration(plan)) throw new Error(`a run of analysis ${plan.analysis}; needed a fit or a study`);
  return plan;
}

/** Throws on a dataset that is not given. `truths` are those of a calibration that is conditional on data. */
export const tasksOf = (
  plan: AnyPlan,
  datasets: ReadonlyMap<string, Dataset>,
  truths: Float64Array | null = null,
): readonly Task[] =>
  isCalibration(plan) ? calibrationTasks(plan, datasets, truths) : fitTasks(plan, datasets);

/** Whether a task's iterations are what the plan is asked for: replicates of a calibration, all of a fit. */
export const countsIn =
  (plan: AnyPlan) =>
  (key: string): boolean =>
    !isCalibration(plan) || (key.startsWith('a') && parseCalibrationKey(key).first !== null);
