// The report of an SEU fit: a pure fold of its chunks, whatever order they came in.
import type { Chunk } from '../../engine/types.ts';
import type { Dataset } from '../../formats/dataset.ts';
import { PILOT_CHAINS } from '../../inference/pooled.ts';
import type { TaskState } from '../../jobs/run.ts';
import { adaptedStep, variableIndex, variableOf, type Draws } from '../../statistics/draws.ts';
import { ebfmiByChain } from '../../statistics/ebfmi.ts';
import { summariseDraws } from '../../statistics/summarise.ts';
import { derivedContent } from './check/derivation.ts';
import { fitDiagnostics, statisticShare } from './diagnostics.ts';
import { constantsByDesign, foldDraws, type Detail } from './draws.ts';
import { encodeSeu } from './encode.ts';
import { parseKey, type FitPlan } from './plan.ts';
import type { FitReport, SamplerReport } from './report.ts';

interface ConditionChunks {
  readonly chains: Map<number, Chunk[]>;
  readonly tune: Chunk | null;
}

function chunksOf(chunks: readonly Chunk[], condition: number): ConditionChunks {
  const chains = new Map<number, Chunk[]>();
  let tune: Chunk | null = null;
  for (const chunk of chunks) {
    const key = parseKey(chunk.taskKey);
    if (key.condition !== condition) continue;
    if (key.chain === null) tune = chunk;
    else chains.set(key.chain, [...(chains.get(key.chain) ?? []), chunk]);
  }
  return { chains, tune };
}

const most = (chunks: readonly Chunk[], count: (chunk: Chunk) => number): number =>
  chunks.reduce((largest, chunk) => Math.max(largest, count(chunk)), 0);

function samplerReport(plan: FitPlan, { chains, tune }: ConditionChunks, statistics: Draws): SamplerReport {
  const { name, maxDepth } = plan.settings.sampler;
  const all = [...chains.values()];
  const column = (variable: string): Float64Array =>
    variableOf(statistics, variableIndex(statistics, variable));
  const sum = (count: (chunk: Chunk) => number): number =>
    all.reduce((total, list) => total + most(list, count), 0);
  return {
    name,
    gradients: sum(({ gradients }) => gradients),
    gradients_warmup: sum(({ warmupGradients }) => warmupGradients) + (tune?.warmupGradients ?? 0),
    divergences: column('divergent').reduce((total, value) => total + value, 0),
    saturated: statisticShare(statistics, 'tree_depth', (depth) => depth >= maxDepth),
    step_size: Array.from({ length: statistics.chains }, (_, chain) => adaptedStep(statistics, chain)),
    ebfmi: ebfmiByChain(column('energy'), statistics.chains),
  };
}

/** HMC chains beyond the pilot's start in groups, one for each pilot chain; they must come out equal. */
const superchainsOf = (plan: FitPlan, chains: number): number | null =>
  plan.settings.sampler.name === 'hmc' && chains > PILOT_CHAINS && chains % PILOT_CHAINS === 0
    ? PILOT_CHAINS
    : null;

/** The report of condition `index` so far; null before every chain has a draw. */
export function fitReport(
  plan: FitPlan,
  datasets: ReadonlyMap<string, Dataset>,
  chunks: readonly Chunk[],
  states: readonly TaskState[],
  index: number,
  detail: Detail = 'all',
): FitReport | null {
  const { dataset: hash, label, model, derived } = plan.settings.conditions[index];
  const dataset = datasets.get(hash);
  if (!dataset) throw new Error(`dataset ${hash} of condition ${label} is not at hand`);
  const data = encodeSeu(derivedContent(dataset.content, derived), model.link);
  const own = chunksOf(chunks, index);
  const folded = foldDraws(own.chains, { model, data, seed: plan.seed, condition: index, detail });
  if (folded === null) return null;
  const { draws, statistics, ppc, choices, agreement } = folded;
  const summary = summariseDraws(draws, constantsByDesign(data.consequences));
  const sampler = samplerReport(plan, own, statistics);
  return {
    label,
    dataset: hash,
    model,
    menus: data.uncertain.chosen.length + (data.risky?.menus.chosen.length ?? 0),
    summary,
    diagnostics: fitDiagnostics({
      summary,
      sampler,
      ppc,
      draws,
      agreement,
      superchains: superchainsOf(plan, draws.chains),
    }),
    ppc,
    choices,
    sampler,
    draws,
    statistics,
    failures: states.flatMap(({ key, failure }) =>
      failure !== null && parseKey(key).condition === index ? [{ task: key, message: failure }] : [],
    ),
  };
}
