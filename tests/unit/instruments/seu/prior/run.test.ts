// A prior predictive as a run: the agents of the direct report, whatever stopped it and in whatever order they came.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../../src/engine/types.ts';
import { datasetOf } from '../../../../../src/formats/hash.ts';
import { designContent } from '../../../../../src/instruments/seu/design/generate.ts';
import { DEFAULT_DESIGN } from '../../../../../src/instruments/seu/design/settings.ts';
import { priorReportOf } from '../../../../../src/instruments/seu/prior/fold.ts';
import { priorTasks, type PriorPlan } from '../../../../../src/instruments/seu/prior/plan.ts';
import { priorReport } from '../../../../../src/instruments/seu/prior/report.ts';
import { memoryStore } from '../../../../../src/jobs/memory-store.ts';
import { SEU_PRESETS } from '../../../../../src/models/seu/presets.ts';
import { job } from '../../../jobs/jobs.ts';

const content = designContent({ ...DEFAULT_DESIGN, menus: 8, riskyMenus: 6, lotteries: 8 });
const source = { file: 'd', address: null, licence: null, citation: null };
const dataset = await datasetOf(content, { name: 'd', condition: '', source, history: [] });
const datasets = new Map([[dataset.hash, dataset]]);

const plan: PriorPlan = {
  instrument: 'seu',
  analysis: 'prior',
  title: 'prior',
  datasets: [dataset.hash],
  settings: {
    model: SEU_PRESETS.m_2,
    draws: 2350,
    grid: [
      { mu: 0, sigma: 1 },
      { mu: 2, sigma: 0.5 },
    ],
    target: 0.6,
  },
  seed: 11,
  engine: 'cpu',
};

let chunks: readonly Chunk[];
beforeAll(async () => {
  const store = memoryStore();
  await job(priorTasks(plan, datasets), { store });
  chunks = await store.chunks('run');
}, 60_000);

describe('a prior predictive as a run', () => {
  it('has blocks of agents, each of whom is counted', () => {
    const tasks = priorTasks(plan, datasets);
    expect(tasks.map(({ first, count }) => [first, count])).toEqual([
      [0, 1000],
      [1000, 1000],
      [2000, 350],
    ]);
    expect(chunks.reduce((sum, { count }) => sum + count, 0)).toBe(2350);
  });

  it('reports what is computed at once, to the last bit, from chunks in any order', () => {
    const direct = priorReport(content, plan.settings, plan.seed);
    expect(priorReportOf(plan, datasets, chunks)).toEqual(direct);
    expect(priorReportOf(plan, datasets, chunks.toReversed())).toEqual(direct);
    expect(direct.grid).toHaveLength(2);
    expect(direct.suggestion).toMatchObject({ ok: true });
  });

  it('shows what is in while it grows, and seeks no prior before its end', () => {
    const last = chunks.filter(({ taskKey }) => taskKey !== 'p00000000');
    const part = priorReportOf(plan, datasets, last)!;
    expect(part.predictive.count).toBe(1350);
    expect(part.suggestion).toBeNull();
    expect(part.grid[0].draws).toBe(1350);
    expect(priorReportOf(plan, datasets, [])).toBeNull();
  });

  it('has no columns of a grid where none is asked for', async () => {
    const bare = { ...plan, settings: { ...plan.settings, grid: [], draws: 300, target: null } };
    const store = memoryStore();
    await job(priorTasks(bare, datasets), { store });
    const own = await store.chunks('run');
    expect(
      own.flatMap(({ columns }) => Object.keys(columns)).filter((name) => name.includes('grid')),
    ).toEqual([]);
    expect(priorReportOf(bare, datasets, own)).toEqual(priorReport(content, bare.settings, bare.seed));
  });
});
