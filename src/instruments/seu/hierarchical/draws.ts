// Folds the chunks of a hierarchical fit into draws of everything that is reported.
import { SAMPLER_STATISTICS, type Chunk } from '../../../engine/types.ts';
import { randomStream } from '../../../math/random.ts';
import { SITE } from '../../../math/sites.ts';
import type { HierarchicalData } from '../../../models/hierarchical/data.ts';
import { hierarchicalExpander } from '../../../models/hierarchical/expand.ts';
import type { HierarchicalModel } from '../../../models/hierarchical/presets.ts';
import {
  hierarchicalVariables,
  writeHierarchical,
  type HierarchicalDetail,
} from '../../../models/hierarchical/variables.ts';
import type { Draws } from '../../../statistics/draws.ts';
import type { PpcCheck } from '../report.ts';
import { pooledRecord } from './predictive.ts';
import type { CellChoiceFit } from './report.ts';

export interface HierarchicalFold {
  readonly draws: Draws;
  readonly statistics: Draws;
  readonly ppc: readonly PpcCheck[];
  readonly choices: readonly CellChoiceFit[];
  /** Largest |lp − lp in f64| / (1 + |lp|) over all draws: the engine's arithmetic, checked at every draw. */
  readonly agreement: number;
}

export interface HierarchicalFoldOptions {
  readonly model: HierarchicalModel;
  readonly data: HierarchicalData;
  /** Names of the cells. */
  readonly labels: readonly string[];
  readonly seed: number;
  /** The number of the fit's random streams. */
  readonly task: number;
  readonly detail: HierarchicalDetail;
}

/** Visits the first `limit` draws of one chain in order; its chunks may come in any order. */
function eachDraw(
  chunks: readonly Chunk[],
  limit: number,
  visit: (draw: number, position: Float64Array, chunk: Chunk, row: number) => void,
): void {
  for (const chunk of [...chunks].sort((a, b) => a.first - b.first)) {
    const width = chunk.columns.position.length / chunk.count;
    for (let row = 0; row < chunk.count && chunk.first + row < limit; row++)
      visit(chunk.first + row, chunk.columns.position.subarray(row * width, (row + 1) * width), chunk, row);
  }
}

const drawCount = (chunks: readonly Chunk[]): number => chunks.reduce((sum, { count }) => sum + count, 0);

function emptyDraws(variables: readonly string[], chains: number, iterations: number): Draws {
  return { variables, chains, iterations, values: new Float64Array(variables.length * chains * iterations) };
}

/** Draws of the chains given (chain → its chunks), cut to the shortest; null before every chain has a draw. */
export function foldHierarchical(
  byChain: ReadonlyMap<number, readonly Chunk[]>,
  { model, data, labels, seed, task, detail }: HierarchicalFoldOptions,
): HierarchicalFold | null {
  const ids = [...byChain.keys()].sort((a, b) => a - b);
  const iterations = ids.length === 0 ? 0 : Math.min(...ids.map((id) => drawCount(byChain.get(id)!)));
  if (iterations === 0) return null;
  const chains = ids.length;
  const draws = emptyDraws(hierarchicalVariables(model, data, detail), chains, iterations);
  const statistics = emptyDraws(SAMPLER_STATISTICS, chains, iterations);
  const predictive = pooledRecord(model, data, chains * iterations);
  let agreement = 0;

  ids.forEach((id, chain) => {
    const random = randomStream(seed, task, id);
    const { expand } = hierarchicalExpander(model, data, random);
    const place = (variable: number, i: number): number => (variable * chains + chain) * iterations + i;
    eachDraw(byChain.get(id)!, iterations, (i, position, { columns }, row) => {
      const drawn = expand(position, i);
      let variable = 0;
      writeHierarchical(drawn, (value) => (draws.values[place(variable++, i)] = value), detail);
      SAMPLER_STATISTICS.forEach((name, s) => (statistics.values[place(s, i)] = columns[name][row]));
      const error = Math.abs(columns.lp[row] - drawn.frameDensity) / (1 + Math.abs(drawn.frameDensity));
      agreement = Math.max(agreement, Number.isNaN(error) ? Infinity : error);
      random.seek(i, SITE.replicate);
      predictive.add(chain * iterations + i, drawn, random);
    });
  });
  return { draws, statistics, ppc: predictive.checks(), choices: predictive.choices(labels), agreement };
}
