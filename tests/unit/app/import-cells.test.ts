// What the page says and keeps of a file of cells.
import { expect, it } from 'vitest';
import { cellFacts } from '../../../src/app/import/facts.ts';
import { checkDataset } from '../../../src/formats/dataset-check.ts';
import { isSeu, type Dataset } from '../../../src/formats/dataset.ts';
import { recognise } from '../../../src/instruments/seu/import/recognise.ts';
import { Library } from '../../../src/state/library.svelte.ts';
import type { HierarchicalFixture } from '../../support/hierarchical.ts';
import { readFixture } from '../../support/seu.ts';

const { data } = readFixture<HierarchicalFixture>('logdensity_h_m01_small_K3.json');
const bytes = new TextEncoder().encode(JSON.stringify({ ...data, pool: [1, 2, 1] }));

it('says what links a cell to the others of its file', () => {
  const file = recognise('cells.json', bytes);
  if (!file.ok || file.regression === null) throw new Error('not recognised as cells');
  const [predictors, pool] = cellFacts(file.regression, 1);
  expect(predictors.label).toBe('Predictors, X');
  expect(predictors.value.split(', ').map((x) => Number(x.replace('−', '-')))).toEqual(
    data.X[1].map((x) => Number(x.toPrecision(3))),
  );
  expect(pool).toEqual({ label: 'Item pool', value: '2' });
  expect(cellFacts(null, 0)).toEqual([]);
});

it('keeps the link with every cell, through a check of what comes from outside', async () => {
  let kept: readonly Dataset[] = [];
  const library = new Library({
    putDatasets: (datasets) => Promise.resolve(void (kept = datasets.filter(isSeu))),
    getDataset: () => Promise.resolve(null),
    listDatasets: () => Promise.resolve(kept),
    deleteDataset: () => Promise.resolve(),
  });
  await library.look([{ name: 'cells.json', bytes }]);
  await library.save();
  expect(kept.map(({ link }) => link)).toEqual(
    data.X.map((predictors, j) => ({ predictors, pool: [0, 1, 0][j] })),
  );
  for (const one of kept)
    expect(await checkDataset(JSON.parse(JSON.stringify(one)), 'd')).toEqual({ ok: true, value: one });
  const broken = { ...kept[0], link: { predictors: ['x'], pool: null } };
  const checked = await checkDataset(JSON.parse(JSON.stringify(broken)), 'd');
  expect(!checked.ok && checked.faults[0].column).toBe('/link/predictors/0');
});
