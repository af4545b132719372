// Beliefs on the published page: a table of answers, a study, a pause, a reload, every step and its exports by keyboard alone.
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
const DRAWS = {
  'Resamples of cases': '1500',
  'Resamples of prompts': '500',
  'Resamples of curves': '100',
  'Resamples of outcomes': '250',
  'Simulated studies': '50',
} as const;

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
const shot = (name: string): string => join(SHOTS, `beliefs-${name}`);
const button = (name: string | RegExp) =>
  main().getByRole('button', { name, exact: typeof name === 'string' });
const field = (name: string) => main().getByRole('textbox', { name, exact: true });
const image = (name: string) => main().getByRole('img', { name, exact: true });

/** A press on what has the focus, as without a mouse. */
async function pressed(name: string | RegExp): Promise<void> {
  await button(name).focus();
  await page.keyboard.press('Enter');
}

async function turn(name: string): Promise<void> {
  await main().getByRole('checkbox', { name, exact: true }).focus();
  await page.keyboard.press('Space');
}

async function downloaded(press: () => Promise<void>): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await file.path());
}

async function keepAnswers(): Promise<void> {
  await goTo(page, 'beliefs/data', 'Beliefs');
  await drop(page, 'small.csv', await readFile(FIXTURE), 'text/csv');
  await main()
    .getByText(/1\u202f920 answers of 1 agent in\s+1 domain, to\s+16 prompts/)
    .waitFor();
  await lookAt(page, shot('import'));
  await pressed('Import the table');
  await main().getByRole('cell', { name: 'small', exact: true }).waitFor();
}

async function checkRetention(): Promise<void> {
  await page.keyboard.press(']');
  await main().getByText('How many cases have every answer').waitFor();
  const cells = main().getByRole('region', { name: 'Cases with every answer' });
  await cells.getByRole('cell', { name: '114', exact: true }).waitFor();
  await lookAt(page, shot('retention'));
}

/** Paused, left by a reload, found paused, and gone on with to its end. */
async function runStudy(): Promise<void> {
  await page.keyboard.press(']');
  await main().getByText('Which belief about each case fits').waitFor();
  for (const [label, value] of Object.entries(DRAWS)) await field(label).fill(value);
  await turn('Outcomes');
  await turn('Transfer');
  await lookAt(page, shot('setup'));
  await pressed('Run');
  await main().getByRole('progressbar').waitFor();
  await expect.poll(() => storedChunks(page), { timeout: 120_000, interval: 50 }).toBeGreaterThan(0);
  await pressed('Pause');
  await button('Resume').waitFor();
  const before = await storedChunks(page);
  await page.reload();
  await button('Resume').waitFor();
  expect(await storedChunks(page)).toBeGreaterThanOrEqual(before);
  await pressed('Resume');
  await main()
    .getByText(/^Through one belief, reports order held-out decisions correctly in \d+/)
    .first()
    .waitFor({ timeout: 240_000 });
  await image('Outcomes beyond the belief').waitFor({ timeout: 240_000 });
  await lookAt(page, shot('run'));
}

/** Every step of the study with what it shows. */
const STEPS = [
  ['coherence', ['Held-out concordance, prompt by prompt']],
  ['thresholds', ['Implied against instructed decision threshold', 'Choice curves']],
  ['generalisation', ['Transfer: log score of held-out decisions', 'Transfer: AUROC of held-out decisions']],
  ['sufficiency', ['One stated probability against all other answers', 'Outcomes beyond the belief']],
] as const;

async function walkSteps(): Promise<void> {
  await goTo(page, 'beliefs/fit', 'Beliefs');
  await image('Fitted prior of the belief').waitFor();
  for (const [step, figures] of STEPS) {
    await page.keyboard.press(']');
    await expect.poll(() => page.evaluate(() => location.hash)).toBe(`#/beliefs/${step}`);
    for (const name of figures) await image(name).waitFor();
    await lookAt(page, shot(step));
  }
  await page.keyboard.press(']');
  await main().getByText('No answers were collected under prefixes.').waitFor();
}

async function exportFigure(): Promise<void> {
  await goTo(page, 'beliefs/thresholds', 'Beliefs');
  const figure = main().getByRole('figure', { name: /^Implied against instructed/ });
  await figure.getByRole('img').waitFor();
  await figure.locator('[tabindex="0"]').first().focus();
  await page.keyboard.press('ArrowRight');
  await figure.getByText(/^implied \.\d+/).waitFor();
  const keys = (last: string) => async (): Promise<void> => {
    await page.keyboard.press('e');
    await page.keyboard.press(last);
  };
  expect((await downloaded(keys('s'))).toString()).toMatch(/^<svg|^<\?xml/);
  expect((await downloaded(keys('p'))).subarray(1, 4).toString()).toBe('PNG');
  expect((await downloaded(keys('c'))).toString().split('\n')[0]).toMatch(/^prompt,framing,nominal,implied/);
}

interface CellJson {
  readonly model: string;
  readonly domain: string;
  readonly thresholds: readonly { readonly framing: string; readonly implied: number }[];
}

async function exportRun(): Promise<readonly CellJson[]> {
  await page.keyboard.press(']');
  await goTo(page, 'beliefs/report', 'Beliefs');
  await main().getByRole('link', { name: 'noisy, ckd' }).first().press('Enter');
  await pressed('Files');
  const report = await downloaded(() => page.getByRole('menuitem', { name: 'report.json' }).press('Enter'));
  const archive = await downloaded(() => button('Export').press('Enter'));
  expect(archive.subarray(0, 2).toString()).toBe('PK');
  return (JSON.parse(report.toString()) as { cells: readonly CellJson[] }).cells;
}

it('takes answers from a file to a report that goes on after a reload, by keyboard, without a message', async () => {
  onTestFailed(async () => {
    await page.screenshot({ path: shot('failed.png'), fullPage: true });
  });
  await keepAnswers();
  await checkRetention();
  await runStudy();
  await walkSteps();
  await exportFigure();
  const [cell] = await exportRun();
  expect([cell.model, cell.domain]).toEqual(['noisy', 'ckd']);
  expect(cell.thresholds.map(({ framing }) => framing)).toEqual([
    'none',
    ...['threshold', 'bet', 'cost'].flatMap((framing) => new Array<string>(4).fill(framing)),
  ]);
  expect(tab.messages).toEqual([]);
});

it('makes agents whose beliefs are known', async () => {
  await goTo(page, 'beliefs/data', 'Beliefs');
  await pressed('Generate agents');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Cases', exact: true }).fill('40');
  await lookAt(page, shot('agents'));
  await dialog.getByRole('button', { name: 'Generate', exact: true }).press('Enter');
  await main()
    .getByRole('cell', { name: /^coherent, framing-biased, incoherent; ckd \(seed 1\)$/ })
    .waitFor();
  expect(tab.messages).toEqual([]);
});
