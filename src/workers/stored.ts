// A run as it is stored: its plan, its datasets, and the chunks that have landed.
import type { Chunk } from '../engine/types.ts';
import type { ChoiceTable } from '../formats/choice-table.ts';
import {
  choiceTables,
  responseTables,
  seuDatasets,
  type AnyDataset,
  type Dataset,
} from '../formats/dataset.ts';
import type { ResponseTable } from '../formats/response-table.ts';
import type { BeliefPlan } from '../instruments/beliefs/plan.ts';
import type { PosteriorPlan } from '../instruments/beliefs/posterior/plan.ts';
import type { MechanismPlan } from '../instruments/portability/mechanism/plan.ts';
import type { PortabilityPlan } from '../instruments/portability/plan.ts';
import type { RobustnessPlan } from '../instruments/portability/robustness/plan.ts';
import type { CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import { parseHierarchicalKey, type HierarchicalPlan } from '../instruments/seu/hierarchical/plan.ts';
import { regressionPlan, withoutRegressions } from '../instruments/seu/hierarchical/study.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import type { PriorPlan } from '../instruments/seu/prior/plan.ts';
import type { RunRecord } from '../jobs/run.ts';
import type { LuceStore } from '../storage/store.ts';
import {
  isBeliefs,
  isCalibration,
  isFit,
  isHierarchical,
  isMechanism,
  isPortability,
  isPosterior,
  isPrior,
  isRobustness,
  planOf,
  type AnyPlan,
  type BeliefStudyPlan,
  type PortabilityStudyPlan,
} from './plans.ts';

export interface Stored<Plan extends AnyPlan = AnyPlan> {
  readonly run: RunRecord;
  readonly plan: Plan;
  readonly datasets: ReadonlyMap<string, Dataset>;
  /** Tables of choices; absent where the plan is of another instrument. */
  readonly tables?: ReadonlyMap<string, ChoiceTable>;
  /** Tables of answers; absent where the plan is of another instrument. */
  readonly answers?: ReadonlyMap<string, ResponseTable>;
  readonly chunks: readonly Chunk[];
}

/** Datasets of a plan, of any instrument; those that are not stored are left out. */
export async function datasetsOf(
  store: LuceStore,
  { datasets }: Pick<AnyPlan, 'datasets'>,
): Promise<readonly AnyDataset[]> {
  const found = await Promise.all([...new Set(datasets)].map((hash) => store.getDataset(hash)));
  return found.filter((dataset) => dataset !== null);
}

/** Throws where there is no such run; datasets that are not stored are left out. */
export async function readRun(store: LuceStore, runId: string): Promise<Stored> {
  const run = await store.getRun(runId);
  if (!run) throw new Error(`run ${runId} is not stored here`);
  const plan = planOf(run);
  const all = new Map((await datasetsOf(store, plan)).map((dataset) => [dataset.hash, dataset]));
  const chunks = await store.chunks(runId);
  return {
    run,
    plan,
    datasets: seuDatasets(all),
    tables: choiceTables(all),
    answers: responseTables(all),
    chunks,
  };
}

const ofFits = (key: string): boolean => parseHierarchicalKey(key) === null;

/** The run as one of fits, without what belongs to regressions over them; throws where it is another. */
export function asFit(stored: Stored): Stored<FitPlan> {
  const { plan, run, chunks } = stored;
  if (!isFit(plan)) throw new Error(`a run of analysis ${plan.analysis}; needed a fit or a study`);
  const tasks = run.manifest.tasks.filter(({ key }) => ofFits(key));
  return {
    ...stored,
    plan: withoutRegressions(plan),
    run: { ...run, manifest: { ...run.manifest, tasks } },
    chunks: chunks.filter(({ taskKey }) => ofFits(taskKey)),
  };
}

/** The joint fits of a run: of cells fitted together, or of the regressions of a study; throws where it has none. */
export function asJoint(stored: Stored): Stored<HierarchicalPlan> {
  const { plan } = stored;
  if (isHierarchical(plan)) return { ...stored, plan };
  if (!isFit(plan)) throw new Error(`a run of analysis ${plan.analysis}; needed hierarchical or a study`);
  return { ...stored, plan: regressionPlan(plan) };
}

type WithTables<Plan extends AnyPlan> = Stored<Plan> & Required<Pick<Stored, 'tables'>>;

/** A study of beliefs with the tables that it is of. */
export type StoredAnswers<Plan extends BeliefStudyPlan> = Stored<Plan> & Required<Pick<Stored, 'answers'>>;
export type StoredBeliefs = StoredAnswers<BeliefPlan>;
export type StoredPosterior = StoredAnswers<PosteriorPlan>;

/** The run as one of beliefs; throws where it is another. */
export function asBeliefs(stored: Stored): StoredBeliefs {
  const { plan, answers = new Map<string, ResponseTable>() } = stored;
  if (!isBeliefs(plan)) throw new Error(`a run of analysis ${plan.analysis}; needed beliefs`);
  return { ...stored, plan, answers };
}

/** The run as one of full Bayes; throws where it is another. */
export function asPosterior(stored: Stored): StoredPosterior {
  const { plan, answers = new Map<string, ResponseTable>() } = stored;
  if (!isPosterior(plan)) throw new Error(`a run of analysis ${plan.analysis}; needed posterior`);
  return { ...stored, plan, answers };
}

/** A run of portability with the tables that it is of. */
export type StoredChoices = WithTables<PortabilityPlan>;

/** A run of any study of portability with its tables. */
export type StoredStudy<Plan extends PortabilityStudyPlan = PortabilityStudyPlan> = WithTables<Plan>;

/** The run as one of portability; throws where it is another. */
export function asPortability(stored: Stored): StoredChoices {
  const { plan, tables = new Map<string, ChoiceTable>() } = stored;
  if (!isPortability(plan)) throw new Error(`a run of analysis ${plan.analysis}; needed portability`);
  return { ...stored, plan, tables };
}

/** The run as one of robustness; throws where it is another. */
export function asRobustness(stored: Stored): StoredStudy<RobustnessPlan> {
  const { plan, tables = new Map<string, ChoiceTable>() } = stored;
  if (!isRobustness(plan)) throw new Error(`a run of analysis ${plan.analysis}; needed robustness`);
  return { ...stored, plan, tables };
}

/** The run as one of mechanisms; throws where it is another. */
export function asMechanism(stored: Stored): StoredStudy<MechanismPlan> {
  const { plan, tables = new Map<string, ChoiceTable>() } = stored;
  if (!isMechanism(plan)) throw new Error(`a run of analysis ${plan.analysis}; needed mechanism`);
  return { ...stored, plan, tables };
}

/** The run as one of agents drawn from a prior; throws where it is another. */
export function asPrior(stored: Stored): Stored<PriorPlan> {
  const { plan } = stored;
  if (!isPrior(plan)) throw new Error(`a run of analysis ${plan.analysis}; needed prior`);
  return { ...stored, plan };
}

/** The run as one of replicates; throws where it is another. */
export function asCalibration(stored: Stored): Stored<CalibrationPlan> {
  const { plan } = stored;
  if (!isCalibration(plan)) throw new Error(`a run of analysis ${plan.analysis}; needed sbc or recover`);
  return { ...stored, plan };
}
