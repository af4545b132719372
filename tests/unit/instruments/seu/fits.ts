// Small fits run on a lane in this thread.
import { cpuLane } from '../../../../src/engine/cpu/lane.ts';
import { tuningOf } from '../../../../src/engine/cpu/tune-stepper.ts';
import type { Chunk, SamplerSettings, Tuning } from '../../../../src/engine/types.ts';
import type { Dataset, SeuContent } from '../../../../src/formats/dataset.ts';
import { datasetOf } from '../../../../src/formats/hash.ts';
import { DEFAULT_SAMPLER, fitTasks, type FitPlan } from '../../../../src/instruments/seu/plan.ts';
import { recognise } from '../../../../src/instruments/seu/import/recognise.ts';
import type { SeuModel } from '../../../../src/models/seu/presets.ts';

const SOURCE = { file: 'test', address: null, licence: null, citation: null };

export const dataset = (content: SeuContent, name = 'test'): Promise<Dataset> =>
  datasetOf(content, { name, condition: '', source: SOURCE, history: [] });

/** Content of a Stan data file, through the importer. */
export function contentOf(stan: unknown): SeuContent {
  const bytes = new TextEncoder().encode(JSON.stringify(stan));
  const recognised = recognise('test.json', bytes, { consequences: 3, dropFaultyMenus: false });
  if (!recognised.ok) throw new Error(JSON.stringify(recognised.faults));
  return recognised.contents[0].content;
}

export interface Fit {
  readonly plan: FitPlan;
  readonly datasets: ReadonlyMap<string, Dataset>;
}

export async function fitOf(
  content: SeuContent,
  model: SeuModel,
  sampler: Partial<SamplerSettings>,
  seed = 1,
): Promise<Fit> {
  const data = await dataset(content);
  const condition = { dataset: data.hash, label: 'test', model, cell: null, temperature: null };
  const plan: FitPlan = {
    instrument: 'seu',
    analysis: 'fit',
    title: 'test',
    datasets: [data.hash],
    settings: { conditions: [condition], sampler: { ...DEFAULT_SAMPLER, ...sampler }, study: null },
    seed,
    engine: 'cpu',
  };
  return { plan, datasets: new Map([[data.hash, data]]) };
}

/** All chunks of a plan's tasks, each task in steps of about `gradients`. */
export async function chunksOf({ plan, datasets }: Fit, gradients = 1e9): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = [];
  const tunings = new Map<string, Tuning>();
  for (const task of fitTasks(plan, datasets)) {
    const lane = cpuLane();
    const tuning = task.kind === 'chain' && task.tuneKey ? tunings.get(task.tuneKey)! : null;
    await lane.prepare([task.kind === 'chain' ? { ...task, tuning } : task], []);
    for (let news = await lane.advance(gradients); news.length > 0; news = await lane.advance(gradients)) {
      const [{ chunk, failure }] = news;
      if (failure !== null) throw new Error(failure);
      if (chunk && task.kind === 'tune') tunings.set(task.key, tuningOf(chunk));
      if (chunk) chunks.push(chunk);
    }
  }
  return chunks;
}
