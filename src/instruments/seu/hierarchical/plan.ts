// The plan of hierarchical fits, and the tasks it stands for.
import type { ChainTask, SamplerSettings, Task, TuneTask } from '../../../engine/types.ts';
import type { Dataset } from '../../../formats/dataset.ts';
import type { Plan } from '../../../jobs/run.ts';
import type { HierarchicalModel } from '../../../models/hierarchical/presets.ts';
import { encodeCells, type CellContent } from './encode.ts';

/** One cell: its dataset, what it is called, its row of X, and its item pool, from zero, where there are pools. */
export interface HierarchicalCell {
  readonly dataset: string;
  readonly label: string;
  readonly predictors: readonly number[];
  readonly pool: number | null;
}

/** Cells that are fitted together by one model. */
export interface HierarchicalFit {
  readonly label: string;
  readonly model: HierarchicalModel;
  readonly cells: readonly HierarchicalCell[];
  /** What the columns of X are; absent where a number is all that is known of them. */
  readonly names?: readonly string[];
}

export interface HierarchicalSettings {
  readonly fits: readonly HierarchicalFit[];
  readonly sampler: SamplerSettings;
  /** Fit i has the random numbers of task firstTask + i: those before belong to other fits of the same run. */
  readonly firstTask: number;
}

export type HierarchicalPlan = Plan<HierarchicalSettings>;

const padded = (n: number): string => String(n).padStart(3, '0');
const chainKey = (fit: number, chain: number): string => `h${padded(fit)}/k${padded(chain)}`;
const tuneKey = (fit: number): string => `h${padded(fit)}/tune`;

/** The fit and chain of a task's key; chain is null for a tune task. Null where the task is of no hierarchical fit. */
export function parseHierarchicalKey(
  key: string,
): { readonly fit: number; readonly chain: number | null } | null {
  const [, fit, chain] = /^h(\d+)\/(?:tune|k(\d+))$/.exec(key) ?? [];
  if (fit === undefined) return null;
  return { fit: Number(fit), chain: (chain as string | undefined) === undefined ? null : Number(chain) };
}

/** What the cells of a fit hold. Throws on a dataset that is not given. */
export const cellsOf = (
  { label, cells }: HierarchicalFit,
  datasets: ReadonlyMap<string, Dataset>,
): readonly CellContent[] =>
  cells.map(({ dataset: hash, label: cell, predictors, pool }) => {
    const dataset = datasets.get(hash);
    if (!dataset) throw new Error(`dataset ${hash} of ${cell} in ${label} is not at hand`);
    return { content: dataset.content, predictors, pool };
  });

/** Tasks in plan order: of each fit its pooled warmup (hmc), then its chains. */
export const hierarchicalTasks = (
  plan: HierarchicalPlan,
  datasets: ReadonlyMap<string, Dataset>,
): readonly Task[] => plan.settings.fits.flatMap((fit, index) => tasksOf(plan, fit, datasets, index));

function tasksOf(
  { seed, settings }: HierarchicalPlan,
  fit: HierarchicalFit,
  datasets: ReadonlyMap<string, Dataset>,
  index: number,
): readonly Task[] {
  const { sampler, firstTask } = settings;
  const data = encodeCells(cellsOf(fit, datasets));
  const instance = { family: 'hierarchical', model: fit.model, data } as const;
  const pooled = sampler.name === 'hmc';
  const stream = (chain: number) => ({ seed, task: firstTask + index, chain });
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
