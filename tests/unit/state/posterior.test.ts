// Posterior SBC whose truths are kept with the run: gone on with after a reload, whole in a bundle, held against tables.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Chunk } from '../../../src/engine/types.ts';
import { writeBundle } from '../../../src/formats/bundle.ts';
import { calibrationTasks, type CalibrationPlan } from '../../../src/instruments/seu/calibration/plan.ts';
import { rowsOfChunks } from '../../../src/instruments/seu/calibration/rows.ts';
import { truthsChunk } from '../../../src/instruments/seu/calibration/truths.ts';
import { memoryStore } from '../../../src/jobs/memory-store.ts';
import { SEU_PRESETS } from '../../../src/models/seu/presets.ts';
import { quantityNames } from '../../../src/models/seu/quantities.ts';
import { encodeSeu } from '../../../src/instruments/seu/encode.ts';
import { keepBundle } from '../../../src/state/bundles.ts';
import { partOfRows } from '../../../src/state/merge.ts';
import { newRecord } from '../../../src/state/run-records.ts';
import { truthsHash } from '../../../src/workers/fit-truths.ts';
import { job } from '../jobs/jobs.ts';
import { dataset, datasets, quickPlan, withSettings } from './studies.ts';
import { browser, rests, type Tab } from './tabs.ts';

const COUNT = 12;
/** Fewer truths than replicates: they are taken in turn. */
const TRUTHS = 5;
const { consequences: K, features } = dataset.content;
const D = features[0].length;
const row = (i: number): readonly number[] => {
  const beta = Array.from({ length: K * D }, (_, j) => Math.sin(3 * i + j));
  return [1 + i, 1 + i, ...beta, 0.2 + 0.1 * i, 0.8 - 0.1 * i];
};
const rows = Float64Array.from(Array.from({ length: TRUTHS }, (_, i) => row(i)).flat());
const truths = truthsChunk(rows, TRUTHS);
let fit = { title: 'a fit', hash: '' };

const posteriorPlan = (count: number): CalibrationPlan => {
  const plan = quickPlan(count);
  return withSettings(plan, { posterior: { sampler: plan.settings.sampler, truths: TRUTHS, fit } });
};
let plan: CalibrationPlan;
const names = quantityNames(
  SEU_PRESETS.m_0,
  encodeSeu(dataset.content, 'none'),
  quickPlan(COUNT).settings.quantities,
);
const rowsIn = (chunks: readonly Chunk[]) => rowsOfChunks(chunks, 0, names, 20);

async function ran(count: number): Promise<readonly Chunk[]> {
  const store = memoryStore();
  await job(calibrationTasks(posteriorPlan(count), datasets, rows), { store });
  return store.chunks('run');
}

let whole: readonly Chunk[];
let shut: () => void;
let tab: Tab;
beforeAll(async () => {
  fit = { ...fit, hash: await truthsHash(rows) };
  plan = posteriorPlan(COUNT);
  whole = await ran(COUNT);
}, 60_000);
beforeEach(async () => {
  const { tab: open, close } = await browser();
  shut = close;
  tab = await open();
});
afterEach(() => shut());

describe('posterior SBC with its truths', () => {
  it('simulates them in turn, not what the prior gives', () => {
    const { summaries, replicates } = rowsIn(whole);
    expect(replicates.map((_, i) => summaries.truth[i * names.length])).toEqual(
      replicates.map((number) => 1 + (number % TRUTHS)),
    );
  });

  it('begins with nothing but truths, and comes to the same rows', async () => {
    const id = await tab.runs.adopt({ plan, chunks: [truths], datasets: [dataset] });
    expect(await tab.store.getRun(id)).toMatchObject({ state: 'paused' });
    await tab.runs.resume(id);
    expect(await tab.store.getRun(id)).toMatchObject({ state: 'done' });
    expect(rowsIn(await tab.store.chunks(id))).toEqual(rowsIn(whole));
  });

  it('grows by replicates that go on where the truths were left', async () => {
    const id = await tab.runs.adopt({ plan, chunks: [truths, ...whole], datasets: [dataset] });
    expect(await tab.store.getRun(id)).toMatchObject({ state: 'done' });
    await tab.runs.extend(id, 5);
    await rests(tab.runs, id);
    expect(rowsIn(await tab.store.chunks(id))).toEqual(rowsIn(await ran(COUNT + 5)));
  });

  it('refuses a bundle whose truths are not those of the fit that its plan names', async () => {
    const run = newRecord('from elsewhere', plan, 'test', 0, 'paused');
    const changed = truthsChunk(
      rows.map((value) => value + 1e-9),
      TRUTHS,
    );
    const bytes = writeBundle({ run, datasets: [dataset], summaries: {}, chunks: [changed, ...whole] });
    const kept = await keepBundle(tab.store, bytes, 'changed.luce.zip');
    expect(kept).toMatchObject({ ok: false, faults: [{ file: 'changed.luce.zip/manifest.json' }] });
    expect(kept.ok || kept.faults[0].seen).toMatch(
      /^truths with SHA-256 [0-9a-f]{64}; needed those of “a fit”/,
    );
    expect(await tab.store.getRun(run.id)).toBeNull();
  });

  it('is gone on with from a bundle that holds half of it', async () => {
    const half = whole.slice(0, 1);
    const run = newRecord('from elsewhere', plan, 'test', 0, 'paused');
    const bytes = writeBundle({ run, datasets: [dataset], summaries: {}, chunks: [truths, ...half] });
    expect(await keepBundle(tab.store, bytes, 'half.luce.zip')).toEqual({ ok: true, value: run.id });
    await tab.runs.refresh();
    await tab.runs.resume(run.id);
    expect(rowsIn(await tab.store.chunks(run.id))).toEqual(rowsIn(whole));
  });

  it('takes in a table of its own, and none of a study from the prior', () => {
    const table = rowsIn(whole);
    expect(partOfRows('own.csv', table, plan, datasets, rows).chunks).toHaveLength(COUNT);
    expect(() => partOfRows('own.csv', table, quickPlan(COUNT), datasets)).toThrow(
      /its truth is not the one/,
    );
  });
});
