// Cells fitted together on the published page: a file of cells, a regression, a reload, cells alone, a bundle and back.
import { expect, it } from 'vitest';
import type { Bundle } from '../../src/formats/bundle.ts';
import { published } from './support/published.ts';
import { bundleIn } from './support/reader.ts';
import { fixture } from './support/visit.ts';

const FILE = 'cells.json';
/** Draws are thinned so that the run is long enough to be left in the middle. */
const SETTINGS = { Warmup: '300', Draws: '400', Thin: '8' } as const;
const DRAWS = 1600;
const CELLS = 5;

interface Reference {
  readonly summary: readonly { readonly name: string; readonly mean: number; readonly mcse_mean: number }[];
}

const { main, button, fill, page, ...reader } = published('cells');
const { goTo, drop, look } = reader;
const finding = () => main().getByText(/^Log α over 5 cells: γ X\[1\] is /);

async function keepCells(): Promise<void> {
  await goTo('data', 'Data');
  await drop(FILE, await fixture('seu/posterior_h_m01_J5_data.json'), 'application/json');
  await main().getByText('Hierarchical Stan data · 100 choices in 5 cells, K = 3').waitFor();
  await main().getByText('Hierarchical Stan data: 100 choices in 5 cells').waitFor();
  await look('import');
  await button('Import').click();
  await page().getByRole('row').filter({ hasText: 'cell 5' }).waitFor();
}

async function start(): Promise<void> {
  await goTo('seu', 'SEU sensitivity');
  await page()
    .getByRole('checkbox', { name: /^Select all/ })
    .first()
    .check();
  await page().getByRole('heading', { name: 'New hierarchical fit' }).waitFor();
  expect(await page().getByRole('checkbox', { name: 'X[1] of the file' }).isChecked()).toBe(true);
  await page().getByText('Sampler settings').click();
  await fill(SETTINGS);
  await look('setup');
  await button('Fit together').click();
  await page().waitForURL(/#\/seu\/./);
}

async function leaveAndComeBack(): Promise<void> {
  await reader.resumedOverReload();
  await finding().waitFor({ timeout: 180_000 });
}

function checkBundle({ run, datasets, chunks, summaries }: Bundle): void {
  expect(run.manifest.plan).toMatchObject({ analysis: 'hierarchical', title: FILE });
  expect(run.manifest.tasks.every(({ done, failure }) => done && failure === null)).toBe(true);
  expect(datasets).toHaveLength(CELLS);
  expect(datasets.every(({ link }) => link?.predictors.length === 1)).toBe(true);
  expect(Object.keys(summaries).sort()).toEqual(['cells.csv', 'coefficients.csv', 'summary.csv']);
  const drawn = chunks.filter(({ columns }) => 'position' in columns);
  expect(drawn.reduce((sum, { count }) => sum + count, 0)).toBe(DRAWS);
}

type Line = Readonly<Record<string, number>>;

function readTable(text: string, variable: string): Line {
  const [head, ...rows] = text.trim().split('\n');
  const row = rows.map((line) => line.split(',')).find((cells) => cells.includes(variable))!;
  return Object.fromEntries(head.split(',').map((name, i) => [name, Number(row[i])]));
}

/** The slope is that of a long reference run, and the page says what the summary says. */
async function checkSlope({ summaries }: Bundle): Promise<void> {
  const text = (await fixture('seu/posterior_h_m01_J5.json')).toString();
  const wanted = (JSON.parse(text) as Reference).summary.find(({ name }) => name === 'gamma[1]')!;
  const { mean, mcse_mean, sd, median } = readTable(summaries['summary.csv'], 'gamma[1]');
  expect(mcse_mean).toBeLessThan(sd / 10);
  expect(Math.abs(mean - wanted.mean)).toBeLessThanOrEqual(4 * Math.hypot(mcse_mean, wanted.mcse_mean));
  const row = main().getByRole('region', { name: 'Regression of log α' }).getByRole('row');
  const shown = await row.filter({ hasText: 'gamma[1]' }).innerText();
  expect(shown.replace('−', '-')).toContain(String(Number(median.toPrecision(3))));
  const diagnostics = main().getByText('Posterior mean of gamma0 from its prior mean, in prior sds');
  expect(await diagnostics.count()).toBe(1);
}

/** Fits of single cells, asked for on the page of the joint fit, then stand beside it. */
async function fitAlone(run: string): Promise<void> {
  await page().getByRole('button', { name: 'Fit each cell alone' }).click();
  await main()
    .getByText(/Sensitivity α is /)
    .waitFor({ timeout: 180_000 });
  await page().evaluate((hash) => (location.hash = hash), run);
  await main().getByRole('region', { name: 'Slope of log α on X[1]' }).waitFor({ timeout: 60_000 });
  await main().getByText('each cell alone, least squares').waitFor();
  expect(await page().getByRole('button', { name: 'Fit each cell alone' }).count()).toBe(0);
}

async function deleteRuns(): Promise<void> {
  await goTo('runs', 'Runs');
  await page()
    .getByRole('checkbox', { name: /^Select all/ })
    .check();
  await reader.deleteTicked('Delete 2 runs?');
  await page().getByText('No runs yet').waitFor();
}

it('takes a file of cells to a regression of log α, through a reload, and back from its bundle', async () => {
  await keepCells();
  await start();
  const run = new URL(page().url()).hash;
  await leaveAndComeBack();
  const file = await reader.exported();
  expect(file.name).toBe('cells.json.luce.zip');
  const bundle = await bundleIn(file);
  checkBundle(bundle);
  await checkSlope(bundle);
  await fitAlone(run);
  await look('fit');
  const said = await finding().innerText();

  await deleteRuns();
  await goTo('data', 'Data');
  await drop(file.name, file.bytes, 'application/zip');
  await page().waitForURL(/#\/seu\/./);
  await finding().waitFor({ timeout: 60_000 });
  expect(await finding().innerText()).toBe(said);
});
