// A bundle is kept whole or not at all, and is done only where its draws are all there.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Chunk } from '../../../src/engine/types.ts';
import { writeBundle } from '../../../src/formats/bundle.ts';
import type { Dataset } from '../../../src/formats/dataset.ts';
import type { CalibrationPlan } from '../../../src/instruments/seu/calibration/plan.ts';
import type { RunRecord, TaskState } from '../../../src/jobs/run.ts';
import { QuotaError } from '../../../src/jobs/store.ts';
import { keepBundle } from '../../../src/state/bundles.ts';
import { newRecord } from '../../../src/state/run-records.ts';
import type { LuceStore } from '../../../src/storage/store.ts';
import { dataset, quickPlan, ranChunks, rowsOf, withSettings } from './studies.ts';
import { browser, type Tab } from './tabs.ts';

const COUNT = 13;
const plan = quickPlan(COUNT);
let chunks: readonly Chunk[];
let shut: () => void;
let open: (over?: (store: LuceStore) => LuceStore) => Promise<Tab>;
let tab: Tab;

beforeAll(async () => {
  chunks = await ranChunks(plan);
}, 60_000);
beforeEach(async () => {
  const { tab: next, close } = await browser();
  shut = close;
  open = next;
  tab = await open();
});
afterEach(() => shut());

const task = (key: string, failure: string | null): TaskState => ({
  ...{ key, iteration: 10, iterations: 10, done: true, failure, engine: 'gpu' },
});

interface Parts {
  readonly state?: RunRecord['state'];
  readonly chunks?: readonly Chunk[];
  readonly plan?: CalibrationPlan;
  readonly datasets?: readonly Dataset[];
  readonly tasks?: readonly TaskState[];
}

function bundleOf(parts: Parts): Uint8Array {
  const record = newRecord('from elsewhere', parts.plan ?? plan, '0', 1, parts.state ?? 'done');
  const run: RunRecord = {
    ...record,
    headline: 'calibrated',
    severity: 'fine',
    manifest: { ...record.manifest, tasks: parts.tasks ?? [] },
  };
  return writeBundle({
    run,
    datasets: parts.datasets ?? [dataset],
    summaries: {},
    chunks: parts.chunks ?? chunks,
  });
}

const keep = (parts: Parts, store = tab.store) => keepBundle(store, bundleOf(parts), 'a.luce.zip');
const stored = () => tab.store.getRun('from elsewhere');

describe('a bundle of a finished run', () => {
  it('is kept as it was, with its data set, its draws and the engine of each task', async () => {
    expect(await keep({ tasks: [task('a00/r00000000', null)] })).toEqual({
      ok: true,
      value: 'from elsewhere',
    });
    const run = await stored();
    expect(run).toMatchObject({ state: 'done', headline: 'calibrated', severity: 'fine' });
    expect(run!.manifest.tasks.map(({ done, engine }) => [done, engine])).toEqual([
      [true, 'gpu'],
      [true, null],
    ]);
    expect(await tab.store.listDatasets()).toEqual([dataset]);
    expect(rowsOf(await tab.store.chunks('from elsewhere'))).toEqual(rowsOf(chunks));
  });

  it('counts as done a task that failed there', async () => {
    const others = chunks.filter(({ taskKey }) => taskKey !== 'a00/r00000010');
    await keep({ chunks: others, tasks: [task('a00/r00000010', 'no finite log density')] });
    expect(await stored()).toMatchObject({ state: 'done' });
  });

  it('of which rows are missing is paused, and goes on to all of them', async () => {
    await keep({ chunks: [chunks[0]], tasks: [task('a00/r00000010', null)] });
    expect(await stored()).toMatchObject({ state: 'paused', headline: null, severity: null });
    await tab.runs.refresh();
    await tab.runs.resume('from elsewhere');
    expect(await stored()).toMatchObject({ state: 'done' });
    expect(rowsOf(await tab.store.chunks('from elsewhere'))).toEqual(rowsOf(chunks));
  });

  it('leaves alone the run that is kept here already', async () => {
    await keep({ state: 'paused', chunks: [chunks[0]] });
    expect(await keep({})).toEqual({ ok: true, value: 'from elsewhere' });
    expect(await stored()).toMatchObject({ state: 'paused' });
    expect(await tab.store.chunks('from elsewhere')).toEqual([chunks[0]]);
  });
});

describe('a bundle of a run under way', () => {
  it.each(['running', 'waiting'] as const)('that was %s is paused: nobody runs it here', async (state) => {
    await keep({ state, chunks: [chunks[0]] });
    expect(await stored()).toMatchObject({ state: 'paused' });
  });
});

describe('a bundle that does not fit', () => {
  it('on a full disk leaves nothing', async () => {
    const full = await open((store) => ({
      ...store,
      append: () => Promise.reject(new QuotaError('storage is full')),
      keepRun: () => Promise.reject(new QuotaError('storage is full')),
    }));
    await expect(keep({}, full.store)).rejects.toThrow(QuotaError);
    expect(await stored()).toBeNull();
    expect(await tab.store.listDatasets()).toEqual([]);
  });
});

describe('a bundle that cannot be run', () => {
  const posterior = withSettings(plan, { posterior: { sampler: plan.settings.sampler, truths: 13 } });

  it.each([
    [
      'posterior SBC with replicates left',
      { plan: posterior, chunks: [] },
      /the fit whose draws are their truths/,
    ],
    ['no design', { datasets: [] }, /design .* is not at hand/],
  ] as const)('with %s is refused with its reason, and nothing is kept', async (_, parts, reason) => {
    const kept = await keep(parts);
    if (kept.ok) throw new Error('it was kept');
    const [{ file, seen, needed }] = kept.faults;
    expect(file).toBe('a.luce.zip/manifest.json');
    expect(seen).toMatch(reason);
    expect(needed).toMatch(/can be run here/);
    expect(await tab.store.listRuns()).toEqual([]);
    expect(await tab.store.listDatasets()).toEqual([]);
  });

  it('but is whole is kept', async () => {
    expect(await keep({ plan: posterior })).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject({ state: 'done' });
  });
});
