// Plans by their analysis: the tasks they stand for, and which of these a reader counts.
import type { Chunk, Task } from '../engine/types.ts';
import { choiceTables, responseTables, seuDatasets, type AnyDataset } from '../formats/dataset.ts';
import type { BeliefPlan } from '../instruments/beliefs/plan.ts';
import { posteriorTasks, type PosteriorPlan } from '../instruments/beliefs/posterior/plan.ts';
import { rowWork } from '../instruments/beliefs/row-work.ts';
import { beliefTasks } from '../instruments/beliefs/tasks.ts';
import { mechanismTasks, type MechanismPlan } from '../instruments/portability/mechanism/plan.ts';
import { portabilityTasks, type PortabilityPlan } from '../instruments/portability/plan.ts';
import { robustnessTasks, type RobustnessPlan } from '../instruments/portability/robustness/plan.ts';
import { parseCalibrationKey } from '../instruments/seu/calibration/keys.ts';
import { calibrationTasks, type CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import { truthsIn } from '../instruments/seu/calibration/truths.ts';
import { hierarchicalTasks, type HierarchicalPlan } from '../instruments/seu/hierarchical/plan.ts';
import { regressionPlan } from '../instruments/seu/hierarchical/study.ts';
import { fitTasks, type FitPlan } from '../instruments/seu/plan.ts';
import { priorTasks, type PriorPlan } from '../instruments/seu/prior/plan.ts';
import type { RunRecord } from '../jobs/run.ts';

/** Plans of observed choices: fits, a study of fits, cells fitted together. */
export type AnalysisPlan = FitPlan | HierarchicalPlan;

/** Plans of portability: a measurement, and the studies beside it. */
export type PortabilityStudyPlan = PortabilityPlan | RobustnessPlan | MechanismPlan;

/** Plans of beliefs: fits with what is computed beside them, and full Bayes. */
export type BeliefStudyPlan = BeliefPlan | PosteriorPlan;

/**
 * Every plan that a run can have: an analysis of choices, a calibration or a recovery study, a prior predictive, a
 * study of portability, a study of beliefs, full Bayes of beliefs.
 */
export type AnyPlan = AnalysisPlan | CalibrationPlan | PriorPlan | PortabilityStudyPlan | BeliefStudyPlan;

export const isCalibration = (plan: AnyPlan): plan is CalibrationPlan =>
  plan.analysis === 'sbc' || plan.analysis === 'recover';

export const isHierarchical = (plan: AnyPlan): plan is HierarchicalPlan => plan.analysis === 'hierarchical';

export const isPrior = (plan: AnyPlan): plan is PriorPlan => plan.analysis === 'prior';

export const isPortability = (plan: AnyPlan): plan is PortabilityPlan => plan.analysis === 'portability';

export const isRobustness = (plan: AnyPlan): plan is RobustnessPlan => plan.analysis === 'robustness';

export const isMechanism = (plan: AnyPlan): plan is MechanismPlan => plan.analysis === 'mechanism';

export const isOfPortability = (plan: AnyPlan): plan is PortabilityStudyPlan =>
  isPortability(plan) || isRobustness(plan) || isMechanism(plan);

export const isBeliefs = (plan: AnyPlan): plan is BeliefPlan => plan.analysis === 'beliefs';

export const isPosterior = (plan: AnyPlan): plan is PosteriorPlan => plan.analysis === 'posterior';

export const isOfBeliefs = (plan: AnyPlan): plan is BeliefStudyPlan => isBeliefs(plan) || isPosterior(plan);

export const isFit = (plan: AnyPlan): plan is FitPlan =>
  !isCalibration(plan) &&
  !isHierarchical(plan) &&
  !isPrior(plan) &&
  !isOfPortability(plan) &&
  !isOfBeliefs(plan);

export const planOf = (record: RunRecord): AnyPlan => record.manifest.plan as AnyPlan;

/** The plan of a run of fits; throws where it is another. */
export function fitPlanOf(record: RunRecord): FitPlan {
  const plan = planOf(record);
  if (!isFit(plan)) throw new Error(`a run of analysis ${plan.analysis}; needed a fit or a study`);
  return plan;
}

/** Whether the plan is a calibration that is conditional on data: its truths are draws of a fit to them. */
export const needsTruths = (plan: AnyPlan): boolean =>
  isCalibration(plan) && plan.settings.posterior !== null;

/** The truths that are kept with the chunks of a run; null where its plan needs none, or they are not among them. */
export const truthsOf = (plan: AnyPlan, chunks: readonly Chunk[]): Float64Array | null =>
  needsTruths(plan) ? truthsIn(chunks) : null;

/** Throws on a dataset that is not given, and on truths that are needed and not given. */
export const tasksOf = (
  plan: AnyPlan,
  all: ReadonlyMap<string, AnyDataset>,
  truths: Float64Array | null = null,
): readonly Task[] => {
  if (needsTruths(plan) && truths === null)
    throw new Error(
      'replicates of posterior SBC are left to run, and the fit whose draws are their truths is not stored with them; ' +
        'needed all of its replicates, or luce sbc --posterior, which fits first',
    );
  if (isPortability(plan)) return portabilityTasks(plan, choiceTables(all));
  if (isRobustness(plan)) return robustnessTasks(plan, choiceTables(all));
  if (isMechanism(plan)) return mechanismTasks(plan, choiceTables(all));
  if (isBeliefs(plan)) return beliefTasks(plan, responseTables(all));
  if (isPosterior(plan)) return posteriorTasks(plan, responseTables(all));
  const datasets = seuDatasets(all);
  if (isCalibration(plan)) return calibrationTasks(plan, datasets, truths);
  if (isPrior(plan)) return priorTasks(plan, datasets);
  if (isHierarchical(plan)) return hierarchicalTasks(plan, datasets);
  return [...fitTasks(plan, datasets), ...hierarchicalTasks(regressionPlan(plan), datasets)];
};

/** What an iteration of a task takes beside those of the plan's other tasks. */
export const workIn = (plan: AnyPlan): ((key: string) => number) => (isBeliefs(plan) ? rowWork : () => 1);

/** Whether a task's iterations are what the plan is asked for: replicates of a calibration, all of a fit. */
export const countsIn =
  (plan: AnyPlan) =>
  (key: string): boolean =>
    !isCalibration(plan) || (key.startsWith('a') && parseCalibrationKey(key).first !== null);
