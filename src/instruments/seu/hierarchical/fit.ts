// The report of a hierarchical fit: a pure fold of its chunks, whatever order they came in.
import type { Chunk } from '../../../engine/types.ts';
import type { Dataset } from '../../../formats/dataset.ts';
import type { TaskState } from '../../../jobs/run.ts';
import type { HierarchicalDetail } from '../../../models/hierarchical/variables.ts';
import { menuCount } from '../../../models/seu/data.ts';
import { variableIndex, variableOf } from '../../../statistics/draws.ts';
import { summariseDraws } from '../../../statistics/summarise.ts';
import { constantsByDesign } from '../draws.ts';
import { chunksOfFit, failuresOf, samplerReport, superchainsOf, type ChainOf } from '../fit-chunks.ts';
import { priorConflict } from './conflict.ts';
import { hierarchicalDiagnostics } from './diagnostics.ts';
import { foldHierarchical } from './draws.ts';
import { encodeCells } from './encode.ts';
import { cellsOf, parseHierarchicalKey, type HierarchicalPlan } from './plan.ts';
import type { HierarchicalReport } from './report.ts';

/** Tasks of one fit. */
const chainOf =
  (index: number): ChainOf =>
  (taskKey) => {
    const key = parseHierarchicalKey(taskKey);
    return key?.fit === index ? key.chain : undefined;
  };

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
  const own = chunksOfFit(chunks, chainOf(index));
  const folded = foldHierarchical(own.chains, { model, data, labels, seed, task, detail });
  if (folded === null) return null;
  const { draws, statistics, ppc, choices, agreement } = folded;
  const summary = summariseDraws(draws, constantsByDesign(data.cells[0].consequences));
  const sampler = samplerReport(settings.sampler, own, statistics);
  const prior = priorConflict(model.priors.gamma0, variableOf(draws, variableIndex(draws, 'gamma0')));
  const superchains = superchainsOf(settings.sampler, draws.chains);
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
    failures: failuresOf(states, chainOf(index)),
  };
}
