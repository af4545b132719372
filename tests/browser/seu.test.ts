// The whole way through the published page: choices dropped, fitted on the GPU, reloaded, read, exported, deleted.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFailed, vi } from 'vitest';
import { readBundle } from '../../src/formats/bundle-read.ts';
import type { Bundle } from '../../src/formats/bundle.ts';
import { launchChromium, openPage, SOFTWARE_WEBGPU } from './chromium.ts';
import type { WatchedPage } from './chromium.ts';
import { lookAt, WINDOW } from './support/look.ts';
import { serveBuilt, type Site } from './support/site.ts';
import { drop, goTo, storedChunks } from './support/visit.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const SHOTS = join(root, 'dist/shots');
const FIXTURES = join(root, 'tests/fixtures/seu');
const NAME = 'posterior_m_0_alpha2_data';
/** Draws are thinned so that the run is long enough to be left in the middle. */
const SETTINGS = { Warmup: '300', Draws: '500', Thin: '8' } as const;
const DRAWS = 2000;

interface Reference {
  readonly summary: readonly {
    readonly name: string;
    readonly mean: number;
    readonly sd: number;
    readonly mcse_mean: number;
  }[];
}

let site: Site;
let browser: Browser;
let tab: WatchedPage;
let page: Page;

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  [site, browser] = await Promise.all([serveBuilt(root), launchChromium(SOFTWARE_WEBGPU)]);
  const context = await browser.newContext({
    viewport: WINDOW,
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  tab = await openPage(context, site.address);
  page = tab.page;
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const main = () => page.locator('main');
const shot = (name: string): string => join(SHOTS, `seu-${name}`);

async function keepChoices(): Promise<void> {
  await goTo(page, 'data', 'Data');
  await drop(page, `${NAME}.json`, await readFile(join(FIXTURES, `${NAME}.json`)), 'application/json');
  await page.getByText('Ready', { exact: true }).waitFor();
  await lookAt(page, shot('import'));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: NAME });
  await row.waitFor();
  expect(await row.innerText()).toMatch(/m_0 family\s+25\s+15\s+5\s+3/);
}

async function startOnGpu(): Promise<void> {
  await page.getByRole('button', { name: 'engine details' }).click();
  await page.getByRole('dialog', { name: 'Engine' }).getByText('GPU', { exact: true }).click();
  await page.keyboard.press('Escape');
  await goTo(page, 'seu', 'SEU sensitivity');
  await page.getByRole('checkbox', { name: `Select ${NAME}` }).check();
  await page.getByText('Sampler settings').click();
  for (const [label, value] of Object.entries(SETTINGS))
    await page.getByRole('textbox', { name: label, exact: true }).fill(value);
  await page.getByRole('radiogroup', { name: 'Engine of this run' }).getByText('GPU').click();
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await page.waitForURL(/#\/seu\/./);
}

async function leaveAndComeBack(): Promise<void> {
  await expect.poll(() => storedChunks(page), { timeout: 90_000 }).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.reload();
  await main()
    .getByText(/Resumed at [1-9]/)
    .waitFor();
  await main()
    .getByText(/Sensitivity α is .*, 2.000 draws/)
    .waitFor({ timeout: 120_000 });
}

async function exportBundle(): Promise<Bundle> {
  const saving = page.waitForEvent('download');
  await main().getByRole('button', { name: 'Export', exact: true }).first().click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/\.luce\.zip$/);
  const read = await readBundle(await readFile(await file.path()), file.suggestedFilename());
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.value;
}

function checkBundle({ run, datasets, chunks }: Bundle): void {
  const { engine, tasks, warnings } = run.manifest;
  expect(engine).toMatchObject({ kind: 'gpu', fallbackAdapter: true });
  expect(tasks.map((task) => task.engine)).toEqual(['cpu', 'gpu', 'gpu', 'gpu', 'gpu']);
  expect(warnings).toEqual([]);
  expect(datasets.map(({ name }) => name)).toEqual([NAME]);
  const drawn = chunks.filter(({ columns }) => 'position' in columns);
  expect(drawn.reduce((sum, { count }) => sum + count, 0)).toBe(DRAWS);
}

/** Mean within Monte Carlo error of the reference, and the page says what the summary says. */
async function checkAlpha({ summaries }: Bundle): Promise<void> {
  const text = await readFile(join(FIXTURES, 'posterior_m_0_alpha2.json'), 'utf8');
  const wanted = (JSON.parse(text) as Reference).summary.find(({ name }) => name === 'alpha')!;
  const [head, ...rows] = summaries['summary.csv'].trim().split('\n');
  const alpha = rows.map((row) => row.split(',')).find(([variable]) => variable === 'alpha')!;
  const value = (column: string): number => Number(alpha[head.split(',').indexOf(column)]);
  const bound = 4 * Math.hypot(value('mcse_mean'), wanted.mcse_mean);
  expect(bound).toBeLessThan(wanted.sd / 4);
  expect(Math.abs(value('mean') - wanted.mean)).toBeLessThanOrEqual(bound);
  expect(await main().innerText()).toContain(`Sensitivity α is ${value('median').toPrecision(3)}`);
}

/** Deletes what is called NAME on the page in view, after the page's question. */
async function deleteHere(question: string): Promise<void> {
  await page.getByRole('checkbox', { name: `Select ${NAME}` }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: question });
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

it('takes choices from a file to a finding on the GPU, through a reload, out into a bundle and away', async () => {
  onTestFailed(async () => void (await page.screenshot({ path: join(SHOTS, 'seu-failed.png') })));
  await keepChoices();
  await lookAt(page, shot('data'));
  await startOnGpu();
  await leaveAndComeBack();
  const fit = new URL(page.url()).hash;
  const bundle = await exportBundle();
  checkBundle(bundle);
  await checkAlpha(bundle);
  await lookAt(page, shot('fit'));

  await goTo(page, '', /Luce measures/);
  await lookAt(page, shot('home'));
  await goTo(page, 'seu', 'SEU sensitivity');
  await page.getByRole('checkbox', { name: `Select ${NAME}` }).check();
  await page.getByText('Sampler settings').click();
  await lookAt(page, shot('setup'));
  await goTo(page, 'runs', 'Runs');
  await lookAt(page, shot('runs'));

  await deleteHere('Delete 1 run?');
  await page.getByText('No runs yet').waitFor();
  expect(await storedChunks(page)).toBe(0);
  await page.evaluate((hash) => (location.hash = hash), fit);
  await page.getByRole('heading', { name: 'No such run' }).waitFor();
  await goTo(page, 'data', 'Data');
  await deleteHere('Delete 1 data set?');
  await page.getByText('No data yet').waitFor();
  expect(tab.messages).toEqual([]);
});
