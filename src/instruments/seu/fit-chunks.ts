// What every fit's report begins with, flat or hierarchical: its chunks chain by chain, what the sampler did, what failed.
import type { Chunk, SamplerSettings } from '../../engine/types.ts';
import { PILOT_CHAINS } from '../../inference/pooled.ts';
import type { TaskState } from '../../jobs/run.ts';
import { adaptedStep, variableIndex, variableOf, type Draws } from '../../statistics/draws.ts';
import { ebfmiByChain } from '../../statistics/ebfmi.ts';
import type { FitReport, SamplerReport } from './report.ts';

export interface FitChunks {
  readonly chains: ReadonlyMap<number, readonly Chunk[]>;
  readonly tune: Chunk | null;
}

/** A task of the fit by its key: its chain, null for the pooled warmup; undefined where it is of another fit. */
export type ChainOf = (taskKey: string) => number | null | undefined;

export function chunksOfFit(chunks: readonly Chunk[], chainOf: ChainOf): FitChunks {
  const chains = new Map<number, Chunk[]>();
  let tune: Chunk | null = null;
  for (const chunk of chunks) {
    const chain = chainOf(chunk.taskKey);
    if (chain === undefined) continue;
    if (chain === null) tune = chunk;
    else chains.set(chain, [...(chains.get(chain) ?? []), chunk]);
  }
  return { chains, tune };
}

/** Chunks count gradients from the task's beginning: the largest count of each chain is its own. */
const sumOfLargest = (chains: FitChunks['chains'], count: (chunk: Chunk) => number): number =>
  [...chains.values()].reduce(
    (sum, chunks) => sum + chunks.reduce((largest, chunk) => Math.max(largest, count(chunk)), 0),
    0,
  );

/** Share of transitions for which `predicate` holds of a sampler statistic. */
function statisticShare(statistics: Draws, name: string, predicate: (value: number) => boolean): number {
  const values = variableOf(statistics, variableIndex(statistics, name));
  return values.reduce((hits, value) => hits + (predicate(value) ? 1 : 0), 0) / values.length;
}

export function samplerReport(
  { name, maxDepth }: SamplerSettings,
  { chains, tune }: FitChunks,
  statistics: Draws,
): SamplerReport {
  const column = (variable: string): Float64Array =>
    variableOf(statistics, variableIndex(statistics, variable));
  const warmup = sumOfLargest(chains, ({ warmupGradients }) => warmupGradients);
  return {
    name,
    gradients: sumOfLargest(chains, ({ gradients }) => gradients),
    gradients_warmup: warmup + (tune?.warmupGradients ?? 0),
    divergences: column('divergent').reduce((total, value) => total + value, 0),
    saturated: statisticShare(statistics, 'tree_depth', (depth) => depth >= maxDepth),
    step_size: Array.from({ length: statistics.chains }, (_, chain) => adaptedStep(statistics, chain)),
    ebfmi: ebfmiByChain(column('energy'), statistics.chains),
  };
}

/** HMC chains beyond the pilot's start in groups, one for each pilot chain; they must come out equal. Null without. */
export const superchainsOf = ({ name }: SamplerSettings, chains: number): number | null =>
  name === 'hmc' && chains > PILOT_CHAINS && chains % PILOT_CHAINS === 0 ? PILOT_CHAINS : null;

export const failuresOf = (states: readonly TaskState[], chainOf: ChainOf): FitReport['failures'] =>
  states.flatMap(({ key, failure }) =>
    failure !== null && chainOf(key) !== undefined ? [{ task: key, message: failure }] : [],
  );
