// A small study of replicates, tuned once, and its tasks cut in any way.
import { cpuLane } from '../../../src/engine/cpu/lane.ts';
import { tuningOf } from '../../../src/engine/cpu/tune-stepper.ts';
import type {
  Chunk,
  EnsembleTask,
  ReplicatesTask,
  SamplerSettings,
  Study,
  Tuning,
} from '../../../src/engine/types.ts';
import type { Dataset } from '../../../src/formats/dataset.ts';
import { datasetOf } from '../../../src/formats/hash.ts';
import type { CalibrationPlan, CalibrationSettings } from '../../../src/instruments/seu/calibration/plan.ts';
import { designContent } from '../../../src/instruments/seu/design/generate.ts';
import { DEFAULT_DESIGN } from '../../../src/instruments/seu/design/settings.ts';
import { SEU_PRESETS } from '../../../src/models/seu/presets.ts';
import { ALL_MENUS } from '../../../src/models/seu/subset.ts';
import { dataOf, readFixture, type StanData } from '../../support/seu.ts';

export const design = dataOf(readFixture<{ data: StanData }>('logdensity_m_0_small_K3.json').data);

type FlatStudy = Extract<Study, { family: 'seu' }>;

export const study = (parts: Partial<FlatStudy> = {}): FlatStudy => ({
  family: 'seu',
  model: SEU_PRESETS.m_0,
  design,
  fitted: SEU_PRESETS.m_0,
  menus: ALL_MENUS,
  fault: null,
  posterior: null,
  quantities: { psi: 1, projections: 1 },
  ...parts,
});

export const sampler = (parts: Partial<SamplerSettings> = {}): SamplerSettings => ({
  name: 'hmc',
  chains: 2,
  warmup: 24,
  draws: 12,
  thin: 2,
  targetAcceptance: 0.8,
  maxDepth: 6,
  ...parts,
});

export const ensembleTask = (parts: Partial<EnsembleTask> = {}): EnsembleTask => ({
  kind: 'ensemble',
  key: 'a00/tune',
  stream: { seed: 5, task: 0, chain: 0 },
  study: study(),
  sampler: sampler(),
  ...parts,
});

export const replicatesTask = (
  tuning: Tuning | null,
  parts: Partial<ReplicatesTask> = {},
): ReplicatesTask => ({
  kind: 'replicates',
  key: 'a00/r00000000',
  stream: { seed: 5, task: 0, chain: 0 },
  study: study(),
  first: 0,
  count: 5,
  sampler: sampler(),
  tuneKey: tuning ? 'a00/tune' : null,
  tuning,
  ...parts,
});

/** The whole task in one go. */
export async function chunkOf(task: EnsembleTask | ReplicatesTask): Promise<Chunk> {
  const lane = cpuLane();
  await lane.prepare([task], []);
  const [{ chunk, failure }] = await lane.advance(1e9);
  if (chunk === null || failure !== null) throw new Error(`${task.key}: ${failure}`);
  return chunk;
}

export const tunedOn = async (parts: Partial<EnsembleTask> = {}): Promise<Tuning> =>
  tuningOf(await chunkOf(ensembleTask(parts)));

/** Row `row` of every column of a chunk. */
export const rowOf = ({ columns, count }: Chunk, row: number): Record<string, readonly number[]> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, values]) => {
      const width = values.length / count;
      return [name, [...values.subarray(row * width, (row + 1) * width)]];
    }),
  );

/** A generated design as a dataset. */
export async function smallDataset(): Promise<{ dataset: Dataset; datasets: Map<string, Dataset> }> {
  const source = { file: 'd', address: null, licence: null, citation: null };
  const content = designContent({ ...DEFAULT_DESIGN, menus: 8 });
  const dataset = await datasetOf(content, { name: 'd', condition: '', source, history: [] });
  return { dataset, datasets: new Map([[dataset.hash, dataset]]) };
}

/** A calibration of m_0 on the menus of `design`. */
export function calibrationPlan(
  { hash }: Dataset,
  parts: Pick<CalibrationSettings, 'replicates' | 'shard'>,
): CalibrationPlan {
  const { m_0 } = SEU_PRESETS;
  return {
    instrument: 'seu',
    analysis: 'sbc',
    title: 't',
    datasets: [hash],
    settings: {
      arms: [{ label: 'm_0', design: hash, model: m_0, fitted: m_0, menus: ALL_MENUS, fault: null }],
      looks: { level: 0.05, planned: [parts.replicates.count], added: [] },
      posterior: null,
      sampler: sampler(),
      quantities: { psi: 1, projections: 1 },
      ...parts,
    },
    seed: 5,
    engine: 'cpu',
  };
}
