// The report of a prior predictive from the chunks of its run, finished or growing.
import type { Chunk } from '../../../engine/types.ts';
import type { Dataset } from '../../../formats/dataset.ts';
import type { PriorGrid } from '../../../models/seu/prior-grid.ts';
import {
  joinPriorPredictive,
  PRIOR_COLUMNS,
  type PriorPredictive,
} from '../../../models/seu/prior-predictive.ts';
import { firstAgentOf, type PriorPlan } from './plan.ts';
import { reportOfDraws, type PriorReport } from './report.ts';

/** Chunks in the order of their agents, whatever order they came in. */
const ordered = (chunks: readonly Chunk[]): readonly Chunk[] => {
  const agentOf = ({ taskKey, first }: Chunk): number => firstAgentOf(taskKey) + first;
  return [...chunks].sort((a, b) => agentOf(a) - agentOf(b));
};

/** Agents that have chosen so far, as if they were the first: blocks end in any order. */
function predictiveOf(chunks: readonly Chunk[]): PriorPredictive {
  let first = 0;
  return joinPriorPredictive(
    chunks.map(({ count, columns }) => {
      const own = Object.fromEntries(PRIOR_COLUMNS.map((name) => [name, columns[name]]));
      const block = { first, count, maximal: columns.maximal, ...own } as unknown as PriorPredictive;
      first += count;
      return block;
    }),
  );
}

/** One column of the grid, points × agents, from columns that are points × agents of a chunk. */
function gridColumn(chunks: readonly Chunk[], name: string, points: number, count: number): Float64Array {
  const whole = new Float64Array(points * count);
  let from = 0;
  for (const { count: own, columns } of chunks) {
    for (let p = 0; p < points; p++)
      whole.set(columns[name].subarray(p * own, (p + 1) * own), p * count + from);
    from += own;
  }
  return whole;
}

function gridOf(chunks: readonly Chunk[], points: number, count: number): PriorGrid {
  const column = (name: string): Float64Array => gridColumn(chunks, name, points, count);
  return {
    first: 0,
    count,
    alpha: column('grid_alpha'),
    rate: column('grid_rate'),
    expectedRate: column('grid_expected_rate'),
  };
}

/** Null before there are two agents. A prior for the target is sought once all have chosen. */
export function priorReportOf(
  { settings, datasets: [design], seed }: PriorPlan,
  datasets: ReadonlyMap<string, Dataset>,
  chunks: readonly Chunk[],
): PriorReport | null {
  const dataset = datasets.get(design);
  if (!dataset) throw new Error(`design ${design} is not at hand`);
  const all = ordered(chunks);
  const count = all.reduce((sum, chunk) => sum + chunk.count, 0);
  if (count < 2) return null;
  const { grid, draws, target } = settings;
  const whole = count >= draws;
  const rates = grid.length === 0 ? null : gridOf(all, grid.length, count);
  const asked = { ...settings, target: whole ? target : null };
  return reportOfDraws(dataset.content, asked, seed, predictiveOf(all), rates);
}
