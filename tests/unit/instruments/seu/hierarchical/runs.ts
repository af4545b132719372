// Small hierarchical fits run on a lane in this thread, from Stan data through the importer.
import { cpuLane } from '../../../../../src/engine/cpu/lane.ts';
import { tuningOf } from '../../../../../src/engine/cpu/tune-stepper.ts';
import type { Chunk, SamplerSettings, Tuning } from '../../../../../src/engine/types.ts';
import type { Dataset } from '../../../../../src/formats/dataset.ts';
import {
  hierarchicalTasks,
  type HierarchicalPlan,
} from '../../../../../src/instruments/seu/hierarchical/plan.ts';
import { recognise } from '../../../../../src/instruments/seu/import/recognise.ts';
import { DEFAULT_SAMPLER } from '../../../../../src/instruments/seu/plan.ts';
import type { HierarchicalModel } from '../../../../../src/models/hierarchical/presets.ts';
import { dataset } from '../fits.ts';

export interface HierarchicalRun {
  readonly plan: HierarchicalPlan;
  readonly datasets: ReadonlyMap<string, Dataset>;
}

export async function runOf(
  stan: unknown,
  model: HierarchicalModel,
  sampler: Partial<SamplerSettings>,
): Promise<HierarchicalRun> {
  const recognised = recognise('cells.json', new TextEncoder().encode(JSON.stringify(stan)));
  if (!recognised.ok) throw new Error(JSON.stringify(recognised.faults));
  const { contents, regression } = recognised;
  const all = await Promise.all(contents.map(({ content, condition }) => dataset(content, condition)));
  const cells = all.map(({ hash, name }, j) => ({
    dataset: hash,
    label: name,
    predictors: regression!.predictors[j],
    pool: regression!.pools?.[j] ?? null,
  }));
  const plan: HierarchicalPlan = {
    instrument: 'seu',
    analysis: 'hierarchical',
    title: 'cells',
    datasets: all.map(({ hash }) => hash),
    settings: {
      fits: [{ label: 'cells', model, cells }],
      sampler: { ...DEFAULT_SAMPLER, ...sampler },
      firstTask: 0,
    },
    seed: 5,
    engine: 'cpu',
  };
  return { plan, datasets: new Map(all.map((one) => [one.hash, one])) };
}

/** All chunks of a plan's tasks, each task in steps of about `gradients`. */
export async function chunksOf(
  { plan, datasets }: HierarchicalRun,
  gradients = 1e9,
): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  let tuning: Tuning | null = null;
  for (const task of hierarchicalTasks(plan, datasets)) {
    const lane = cpuLane();
    await lane.prepare([task.kind === 'chain' ? { ...task, tuning } : task], []);
    for (let news = await lane.advance(gradients); news.length > 0; news = await lane.advance(gradients)) {
      const [{ chunk, failure }] = news;
      if (failure !== null) throw new Error(failure);
      if (chunk && task.kind === 'tune') tuning = tuningOf(chunk);
      if (chunk) chunks.push(chunk);
    }
  }
  return chunks;
}
