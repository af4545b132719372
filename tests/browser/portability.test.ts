// Portability on the published page: a file of choices, a measurement, a pause, a reload, a report by keyboard alone.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed, vi } from 'vitest';
import type { MechanismCell } from '../../src/instruments/portability/mechanism/reported.ts';
import type { CellReport } from '../../src/instruments/portability/report.ts';
import type { VariantReport } from '../../src/instruments/portability/robustness/report.ts';
import { launchChromium, openPage, type WatchedPage } from './chromium.ts';
import { lookAt, WINDOW } from './support/look.ts';
import { serveBuilt, type Site } from './support/site.ts';
import { drop, goTo, storedChunks } from './support/visit.ts';

vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const SHOTS = join(root, 'dist/shots');
const FIXTURES = join(root, 'tests/fixtures/portability');
/** Resamples make the run long enough to be left in the middle. */
const SETTINGS = { Splits: '20', Permutations: '39', Bootstrap: '40', Resamples: '60' } as const;
/** Models and regimes of the fixture. */
const CELLS = 6;

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
const shot = (name: string): string => join(SHOTS, `portability-${name}`);
const button = (name: string | RegExp) =>
  main().getByRole('button', { name, exact: typeof name === 'string' });

/** A press on what has the focus, as without a mouse. */
async function pressed(name: string | RegExp): Promise<void> {
  await button(name).focus();
  await page.keyboard.press('Enter');
}

async function keepChoices(): Promise<void> {
  await goTo(page, 'portability/data', 'Portability');
  await lookAt(page, shot('empty'));
  const bytes = await readFile(join(FIXTURES, 'dictator.csv'));
  await drop(page, 'dictator.csv', bytes, 'text/csv');
  await main()
    .getByText(/^Dictator: 2\u202f880 rows\.$/)
    .waitFor();
  await lookAt(page, shot('import'));
  await pressed('Import 1 table');
  await main().getByRole('cell', { name: 'dictator', exact: true }).first().waitFor();
  await lookAt(page, shot('data'));
}

async function checkDesign(): Promise<void> {
  await page.keyboard.press(']');
  await main().getByText('Are rows spread evenly').waitFor();
  await main().getByText('dictator: 8 environments, instances have an x of their own').waitFor();
  await lookAt(page, shot('design'));
}

async function startMeasurement(): Promise<void> {
  await goTo(page, 'portability/measure', 'Portability');
  for (const [label, value] of Object.entries(SETTINGS))
    await main().getByRole('textbox', { name: label, exact: true }).fill(value);
  await lookAt(page, shot('setup'));
  await pressed('Run');
  await main().getByRole('progressbar').waitFor();
}

/** Paused, left by a reload, found paused, and gone on with to its end. */
async function pauseAndResume(): Promise<void> {
  await expect.poll(() => storedChunks(page), { timeout: 60_000, interval: 50 }).toBeGreaterThan(2);
  await pressed('Pause');
  await button('Resume').waitFor();
  const before = await storedChunks(page);
  await page.reload();
  await button('Resume').waitFor();
  expect(await storedChunks(page)).toBeGreaterThanOrEqual(before);
  await lookAt(page, shot('paused'));
  await pressed('Resume');
  await main()
    .getByText(/^Of 6 cells (?:none|\d) stand/)
    .waitFor({ timeout: 240_000 });
}

async function downloaded(press: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await file.path());
}

async function readReport(): Promise<readonly CellReport[]> {
  await lookAt(page, shot('report'));
  const violins = main().getByRole('img', {
    name: 'Distance by game and model, against its own noise floor',
  });
  await violins.waitFor();
  expect(await main().getByRole('region', { name: 'Cells' }).getByRole('row').count()).toBe(CELLS + 1);
  await pressed('Files');
  const report = await downloaded(() => page.getByRole('menuitem', { name: 'report.json' }).press('Enter'));
  return (JSON.parse(report.toString()) as { cells: readonly CellReport[] }).cells;
}

async function walkMatrix(): Promise<void> {
  const figure = main().getByRole('figure', { name: /^Portability matrix/ });
  await figure.getByRole('img').first().waitFor();
  await figure.locator('[tabindex="0"]').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const drawer = page.locator('aside.drawer');
  await drawer.getByText('half-counts').waitFor();
  const first = await drawer.getByRole('heading', { level: 2 }).first().innerText();
  await drawer.getByRole('button', { name: 'Next pair' }).press('Enter');
  await expect.poll(() => drawer.getByRole('heading', { level: 2 }).first().innerText()).not.toBe(first);
  await drawer.getByText('half-counts').waitFor();
  await lookAt(page, shot('drawer'));
  await page.keyboard.press('Escape');
  await expect.poll(() => drawer.count()).toBe(0);
}

async function exportFigure(): Promise<void> {
  const figure = main().getByRole('figure', { name: /^Distance by game/ });
  await figure.locator('[tabindex="0"]').first().focus();
  const keys = (last: string) => async (): Promise<void> => {
    await page.keyboard.press('e');
    await page.keyboard.press(last);
  };
  expect((await downloaded(keys('s'))).toString()).toMatch(/^<svg|^<\?xml/);
  expect((await downloaded(keys('p'))).subarray(1, 4).toString()).toBe('PNG');
  expect((await downloaded(keys('c'))).toString().split('\n')[0]).toMatch(/^game,model,regime,tv_mean/);
}

it('takes choices from a file to a report that goes on after a reload, by keyboard, without a message', async () => {
  onTestFailed(async () => {
    await page.screenshot({ path: shot('failed.png'), fullPage: true });
  });
  await keepChoices();
  await checkDesign();
  await startMeasurement();
  await pauseAndResume();
  const cells = await readReport();
  expect(cells.map(({ model, regime }) => `${model} ${regime}`).sort()).toEqual([
    'frame cot',
    'frame noncot',
    'portable cot',
    'portable noncot',
    'shift cot',
    'shift noncot',
  ]);
  for (const cell of cells) {
    expect(cell.least_p).toBe(1 / 40);
    expect(cell.tv_mean).toBeGreaterThan(0);
    expect(cell.excess_lo).toBeLessThan(cell.excess_hi!);
  }
  await walkMatrix();
  await exportFigure();
  const archive = await downloaded(() => button('Export').press('Enter'));
  expect(archive.subarray(0, 2).toString()).toBe('PK');
  expect(tab.messages).toEqual([]);
});

it('maps columns of any name by hand, and says of other files what it needed', async () => {
  await goTo(page, 'portability/data', 'Portability');
  await drop(page, 'notes.txt', Buffer.from('# Notes\n\nNot a table.\n'), 'text/plain');
  await main().getByRole('cell', { name: 'notes.txt', exact: true }).first().waitFor();
  await lookAt(page, shot('import-fault'));
  await button('Cancel').press('Enter');
  const rows = Array.from({ length: 24 }, (_, i) => [`wording ${i % 3}`, 100 + i, i % 3, 40 + (i % 7), 1]);
  const lines = [['prompt_style', 'stake', 'round', 'kept', 'fee'], ...rows].map((row) => row.join(';'));
  await drop(page, 'pilot.csv', Buffer.from(lines.join('\n')), 'text/csv');
  await main().getByRole('cell', { name: 'no column for environment', exact: true }).waitFor();
  for (const [role, column] of Object.entries({
    Environment: 'prompt_style',
    x: 'stake+fee',
    Action: 'kept',
  }))
    await main().getByRole('textbox', { name: role, exact: true }).fill(column);
  await pressed('Read again');
  await main().getByText('fee is 1 in every row: leave it out of x').waitFor();
  await main().getByRole('radio', { name: 'One x everywhere' }).focus();
  await page.keyboard.press('Space');
  await main().getByText('Instances are shared, as told.').waitFor();
  await lookAt(page, shot('import-mapped'));
  await pressed('Import 1 table');
  await main().getByRole('cell', { name: 'pilot', exact: true }).first().waitFor();
  expect(tab.messages).toEqual([]);
});

const field = (name: string) => main().getByRole('textbox', { name, exact: true });

/** Turns a tick box by its key. */
async function turn(name: string): Promise<void> {
  await main().getByRole('checkbox', { name, exact: true }).focus();
  await page.keyboard.press('Space');
}

async function fileOf(name: string): Promise<Buffer> {
  await pressed('Files');
  return downloaded(() => page.getByRole('menuitem', { name }).press('Enter'));
}

async function varyPredictors(): Promise<readonly VariantReport[]> {
  await goTo(page, 'portability/measure', 'Portability');
  await page.keyboard.press(']');
  await main().getByText('Does the answer depend on the predictor').waitFor();
  for (const name of ['Boosted, shallow', 'Boosted, regularised', 'Random forest']) await turn(name);
  for (const [label, value] of Object.entries({
    Bins: '5, 20',
    Sources: '1, all',
    Splits: '10',
    'Permutations, least squares': '19',
    'Permutations, others': '3',
  }))
    await field(label).fill(value);
  await main()
    .getByText(/comparisons of least squares/)
    .waitFor();
  await lookAt(page, shot('robustness-setup'));
  await pressed('Run');
  await main()
    .getByText(/^Of 6 cells, \d stands? above the floor in every one/)
    .waitFor({ timeout: 240_000 });
  for (const name of ['Distance by predictor', 'Distance by number of bins', 'Distance by number of sources'])
    await main().getByRole('img', { name, exact: true }).waitFor();
  await main()
    .getByRole('combobox', { name: 'Predictor shown' })
    .selectOption({ label: 'Cubic, interactions' });
  await main().getByText('Cubic, interactions, |S| = 7.').waitFor();
  await lookAt(page, shot('robustness'));
  return (JSON.parse((await fileOf('report.json')).toString()) as { variants: readonly VariantReport[] })
    .variants;
}

async function lookBehind(): Promise<readonly MechanismCell[]> {
  await goTo(page, 'portability/robustness', 'Portability');
  await page.keyboard.press(']');
  await main().getByText('What do framings add to payoffs').waitFor();
  await field('Splits').fill('8');
  await field('Permutations').fill('19');
  await field('Objectives').fill('dictator = E - action');
  await field('Lexicon of motifs').fill('fairness: \\bfair|\\bequal\nhalf: \\bhalf\\b|\\b50\nkeep: \\bkeep');
  await field('Words by which prompts differ').fill('bonus refund charity');
  await lookAt(page, shot('mechanism-setup'));
  await pressed('Run');
  await main()
    .getByText(/^Framings add to what payoffs explain in \d of 6 cells/)
    .waitFor({ timeout: 240_000 });
  for (const name of [
    'What environments add to payoffs',
    'Payoff lost by transporting: Dictator',
    'Parameters that reasoning names',
    'Reasoning within and between framings',
    'Motifs of reasoning',
  ])
    await main().getByRole('img', { name, exact: true }).waitFor();
  await main().getByText('No equilibria.').waitFor();
  await lookAt(page, shot('mechanism'));
  return (JSON.parse((await fileOf('report.json')).toString()) as { cells: readonly MechanismCell[] }).cells;
}

it('varies the measurement and looks behind it, by keyboard, without a message', async () => {
  onTestFailed(async () => {
    await page.screenshot({ path: shot('studies-failed.png'), fullPage: true });
  });
  await keepChoices();
  const variants = await varyPredictors();
  expect(variants).toHaveLength(CELLS * 2 * (2 + 2 + 1));
  for (const { tv_mean, perm_mean, p, predictor, permutations } of variants) {
    expect(tv_mean).toBeGreaterThan(0);
    expect(perm_mean).toBeGreaterThan(0);
    expect(p).toBeGreaterThanOrEqual(1 / 20);
    expect(permutations).toBe(predictor === 'ols' ? 19 : 3);
  }
  const cells = await lookBehind();
  expect(cells).toHaveLength(CELLS);
  for (const { regime, texts, regret, ridge, nash } of cells) {
    expect(ridge!.delta).toMatchObject({ splits: 8, permutations: 19 });
    expect([regret!.formula, nash]).toEqual(['E - action', null]);
    expect(texts?.motifs.map(({ motif }) => motif)).toEqual(
      regime === 'cot' ? ['fairness', 'half', 'keep'] : undefined,
    );
  }
  const figure = main().getByRole('figure', { name: 'What environments add to payoffs' });
  await figure.locator('[tabindex="0"]').first().focus();
  await page.keyboard.press('ArrowRight');
  await figure.getByText(/ΔR² .*of 8 splits/).waitFor();
  await page.keyboard.press('e');
  const saved = await downloaded(() => page.keyboard.press('c'));
  expect(saved.toString().split('\n')[0]).toMatch(/^game,model,regime,r2_x,r2_xz,mean/);
  const archive = await downloaded(() => button('Export').press('Enter'));
  expect(archive.subarray(0, 2).toString()).toBe('PK');
  expect(tab.messages).toEqual([]);
});
