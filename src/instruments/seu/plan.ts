// The plan of an SEU fit or study, and the tasks it stands for.
import type { ChainTask, SamplerSettings, Task, TuneTask } from '../../engine/types.ts';
import type { Dataset } from '../../formats/dataset.ts';
import type { Plan } from '../../jobs/run.ts';
import type { SeuModel } from '../../models/seu/presets.ts';
import { derivedContent, type Derivation } from './check/derivation.ts';
import { encodeSeu } from './encode.ts';

/** One dataset to fit. Cell, agent, task and temperature place it in a study. */
export interface Condition {
  readonly dataset: string;
  readonly label: string;
  readonly model: SeuModel;
  readonly cell: string | null;
  readonly temperature: number | null;
  /** What is changed of the dataset's choices before they are fitted; absent where nothing is. */
  readonly derived?: Derivation;
}

export interface Cell {
  readonly id: string;
  readonly agent: string;
  readonly task: string;
  /** Temperatures of adjacent conditions to merge for a second monotone probability. */
  readonly merge: readonly (readonly number[])[];
}

export interface StudySettings {
  readonly cells: readonly Cell[];
  /** Pairs of cells whose slopes are compared: P(slope of first < slope of second). */
  readonly compare: readonly (readonly [string, string])[];
}

export interface FitSettings {
  readonly conditions: readonly Condition[];
  readonly sampler: SamplerSettings;
  readonly study: StudySettings | null;
}

export type FitPlan = Plan<FitSettings>;

/**
 * Acceptance target where warmup is pooled. At 0.9 some chains stayed 20 to 40 draws beyond the 99.5 % point of α on the
 * real insurance data; at 0.95 with jittered steps no chain of 288 stayed more than 7, and the small data still give
 * more effective draws per gradient than NUTS.
 */
export const HMC_TARGET_ACCEPTANCE = 0.95;

/** Stan's defaults. */
export const DEFAULT_SAMPLER: SamplerSettings = {
  name: 'nuts',
  chains: 4,
  warmup: 1000,
  draws: 1000,
  thin: 1,
  targetAcceptance: 0.8,
  maxDepth: 10,
};

const chainKey = (condition: number, chain: number): string =>
  `c${String(condition).padStart(3, '0')}/k${String(chain).padStart(3, '0')}`;
const tuneKey = (condition: number): string => `c${String(condition).padStart(3, '0')}/tune`;

/** The condition and chain of a task's key; chain is null for a tune task. */
export function parseKey(key: string): { readonly condition: number; readonly chain: number | null } {
  const [condition, chain] = key.split('/');
  return { condition: Number(condition.slice(1)), chain: chain === 'tune' ? null : Number(chain.slice(1)) };
}

/** Tasks in plan order: condition i has the random streams (seed, i, chain). Throws on a dataset that is not given. */
export function fitTasks(plan: FitPlan, datasets: ReadonlyMap<string, Dataset>): readonly Task[] {
  return plan.settings.conditions.flatMap((condition, index) => {
    const dataset = datasets.get(condition.dataset);
    if (!dataset)
      throw new Error(`dataset ${condition.dataset} of condition ${condition.label} is not at hand`);
    return conditionTasks(plan, condition, dataset, index);
  });
}

function conditionTasks(
  plan: FitPlan,
  { model, derived }: Condition,
  dataset: Dataset,
  index: number,
): readonly Task[] {
  const { sampler } = plan.settings;
  const instance = {
    family: 'seu',
    model,
    data: encodeSeu(derivedContent(dataset.content, derived), model.link),
  } as const;
  const pooled = sampler.name === 'hmc';
  const stream = (chain: number) => ({ seed: plan.seed, task: index, chain });
  const tune: TuneTask = { kind: 'tune', key: tuneKey(index), stream: stream(0), instance, sampler };
  const chains = Array.from({ length: sampler.chains }, (_, chain): ChainTask => ({
    kind: 'chain',
    key: chainKey(index, chain),
    stream: stream(chain),
    instance,
    sampler,
    tuneKey: pooled ? tune.key : null,
    tuning: null,
  }));
  return pooled ? [tune, ...chains] : chains;
}
