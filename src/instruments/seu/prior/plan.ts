// The plan of a prior predictive with its calibration grid, and the tasks it stands for.
import type { PriorTask } from '../../../engine/types.ts';
import type { Dataset } from '../../../formats/dataset.ts';
import type { Plan } from '../../../jobs/run.ts';
import { encodeSeu } from '../encode.ts';
import type { PriorSettings } from './report.ts';

/** Its one dataset is the design, whose choices are not read. */
export type PriorPlan = Plan<PriorSettings> & { readonly analysis: 'prior' };

/** Agents of one task: how many a stopped run repeats at most. */
const BLOCK = 1000;

const blockKey = (first: number): string => `p${String(first).padStart(8, '0')}`;

/** The first agent of a task, from its key. */
export const firstAgentOf = (key: string): number => Number(key.slice(1));

/** Blocks of agents in order. Throws where the design is not given. */
export function priorTasks(plan: PriorPlan, datasets: ReadonlyMap<string, Dataset>): readonly PriorTask[] {
  const [design] = plan.datasets;
  const dataset = datasets.get(design);
  if (!dataset) throw new Error(`design ${design} is not at hand`);
  const { model, draws, grid } = plan.settings;
  const data = encodeSeu(dataset.content, model.link);
  const stream = { seed: plan.seed, task: 0, chain: 0 };
  return Array.from({ length: Math.ceil(draws / BLOCK) }, (_, block) => {
    const first = block * BLOCK;
    const count = Math.min(BLOCK, draws - first);
    return { kind: 'prior', key: blockKey(first), stream, model, data, grid, first, count };
  });
}
