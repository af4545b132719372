// A small calibration study, with rows that are made up and rows that were run.
import { replicationOf } from '../../../src/engine/models.ts';
import { REPLICATE_FACTS, REPLICATE_SUMMARIES, type Chunk } from '../../../src/engine/types.ts';
import { datasetOf } from '../../../src/formats/hash.ts';
import { ensembleKey } from '../../../src/instruments/seu/calibration/keys.ts';
import {
  calibrationTasks,
  studyOf,
  type CalibrationPlan,
  type CalibrationSettings,
  type Shard,
} from '../../../src/instruments/seu/calibration/plan.ts';
import { rowsOfChunks } from '../../../src/instruments/seu/calibration/rows.ts';
import { designContent } from '../../../src/instruments/seu/design/generate.ts';
import { DEFAULT_DESIGN } from '../../../src/instruments/seu/design/settings.ts';
import { memoryStore } from '../../../src/jobs/memory-store.ts';
import { CalibrationDraft } from '../../../src/app/workflow/calibration-draft.svelte.ts';
import { SEU_PRESETS } from '../../../src/models/seu/presets.ts';
import { job } from '../jobs/jobs.ts';

const source = { file: 'design', address: null, licence: null, citation: null };
export const dataset = await datasetOf(designContent({ ...DEFAULT_DESIGN, menus: 10 }), {
  name: 'design',
  condition: '',
  source,
  history: [],
});
export const datasets = new Map([[dataset.hash, dataset]]);

export function planOf(seed = 5): CalibrationPlan {
  const draft = new CalibrationDraft();
  draft.set('replicates', '64');
  draft.set('maxRank', '20');
  return draft.plan({ model: SEU_PRESETS.m_0, design: dataset.hash, seed, label: 'test' });
}

export const withSettings = (
  plan: CalibrationPlan,
  settings: Partial<CalibrationSettings>,
): CalibrationPlan => ({
  ...plan,
  settings: { ...plan.settings, ...settings },
});
export const part = (plan: CalibrationPlan, shard: Shard): CalibrationPlan => withSettings(plan, { shard });

/** Chunks as a run of the plan's part stores them: true truths, and ranks that name the replicate. */
export function chunksOf(plan: CalibrationPlan): readonly Chunk[] {
  const study = studyOf(plan, 0, datasets, null);
  const { replicate, quantities } = replicationOf(study, plan.seed);
  const tasks = calibrationTasks(plan, datasets);
  const blocks = tasks.flatMap((task) => (task.kind === 'replicates' ? [task] : []));
  const tuning: Chunk = {
    taskKey: ensembleKey(0),
    first: 0,
    count: 1,
    columns: Object.fromEntries(
      ['step_size', 'variances', 'basis', 'positions', 'iterations'].map((name) => [
        name,
        Float64Array.of(1),
      ]),
    ),
    gradients: 1,
    warmupGradients: 0,
  };
  return [
    tuning,
    ...blocks.map(({ key, first, count }): Chunk => {
      const numbers = Array.from({ length: count }, (_, i) => first + i);
      const truth = Float64Array.from(numbers.flatMap((number) => [...replicate(number).truth]));
      const rank = Float64Array.from(numbers.flatMap((number) => quantities.map(() => number % 21)));
      const columns = Object.fromEntries([
        ...REPLICATE_SUMMARIES.map((name) => [name, name === 'rank' ? rank : truth]),
        ...REPLICATE_FACTS.map((name) => [name, new Float64Array(count)]),
      ]);
      return { taskKey: key, first: 0, count, columns, gradients: 0, warmupGradients: 0 };
    }),
  ];
}

export const rowsOf = (chunks: readonly Chunk[]) =>
  rowsOfChunks(chunks, 0, replicationOf(studyOf(planOf(), 0, datasets, null), 5).quantities, 20);

/** A study that is run in a moment: replicates of short chains, each with a warmup of its own. */
export function quickPlan(count: number): CalibrationPlan {
  const plan = planOf();
  return withSettings(plan, {
    replicates: { first: 0, count },
    looks: { level: 0.05, planned: [count], added: [] },
    sampler: { ...plan.settings.sampler, name: 'nuts', warmup: 20, thin: 1 },
  });
}

/** What a run of the plan stores that nothing disturbs. */
export async function ranChunks(plan: CalibrationPlan): Promise<readonly Chunk[]> {
  const store = memoryStore();
  await job(calibrationTasks(plan, datasets), { store });
  return store.chunks('run');
}
