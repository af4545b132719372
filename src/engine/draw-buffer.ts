// Gathers kept draws of one chain into a chunk.
import type { TransitionInfo } from '../inference/chain.ts';
import { SAMPLER_STATISTICS, type Chunk, type SamplerStatistic } from './types.ts';

export interface DrawBuffer {
  add(position: Float64Array, info: TransitionInfo): void;
  /** The draws gathered since the last take, or null; `gradients` are the task's totals so far. */
  take(taskKey: string, gradients: number, warmupGradients: number): Chunk | null;
}

const statisticOf: Readonly<Record<SamplerStatistic, (info: TransitionInfo) => number>> = {
  lp: (info) => info.lp,
  accept_stat: (info) => info.acceptStat,
  step_size: (info) => info.stepSize,
  tree_depth: (info) => info.treeDepth,
  n_leapfrog: (info) => info.leapfrogs,
  divergent: (info) => (info.divergent ? 1 : 0),
  energy: (info) => info.energy,
};

/** `first` is the index of the next kept draw. */
export function drawBuffer(first: number): DrawBuffer {
  let start = first;
  let positions: Float64Array[] = [];
  let statistics: number[][] = [];

  function columns(): Record<string, Float64Array> {
    const dimension = positions[0].length;
    const position = new Float64Array(positions.length * dimension);
    positions.forEach((row, i) => position.set(row, i * dimension));
    const named = SAMPLER_STATISTICS.map(
      (name, j) => [name, Float64Array.from(statistics, (row) => row[j])] as const,
    );
    return { position, ...Object.fromEntries(named) };
  }

  return {
    add(position, info) {
      positions.push(position);
      statistics.push(SAMPLER_STATISTICS.map((name) => statisticOf[name](info)));
    },
    take(taskKey, gradients, warmupGradients) {
      const count = positions.length;
      if (count === 0) return null;
      const chunk = { taskKey, first: start, count, columns: columns(), gradients, warmupGradients };
      start += count;
      positions = [];
      statistics = [];
      return chunk;
    },
  };
}
