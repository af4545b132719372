// Checks find the runs that were made for them: refits without some problems, and simulated agents.
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../src/engine/types.ts';
import { generateContent } from '../../../src/instruments/seu/design/generate.ts';
import type { FitPlan } from '../../../src/instruments/seu/plan.ts';
import type { RunRecord } from '../../../src/jobs/run.ts';
import { SEU_PRESETS } from '../../../src/models/seu/presets.ts';
import { outcomeOf } from '../../../src/state/outcome.ts';
import type { LuceStore } from '../../../src/storage/store.ts';
import { checkReportsOf } from '../../../src/workers/check-reports.ts';
import type { Reports } from '../../../src/workers/reports.ts';
import { chunksOf, fitOf } from '../instruments/seu/fits.ts';

const content = generateContent(
  { consequences: 3, dimensions: 2, alternatives: 6, menus: 18, smallest: 2, largest: 3, seed: 5 },
  8,
);
const fit = await fitOf(content, SEU_PRESETS.m_0, { chains: 2, warmup: 100, draws: 60 }, 2);

/** A store of runs in memory; `created` is their order. */
function storeOf(runs: Map<string, { plan: FitPlan; chunks: readonly Chunk[]; state: RunRecord['state'] }>) {
  const records = (): readonly RunRecord[] =>
    [...runs].map(
      ([id, { plan, state }], created) =>
        ({ id, state, created, changed: created, manifest: { plan, tasks: [] } }) as unknown as RunRecord,
    );
  return {
    listRuns: async () => records(),
    getRun: async (id: string) => records().find((record) => record.id === id) ?? null,
    getDataset: async (hash: string) => fit.datasets.get(hash) ?? null,
    chunks: async (id: string) => runs.get(id)!.chunks,
  } as unknown as LuceStore;
}

const runs = new Map([
  ['fit', { plan: fit.plan, chunks: await chunksOf(fit), state: 'done' as RunRecord['state'] }],
]);
const reports = checkReportsOf(Promise.resolve(storeOf(runs)));
const chunksFor = (plan: FitPlan) => chunksOf({ plan, datasets: fit.datasets });

describe('problems left out', () => {
  it('rest on importance weights until a run without them is done', async () => {
    const before = (await reports.checks('fit', 0))!;
    expect(before).toMatchObject({ run: 'fit', condition: 0 });
    expect(before.left_out).toMatchObject({ method: 'importance', refits: 0 });
    const plan = await reports.leaveOutPlan('fit', 0, 'folds');
    runs.set('folds', { plan, chunks: await chunksFor(plan), state: 'paused' });
    expect((await reports.checks('fit', 0))!.left_out.method).toBe('importance');

    runs.set('folds', { ...runs.get('folds')!, state: 'done' });
    const after = (await reports.checks('fit', 0))!;
    expect(after.left_out).toMatchObject({ method: 'folds', refits: 10, flagged: 0 });
    expect(after.left_out.problems.every(({ refitted }) => refitted)).toBe(true);
    expect(after.left_out.elpd).not.toBe(before.left_out.elpd);
    expect(after.left_out.problems.map(({ k }) => k)).toEqual(before.left_out.problems.map(({ k }) => k));
    const beside = (await reports.comparators('fit', 0))!;
    expect(beside).toMatchObject({ refits: 10, run: 'fit' });
    expect(beside.rows.map(({ flagged }) => flagged)).toEqual([0, 0, 0]);
    expect(beside.rows[0].elpd).toBeCloseTo(after.left_out.elpd, 10);
  });
});

describe('simulated agents', () => {
  it('stand beside the fit as far as they are fitted, and are judged when all are', async () => {
    expect(await reports.predictive('fit', 0)).toBeNull();
    const plan = await reports.predictivePlan('fit', 0, 20);
    const chunks = await chunksFor(plan);
    const half = chunks.filter(({ taskKey }) => Number(taskKey.slice(1, 4)) < 50);
    runs.set('agents', { plan, chunks: half, state: 'running' });
    expect(await reports.predictive('fit', 0)).toMatchObject({ fitted: 50, planned: 60, findings: [] });

    runs.set('agents', { plan, chunks, state: 'done' });
    const told = (await reports.predictive('fit', 0))!;
    expect(told).toMatchObject({ label: 'test', fitted: 60, planned: 60, level: 0.1 });
    expect(told.findings).toHaveLength(told.checks.length + 1);
    expect(told.checks[0].values.lapses).toHaveLength(20);
  });

  it('are listed by what their small fits are worth, not by the α of the first', async () => {
    const { plan } = runs.get('agents')!;
    const outcome = await outcomeOf('agents', plan, [], reports as unknown as Reports);
    expect(outcome.headline).toBe('60 small fits');
    expect(await reports.refits('agents')).toMatchObject({ id: 'refits', threshold: 0 });
  });
});
