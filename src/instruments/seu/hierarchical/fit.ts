// The report of a hierarchical fit: a pure fold of its chunks, whatever order they came in.
import type { Chunk } from '../../../engine/types.ts';
import type { Dataset } from '../../../formats/dataset.ts';
import { PILOT_CHAINS } from '../../../inference/pooled.ts';
import type { TaskState } from '../../../jobs/run.ts';
import type { HierarchicalDetail } from '../../../models/hierarchical/variables.ts';
import { menuCount } from '../../../models/seu/data.ts';
import { adaptedStep, variableIndex, variableOf, type Draws } from '../../../statistics/draws.ts';
import { ebfmiByChain } from '../../../statistics/ebfmi.ts';
import { summariseDraws } from '../../../statistics/summarise.ts';
import { statisticShare } from '../diagnostics.ts';
import { constantsByDesign } from '../draws.ts';
import type { SamplerReport } from '../report.ts';
import { priorConflict } from './conflict.ts';
import { hierarchicalDiagnostics } from './diagnostics.ts';
import { foldHierarchical } from './draws.ts';
import { encodeCells } from './encode.ts';
import { cellsOf, parseHierarchicalKey, type HierarchicalPlan } from './plan.ts';
import type { HierarchicalReport } from './report.ts';

interface FitChunks {
  readonly chains: ReadonlyMap<number, readonly Chunk[]>;
  readonly tune: Chunk | null;
}

function chunksOf(chunks: readonly Chunk[], fit: number): FitChunks {
  const chains = new Map<number, Chunk[]>();
  let tune: Chunk | null = null;
  for (const chunk of chunks) {
    const key = parseHierarchicalKey(chunk.taskKey);
    if (key?.fit !== fit) continue;
    if (key.chain === null) tune = chunk;
    else chains.set(key.chain, [...(chains.get(key.chain) ?? []), chunk]);
  }
  return { chains, tune };
}

/** Chunks count gradients from the task's beginning: the largest count of each chain is its own. */
const sumOfLargest = (chains: FitChunks['chains'], count: (chunk: Chunk) => number): number =>
  [...chains.values()].reduce(
    (sum, chunks) => sum + chunks.reduce((largest, chunk) => Math.max(largest, count(chunk)), 0),
    0,
  );

function samplerReport(
  { settings }: HierarchicalPlan,
  { chains, tune }: FitChunks,
  statistics: Draws,
): SamplerReport {
  const { name, maxDepth } = settings.sampler;
  const index = (variable: string): number => variableIndex(statistics, variable);
  const column = (variable: string): Float64Array => variableOf(statistics, index(variable));
  const warmup = sumOfLargest(chains, ({ warmupGradients }) => warmupGradients);
  return {
    name,
    gradients: sumOfLargest(chains, ({ gradients }) => gradients),
    gradients_warmup: warmup + (tune?.warmupGradients ?? 0),
    divergences: column('divergent').reduce((total, value) => total + value, 0),
    saturated: statisticShare(statistics, 'tree_depth', (depth) => depth >= maxDepth),
    step_size: Array.from({ length: statistics.chains }, (_, c) => adaptedStep(statistics, c)),
    ebfmi: ebfmiByChain(column('energy'), statistics.chains),
  };
}

/** HMC chains beyond the pilot's start in groups, one for each pilot chain; they must come out equal. */
const superchainsOf = ({ settings }: HierarchicalPlan, chains: number): number | null =>
  settings.sampler.name === 'hmc' && chains > PILOT_CHAINS && chains % PILOT_CHAINS === 0
    ? PILOT_CHAINS
    : null;

/** The report of fit `index` so far; null before every chain has a draw. */
export function hierarchicalFitReport(
  plan: HierarchicalPlan,
  datasets: ReadonlyMap<string, Dataset>,
  chunks: readonly Chunk[],
  states: readonly TaskState[],
  index: number,
  detail: HierarchicalDetail = 'all',
): HierarchicalReport | null {
  const { settings, seed } = plan;
  const fit = settings.fits[index];
  const { label, model, cells } = fit;
  const data = encodeCells(cellsOf(fit, datasets));
  const labels = cells.map((cell) => cell.label);
  const task = settings.firstTask + index;
  const own = chunksOf(chunks, index);
  const folded = foldHierarchical(own.chains, { model, data, labels, seed, task, detail });
  if (folded === null) return null;
  const { draws, statistics, ppc, choices, agreement } = folded;
  const summary = summariseDraws(draws, constantsByDesign(data.cells[0].consequences));
  const sampler = samplerReport(plan, own, statistics);
  const prior = priorConflict(model.priors.gamma0, variableOf(draws, variableIndex(draws, 'gamma0')));
  const superchains = superchainsOf(plan, draws.chains);
  return {
    label,
    model,
    cells,
    menus: data.cells.reduce((sum, { uncertain }) => sum + menuCount(uncertain), 0),
    summary,
    diagnostics: hierarchicalDiagnostics(
      { summary, sampler, ppc, draws, agreement, superchains },
      prior,
      model.priors,
    ),
    ppc,
    choices,
    sampler,
    draws,
    statistics,
    prior,
    failures: states.flatMap(({ key, failure }) =>
      failure !== null && parseHierarchicalKey(key)?.fit === index ? [{ task: key, message: failure }] : [],
    ),
  };
}
