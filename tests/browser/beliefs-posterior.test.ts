// Full Bayes of beliefs on the published page: from the choice of the estimator, over a pause and a reload, to Figure 5.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed, vi } from 'vitest';
import { launchChromium, openPage, type WatchedPage } from './chromium.ts';
import { lookAt, WINDOW } from './support/look.ts';
import { serveBuilt, type Site } from './support/site.ts';
import { drop, goTo, storedChunks } from './support/visit.ts';

vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const SHOTS = join(root, 'dist/shots');
const FIXTURE = join(root, 'tests/fixtures/beliefs/small.csv');
const SPLITS = join(root, 'tests/fixtures/beliefs/splits.json');
/** Few draws: they do not converge, and must say so. */
const CHAINS = { Chains: '2', Warmup: '60', Draws: '120' } as const;

let site: Site;
let browser: Browser;
let tab: WatchedPage;
let page: Page;

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  [site, browser] = await Promise.all([serveBuilt(root), launchChromium()]);
});
beforeEach(async () => {
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
const shot = (name: string): string => join(SHOTS, `beliefs-posterior-${name}`);
const button = (name: string) => main().getByRole('button', { name, exact: true });
const field = (name: string) => main().getByRole('textbox', { name, exact: true });
const image = (name: string | RegExp) => main().getByRole('img', { name, exact: typeof name === 'string' });

/** A press on what has the focus, as without a mouse. */
async function pressed(name: string): Promise<void> {
  await button(name).focus();
  await page.keyboard.press('Enter');
}

async function downloaded(press: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await file.path());
}

/** The optimum of the cell with nothing beside it, so that the posterior has something to stand beside. */
async function fitOptimum(): Promise<void> {
  await goTo(page, 'beliefs/data', 'Beliefs');
  await drop(page, 'small.csv', await readFile(FIXTURE), 'text/csv');
  await pressed('Import the table');
  await goTo(page, 'beliefs/fit', 'Beliefs');
  for (const name of ['Concordance', 'Choice curves', 'One report', 'Prefixes'])
    await main().getByRole('checkbox', { name, exact: true }).press('Space');
  await main().getByLabel('Splits: file').setInputFiles(SPLITS);
  await main().getByText('As splits.json says.').waitFor();
  await pressed('Run');
  await main()
    .getByText(/^Through one belief/)
    .first()
    .waitFor({ timeout: 120_000 });
}

async function setUp(): Promise<void> {
  await goTo(page, 'beliefs/data', 'Beliefs');
  await main().getByRole('checkbox', { name: /small/ }).first().setChecked(true);
  await goTo(page, 'beliefs/fit', 'Beliefs');
  await main().getByLabel('Estimator', { exact: true }).selectOption({ label: 'Full Bayes (HMC)' });
  await main()
    .getByText(/runs in f64 there/)
    .waitFor();
  await main().getByText('As splits.json says.').waitFor();
  await field('Scale of β').fill('0');
  await pressed('Run');
  await main().getByText('β ~ half-normal: Scale of β: “0” must be a number above 0.').waitFor();
  await field('Scale of β').fill('8');
  for (const [label, value] of Object.entries(CHAINS)) await field(label).fill(value);
  await lookAt(page, shot('setup'));
}

/** Paused, left by a reload, found paused, and gone on with to its end. */
async function draw(): Promise<void> {
  const kept = await storedChunks(page);
  await pressed('Run');
  await main().getByRole('progressbar').waitFor();
  await expect.poll(() => storedChunks(page), { timeout: 120_000, interval: 50 }).toBeGreaterThan(kept);
  await pressed('Pause');
  await button('Resume').waitFor();
  const before = await storedChunks(page);
  await page.reload();
  await button('Resume').waitFor();
  expect(await storedChunks(page)).toBeGreaterThanOrEqual(before);
  await pressed('Resume');
  await main()
    .getByText(/^Not converged.* reports order held-out decisions correctly in \d+.* of 12 thresholds have/)
    .first()
    .waitFor({ timeout: 240_000 });
  await image('Held-out scores over the posterior').waitFor({ timeout: 240_000 });
  await lookAt(page, shot('run'));
}

const STEPS = [
  ['fit', ['Slopes on the belief', /^Trace of/]],
  ['coherence', ['Held-out scores over the posterior']],
  ['thresholds', ['Implied against instructed decision threshold']],
] as const;

async function walkSteps(): Promise<void> {
  for (const [step, figures] of STEPS) {
    await goTo(page, `beliefs/${step}`, 'Beliefs');
    for (const name of figures) await image(name).waitFor();
    await main()
      .getByText(/^Not converged/)
      .first()
      .waitFor();
    await lookAt(page, shot(step));
  }
  const figure = main().getByRole('figure', { name: /^Implied against instructed/ });
  await figure.getByText(/Grey ticks: the optimum under weak priors/).waitFor();
  await figure.locator('[tabindex="0"]').first().focus();
  await page.keyboard.press('ArrowRight');
  await figure.getByText(/^MAP \.\d+/).waitFor();
  await main()
    .getByRole('region', { name: /^Thresholds of one framing less/ })
    .getByRole('cell', { name: 'bet', exact: true })
    .first()
    .waitFor();
  await page.keyboard.press(']');
  await main()
    .getByText(/^Transfer is computed beside a fit by MAP/)
    .waitFor();
}

interface ReportJson {
  readonly priors: { readonly slope: number };
  readonly cells: readonly {
    readonly convergence: string;
    readonly thresholds: readonly { readonly mean: number }[];
    readonly differences: readonly { readonly first: string; readonly second: string }[];
  }[];
}

async function exportRun(): Promise<ReportJson> {
  await goTo(page, 'beliefs/report', 'Beliefs');
  await main().getByRole('link', { name: 'noisy, ckd: full Bayes', exact: true }).press('Enter');
  await pressed('Files');
  const report = await downloaded(() => page.getByRole('menuitem', { name: 'report.json' }).press('Enter'));
  const archive = await downloaded(() => button('Export').press('Enter'));
  expect(archive.subarray(0, 2).toString()).toBe('PK');
  return JSON.parse(report.toString()) as ReportJson;
}

it('draws from the posterior of a cell, over a pause and a reload, and shows it beside the optimum', async () => {
  onTestFailed(async () => {
    await page.screenshot({ path: shot('failed.png'), fullPage: true });
  });
  await fitOptimum();
  await setUp();
  await draw();
  await walkSteps();
  const { priors, cells } = await exportRun();
  expect(priors.slope).toBe(8);
  expect(cells[0].convergence).toMatch(/^Not converged/);
  expect(cells[0].thresholds).toHaveLength(13);
  expect(cells[0].differences.map(({ first, second }) => [first, second])).toEqual([
    ['threshold', 'bet'],
    ['threshold', 'cost'],
    ['bet', 'cost'],
  ]);
  expect(tab.messages).toEqual([]);
});
