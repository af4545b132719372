// The plan of full Bayes for beliefs, and the tasks it stands for: chains over the parameters of every cell's model.
import type { ChainTask, SamplerSettings, Task, TuneTask } from '../../../engine/types.ts';
import type { ResponseTable } from '../../../formats/response-table.ts';
import type { Plan } from '../../../jobs/run.ts';
import { selectCases, type BeliefCell } from '../../../models/beliefs/cell.ts';
import type { ProperPriors } from '../../../models/beliefs/priors.ts';
import type { BeliefPosteriorModel, SampledKind } from '../../../models/beliefs/sampling.ts';
import type { BeliefSettings } from '../plan.ts';
import { plannedBeliefs, type PlannedBeliefs } from '../planned.ts';

export interface PosteriorSettings extends BeliefSettings {
  readonly kind: SampledKind;
  readonly priors: ProperPriors;
  readonly sampler: SamplerSettings;
  /** Held-out scores are computed at this many draws at most, evenly spread over all. */
  readonly scored: number;
}

export type PosteriorPlan = Plan<PosteriorSettings> & {
  readonly instrument: 'beliefs';
  readonly analysis: 'posterior';
};

export const SCORED_DRAWS = 200;

/** The title of a run, which tells it from fits of the same cells. */
export const posteriorTitle = (cells: string): string => `${cells}: full Bayes`;

export const posteriorModel = ({ kind, priors, clip }: PosteriorSettings): BeliefPosteriorModel => ({
  name: kind,
  priors,
  clip,
});

/** The answers that chains are given: those of the training cases. */
export const trainingAnswers = ({ fitted, rows }: PlannedBeliefs): BeliefCell =>
  selectCases(fitted, rows.train);

const cellKey = (cell: number): string => `b${String(cell).padStart(3, '0')}`;

/** The cell and the chain of a task's key; the chain of a pooled warmup is null. */
export function parsePosteriorKey(key: string): { readonly cell: number; readonly chain: number | null } {
  const [cell, part] = key.split('/');
  return { cell: Number(cell.slice(1)), chain: part === 'tune' ? null : Number(part.slice(1)) };
}

function cellTasks({ seed, settings }: PosteriorPlan, planned: PlannedBeliefs): readonly Task[] {
  const { index } = planned;
  const { sampler } = settings;
  const instance = {
    family: 'beliefs',
    model: posteriorModel(settings),
    cell: trainingAnswers(planned),
  } as const;
  const pooled = sampler.name === 'hmc';
  const stream = (chain: number) => ({ seed, task: index, chain });
  const tune: TuneTask = {
    kind: 'tune',
    key: `${cellKey(index)}/tune`,
    stream: stream(0),
    instance,
    sampler,
  };
  const chains = Array.from({ length: sampler.chains }, (_, chain): ChainTask => ({
    kind: 'chain',
    key: `${cellKey(index)}/k${String(chain).padStart(3, '0')}`,
    stream: stream(chain),
    instance,
    sampler,
    tuneKey: pooled ? tune.key : null,
    tuning: null,
  }));
  return pooled ? [tune, ...chains] : chains;
}

/** Chains of every cell that can be fitted, after its pooled warmup where there is one; cell i reads streams (seed, i, chain). */
export const posteriorTasks = (
  plan: PosteriorPlan,
  tables: ReadonlyMap<string, ResponseTable>,
): readonly Task[] =>
  plannedBeliefs(plan, tables).flatMap((planned) =>
    planned.obstacle === null ? cellTasks(plan, planned) : [],
  );
