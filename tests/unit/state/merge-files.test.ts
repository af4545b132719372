// Parts from files: bundles and tables join the study they belong to, and say what does not.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeBundle } from '../../../src/formats/bundle.ts';
import { writeTableCsv } from '../../../src/formats/table-csv.ts';
import type { CalibrationPlan } from '../../../src/instruments/seu/calibration/plan.ts';
import { statsRows } from '../../../src/instruments/seu/calibration/table.ts';
import { mergeFiles } from '../../../src/state/merge-files.ts';
import { newRecord } from '../../../src/state/run-records.ts';
import type { AnyPlan } from '../../../src/workers/plans.ts';
import { chunksOf, dataset, part, planOf, rowsOf } from './studies.ts';
import { browser, type Tab } from './tabs.ts';

const thirds = [1, 2, 3].map((index) => part(planOf(), { index, of: 3 }));
const [first, second, third] = thirds;

const bundle = (name: string, plan: CalibrationPlan) => ({
  name,
  bytes: writeBundle({
    run: newRecord(name, plan, '0', 1, 'done'),
    datasets: [dataset],
    summaries: {},
    chunks: chunksOf(plan),
  }),
});
const table = (name: string, plan: CalibrationPlan) => ({
  name,
  bytes: new TextEncoder().encode(writeTableCsv(statsRows(rowsOf(chunksOf(plan))))),
});

let shut: () => void;
let tab: Tab;
beforeEach(async () => {
  const { tab: open, close } = await browser();
  shut = close;
  tab = await open();
});
afterEach(() => shut());

async function kept(plan: AnyPlan): Promise<string> {
  const chunks = plan.analysis === 'sbc' ? chunksOf(plan as CalibrationPlan) : [];
  await tab.store.keepRun({ run: newRecord('r', plan, '0', 1, 'done'), datasets: [dataset], chunks });
  return 'r';
}

describe('parts in files', () => {
  it('join to the whole, with the design that the bundles hold', async () => {
    const merged = await mergeFiles(tab.store, null, [
      bundle('a.zip', second),
      bundle('b.zip', first),
      bundle('c.zip', third),
    ]);
    expect(merged.plan).toEqual(planOf());
    expect(merged.datasets).toEqual([dataset]);
    expect(rowsOf(merged.chunks)).toEqual(rowsOf(chunksOf(planOf())));
  });

  it('join a run that is kept here, which stays as it is', async () => {
    const base = await kept(first);
    const merged = await mergeFiles(tab.store, base, [table('t.csv', second), bundle('c.zip', third)]);
    expect(rowsOf(merged.chunks).summaries.rank).toEqual(rowsOf(chunksOf(planOf())).summaries.rank);
    expect(await tab.store.chunks(base)).toHaveLength(chunksOf(first).length);
    expect(await tab.store.listRuns()).toHaveLength(1);
  });

  it('may be tables beside the bundle of their study, in any order', async () => {
    const files = [table('t.csv', third), bundle('b.zip', first)];
    const { replicates } = rowsOf((await mergeFiles(tab.store, null, files)).chunks);
    expect(replicates).toHaveLength(43);
  });

  it.each([
    ['a table alone', [table('t.csv', first)], /t\.csv is a table of ranks; needed a bundle of its study/],
    ['the same part twice', [bundle('a.zip', first), bundle('b.zip', first)], /b\.zip and a\.zip both hold/],
    [
      'another study',
      [bundle('a.zip', first), bundle('b.zip', part(planOf(6), { index: 2, of: 3 }))],
      /b\.zip is of another study than a\.zip/,
    ],
    ['no archive', [{ name: 'a.zip', bytes: Uint8Array.of(1, 2) }], /a\.zip: an archive that does not open/],
  ])('are refused where there is %s', async (_, files, reason) => {
    await expect(mergeFiles(tab.store, null, files)).rejects.toThrow(reason);
  });

  it('are refused where the run to join is gone, or is one of fits', async () => {
    await expect(mergeFiles(tab.store, 'gone', [])).rejects.toThrow('run gone is not stored here');
    const base = await kept({ ...planOf(), analysis: 'fit' } as unknown as AnyPlan);
    await expect(mergeFiles(tab.store, base, [])).rejects.toThrow(
      /the run in view holds a fit; needed a part of a calibration/,
    );
  });
});
