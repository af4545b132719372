// A bundle of a run of portability brings its table with it, and can be gone on with.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeBundle } from '../../../src/formats/bundle.ts';
import { faultLine } from '../../../src/formats/fault.ts';
import { datasetOf } from '../../../src/formats/hash.ts';
import { portabilityReport } from '../../../src/instruments/portability/report.ts';
import { keepBundle } from '../../../src/state/bundles.ts';
import { newRecord } from '../../../src/state/run-records.ts';
import { reportsOf } from '../../../src/workers/reports.ts';
import { chunks, plan as worked, table } from '../instruments/portability/agents-run.ts';
import { browser, type Tab } from './tabs.ts';

const source = { file: 'agents.csv', address: null, licence: null, citation: null };
const dataset = await datasetOf(table, { name: 'agents', condition: '', source, history: [] });
const plan = { ...worked, datasets: [dataset.hash] };
const record = newRecord('from elsewhere', plan, '0', 1, 'done');
const bundle = (kept = chunks) =>
  writeBundle({ run: record, datasets: [dataset], summaries: {}, chunks: kept });

let shut: () => void;
let tab: Tab;
beforeEach(async () => {
  const { tab: open, close } = await browser();
  shut = close;
  tab = await open();
});
afterEach(() => shut());

describe('a bundle with a table of choices', () => {
  it('is kept whole, and its report is that of the run it was made from', async () => {
    expect(await keepBundle(tab.store, bundle(), 'a.luce.zip')).toEqual({ ok: true, value: record.id });
    expect(await tab.store.listDatasets()).toEqual([dataset]);
    expect(await tab.store.getRun(record.id)).toMatchObject({ state: 'done' });
    const reports = reportsOf(Promise.resolve(tab.store), '0');
    const { 'cells.csv': cells } = await reports.tables(record.id);
    const tables = new Map([[dataset.hash, table]]);
    const report = portabilityReport(plan, tables, chunks);
    expect(cells.trim().split('\n')).toHaveLength(1 + report.cells.length);
    for (const { tv_mean } of report.cells) expect(cells).toContain(`,${tv_mean},`);
    expect(await reports.bundle(record.id).then((bytes) => bytes.length)).toBeGreaterThan(1000);
  });

  it('written again and opened elsewhere holds the same run', async () => {
    await keepBundle(tab.store, bundle(), 'a.luce.zip');
    const again = await reportsOf(Promise.resolve(tab.store), '0').bundle(record.id);
    const { tab: open, close } = await browser();
    const other = await open();
    expect(await keepBundle(other.store, again, 'b.luce.zip')).toEqual({ ok: true, value: record.id });
    expect(await other.store.chunks(record.id)).toEqual(await tab.store.chunks(record.id));
    close();
  });

  it('with rows still to come is paused', async () => {
    await keepBundle(tab.store, bundle(chunks.slice(0, 3)), 'a.luce.zip');
    expect(await tab.store.getRun(record.id)).toMatchObject({ state: 'paused' });
  });

  it('without its table is refused', async () => {
    const bytes = writeBundle({ run: record, datasets: [], summaries: {}, chunks });
    const kept = await keepBundle(tab.store, bytes, 'a.luce.zip');
    expect(kept.ok ? '' : kept.faults.map(faultLine).join()).toContain('is not at hand');
    expect(await tab.store.listRuns()).toEqual([]);
  });
});
