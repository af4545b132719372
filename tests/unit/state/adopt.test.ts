// Studies that were computed elsewhere are kept whole, gone on with where something is missing, or refused with nothing kept.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Chunk } from '../../../src/engine/types.ts';
import { calibrationTasks, type CalibrationPlan } from '../../../src/instruments/seu/calibration/plan.ts';
import { ledger } from '../../../src/jobs/ledger.ts';
import { mergeParts } from '../../../src/state/merge.ts';
import {
  chunksOf,
  dataset,
  datasets,
  part,
  planOf,
  quickPlan,
  ranChunks,
  rowsOf,
  withSettings,
} from './studies.ts';
import { browser, rests, type Tab } from './tabs.ts';

const COUNT = 13;
let whole: readonly Chunk[];
let parts: readonly { name: string; plan: CalibrationPlan; chunks: readonly Chunk[] }[];
let longer: readonly Chunk[];

let shut: () => void;
let tab: Tab;
let other: () => Promise<Tab>;

beforeAll(async () => {
  whole = await ranChunks(quickPlan(COUNT));
  longer = await ranChunks(quickPlan(COUNT + 9));
  parts = await Promise.all(
    [1, 2, 3].map(async (index) => {
      const plan = part(quickPlan(COUNT), { index, of: 3 });
      return { name: `part ${index}`, plan, chunks: await ranChunks(plan) };
    }),
  );
}, 60_000);
beforeEach(async () => {
  const { tab: open, close } = await browser();
  shut = close;
  other = open;
  tab = await open();
});
afterEach(() => shut());

const nothingKept = async (): Promise<void> => {
  expect(await tab.store.listRuns()).toEqual([]);
  expect(await tab.store.listDatasets()).toEqual([]);
};

const posterior = (plan: CalibrationPlan): CalibrationPlan =>
  withSettings(plan, { posterior: { sampler: plan.settings.sampler, truths: 64 } });

describe('a study of which every part is at hand', () => {
  it('is done, with its design and every row', async () => {
    const id = await tab.runs.adopt({ ...mergeParts([parts[2], parts[0], parts[1]]), datasets: [dataset] });
    const run = await tab.store.getRun(id);
    expect(run).toMatchObject({ state: 'done', severity: 'fine' });
    expect(run!.manifest.tasks.every(({ done }) => done)).toBe(true);
    expect(tab.runs.find(id)).toEqual(run);
    expect(await tab.store.listDatasets()).toEqual([dataset]);
    expect(rowsOf(await tab.store.chunks(id))).toEqual(rowsOf(whole));
    expect(tab.opened()).toBe(0);
  });
});

describe('a study of which a part is missing', () => {
  const some = () => tab.runs.adopt({ ...mergeParts([parts[0], parts[2]]), datasets: [dataset] });

  it('is paused, and goes on to the rows of one that ran in one go', async () => {
    const id = await some();
    expect(await tab.store.getRun(id)).toMatchObject({ state: 'paused', headline: null });
    expect((await tab.store.chunks(id)).length).toBeGreaterThan(0);
    await tab.runs.resume(id);
    expect(await tab.store.getRun(id)).toMatchObject({ state: 'done' });
    expect(rowsOf(await tab.store.chunks(id))).toEqual(rowsOf(whole));
  });

  it('is refused, with nothing kept, without its design', async () => {
    const merged = { ...mergeParts([parts[0]]), datasets: [] };
    await expect(tab.runs.adopt(merged)).rejects.toThrow(/design .* is not at hand/);
    await nothingKept();
  });
});

describe('posterior SBC', () => {
  const plan = posterior(planOf());

  it('is kept where every replicate is there', async () => {
    const id = await tab.runs.adopt({ plan, chunks: chunksOf(planOf()), datasets: [dataset] });
    expect(await tab.store.getRun(id)).toMatchObject({ state: 'done' });
    const before = await tab.store.getRun(id);
    await expect(tab.runs.extend(id, 10)).rejects.toThrow(/the fit whose draws are their truths/);
    expect(await tab.store.getRun(id)).toEqual(before);
  });

  it('is refused with its reason, and nothing kept, where some are missing', async () => {
    const [tuning, ...blocks] = chunksOf(planOf());
    const adopted = tab.runs.adopt({ plan, chunks: [tuning, ...blocks.slice(1)], datasets: [dataset] });
    await expect(adopted).rejects.toThrow(/the fit whose draws are their truths is not stored with them/);
    await nothingKept();
  });
});

describe('adding replicates', () => {
  const adopted = () => tab.runs.adopt({ ...mergeParts(parts), datasets: [dataset] });

  it('to a study that came in parts gives the rows of the longer study', async () => {
    const id = await adopted();
    await tab.runs.extend(id, 9);
    await rests(tab.runs, id);
    const run = await tab.store.getRun(id);
    expect(run).toMatchObject({
      state: 'done',
      manifest: { plan: { settings: { looks: { added: [22] } } } },
    });
    const chunks = await tab.store.chunks(id);
    expect(rowsOf(chunks)).toEqual(rowsOf(longer));
    const tasks = calibrationTasks(quickPlan(COUNT + 9), datasets);
    expect(ledger(tasks, chunks, []).finished).toBe(true);
  });

  it('is refused, with nothing changed, while another tab has the run', async () => {
    const id = await adopted();
    const second = await other();
    await second.runs.extend(id, 400);
    const record = await tab.store.getRun(id);
    await expect(tab.runs.extend(id, 9)).rejects.toThrow(/this run is under way/);
    expect((await tab.store.getRun(id))!.manifest.plan).toEqual(record!.manifest.plan);
    second.runs.pause(id);
    await rests(second.runs, id);
  });
});
