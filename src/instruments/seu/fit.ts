// The report of an SEU fit: a pure fold of its chunks, whatever order they came in.
import type { Chunk } from '../../engine/types.ts';
import type { Dataset } from '../../formats/dataset.ts';
import type { TaskState } from '../../jobs/run.ts';
import { summariseDraws } from '../../statistics/summarise.ts';
import { derivedContent } from './check/derivation.ts';
import { fitDiagnostics } from './diagnostics.ts';
import { constantsByDesign, foldDraws, type Detail } from './draws.ts';
import { encodeSeu } from './encode.ts';
import { chunksOfFit, failuresOf, samplerReport, superchainsOf, type ChainOf } from './fit-chunks.ts';
import { parseKey, type FitPlan } from './plan.ts';
import type { FitReport } from './report.ts';

/** Tasks of one condition. */
const chainOf =
  (index: number): ChainOf =>
  (taskKey) => {
    const { condition, chain } = parseKey(taskKey);
    return condition === index ? chain : undefined;
  };

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
  const own = chunksOfFit(chunks, chainOf(index));
  const folded = foldDraws(own.chains, { model, data, seed: plan.seed, condition: index, detail });
  if (folded === null) return null;
  const { draws, statistics, ppc, choices, agreement } = folded;
  const summary = summariseDraws(draws, constantsByDesign(data.consequences));
  const sampler = samplerReport(plan.settings.sampler, own, statistics);
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
      superchains: superchainsOf(plan.settings.sampler, draws.chains),
    }),
    ppc,
    choices,
    sampler,
    draws,
    statistics,
    failures: failuresOf(states, chainOf(index)),
  };
}
