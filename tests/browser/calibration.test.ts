// A calibration in the published page, by keyboard alone: ranks land, pause, reload, resume, a further look, files out.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Download, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFailed, vi } from 'vitest';
import { readBundle } from '../../src/formats/bundle-read.ts';
import type { CalibrationPlan } from '../../src/instruments/seu/calibration/plan.ts';
import { truthsIn } from '../../src/instruments/seu/calibration/truths.ts';
import { builtCommand, luce } from '../support/command.ts';
import { launchChromium, openPage } from './chromium.ts';
import type { WatchedPage } from './chromium.ts';
import { lookAt, WINDOW } from './support/look.ts';
import { serveBuilt, type Site } from './support/site.ts';
import { longestTask } from './support/tasks.ts';

vi.setConfig({ testTimeout: 420_000, hookTimeout: 180_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const SHOTS = join(root, 'dist/shots');
/** Ranks 0 … 63 of few draws; thinned so much that a replicate takes long enough to be stopped between two. */
const SETTINGS = { 'Replicates, N': '60', 'Draws, L': '63', Thin: '150' } as const;
const MOST_TABS = 300;
/** Where the acceptance list asks for them, the main thread's tasks while ranks land are written to this file. */
const TASKS_FILE = process.env.LUCE_TASKS_FILE;

let site: Site;
let browser: Browser;
let tab: WatchedPage;
let page: Page;
let folder: string;

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  folder = await mkdtemp(join(tmpdir(), 'luce-calibration-'));
  [site, browser] = await Promise.all([serveBuilt(root), launchChromium(), builtCommand()]);
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
  await rm(folder, { recursive: true, force: true });
});

const main = () => page.locator('main');
const shot = (name: string): string => join(SHOTS, `calibration-${name}`);
const finding = () => main().locator('.finding');
const button = (name: string): Locator => main().getByRole('button', { name, exact: true });

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab, or Shift+Tab, until `target` has the focus, as a reader without a pointer does. */
async function reach(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${MOST_TABS} × ${key} did not reach ${String(target)}`);
}

async function press(target: Locator): Promise<void> {
  await reach(target);
  await page.keyboard.press('Enter');
}

async function type(label: string, text: string): Promise<void> {
  await reach(main().getByRole('textbox', { name: label, exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** The file with such a name that a press of the button saves: it may save others beside it, in any order. */
async function downloaded(target: Locator, key: 'Tab' | 'Shift+Tab', name: RegExp): Promise<Download> {
  await reach(target, key);
  const predicate = (file: Download): boolean => name.test(file.suggestedFilename());
  const [file] = await Promise.all([
    page.waitForEvent('download', { predicate }),
    page.keyboard.press('Enter'),
  ]);
  return file;
}

/** Ranks that the finding says are in; while they land it says that and nothing of a verdict. */
async function ranksIn(total: number): Promise<number> {
  const text = await finding().innerText();
  const [, count] =
    new RegExp(`^(\\d+) of ${total} ranks are in; the verdict comes at ${total}\\.$`).exec(text) ?? [];
  return count === undefined ? 0 : Number(count);
}

async function goToCalibration(): Promise<void> {
  await page.getByRole('heading', { level: 1, name: /Luce measures/ }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByRole('heading', { level: 1, name: 'SEU sensitivity' }).waitFor();
  await page.keyboard.press('[');
  await page.getByRole('link', { name: 'Calibration' }).and(page.locator('[aria-current=step]')).waitFor();
  await page.getByRole('heading', { name: 'New calibration' }).waitFor();
}

async function start(): Promise<void> {
  for (const [label, text] of Object.entries(SETTINGS)) await type(label, text);
  await main()
    .getByText(/With 60 replicates a posterior shifted by/)
    .waitFor();
  await lookAt(page, shot('setup'));
  await press(button('Calibrate'));
  await page.waitForURL(/#\/seu\/.{8}/);
}

/** Sees ranks land one after another, with pictures and without a word of a verdict. */
async function watch(): Promise<void> {
  await expect.poll(() => ranksIn(60), { timeout: 120_000 }).toBeGreaterThan(0);
  const first = await ranksIn(60);
  await expect.poll(() => ranksIn(60), { timeout: 60_000 }).toBeGreaterThan(first);
  await page
    .getByRole('group', { name: /^ECDF difference/ })
    .locator('svg')
    .waitFor();
  const text = await main().innerText();
  expect(text).not.toMatch(/not calibrated|is calibrated|Overall uniformity/);
}

const runBox = (): Locator => main().getByRole('region', { name: /^Calibration of m_0/ });

/** Pauses in the middle, before anything slow is done with what was seen: the run goes on meanwhile. */
async function pause(): Promise<void> {
  await expect.poll(() => ranksIn(60), { timeout: 60_000 }).toBeGreaterThan(11);
  await reach(runBox());
  await page.keyboard.press('Space');
  await main().getByText('paused', { exact: true }).waitFor({ timeout: 120_000 });
}

/** Watches and pauses; where asked, with the main thread traced meanwhile. */
async function watchedRun(): Promise<void> {
  const work = async (): Promise<void> => {
    await watch();
    await pause();
  };
  if (TASKS_FILE === undefined) return work();
  await writeFile(TASKS_FILE, JSON.stringify(await longestTask(browser, page, work)));
}

/** Leaves the paused run, and goes on from there. */
async function leaveAndComeBack(): Promise<void> {
  const paused = await ranksIn(60);
  expect(paused).toBeLessThan(60);
  await lookAt(page, shot('paused'));
  await page.reload();
  await main().getByText('paused', { exact: true }).waitFor({ timeout: 120_000 });
  expect(await ranksIn(60)).toBe(paused);
  await reach(runBox());
  await page.keyboard.press('Space');
  await main().getByText(`Resumed at ${paused}`).waitFor();
}

async function addForty(): Promise<void> {
  await press(button('Add replicates'));
  const dialog = page.getByRole('dialog', { name: 'Add replicates' });
  await reach(dialog.getByRole('textbox'), 'Shift+Tab');
  await page.keyboard.type('40');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => ranksIn(100), { timeout: 60_000 }).toBeGreaterThanOrEqual(60);
  await main()
    .getByText(/^At look 1, after 60 replicates/)
    .waitFor();
  await finding()
    .filter({ hasText: /calibrated/ })
    .waitFor({ timeout: 120_000 });
  await main()
    .getByText(/^This is look 2: .* of the study's level 0\.05 is spent/)
    .waitFor();
}

interface MergeReport {
  readonly quantities: readonly {
    readonly variable: string;
    readonly n: number;
    readonly max_rank: number;
  }[];
}

/** The exported table, cut in two, is whole again in the command's hands. */
async function mergeTable(text: string): Promise<void> {
  const [head, ...rows] = text.trim().split('\r\n');
  const parts = [
    rows.filter((row) => Number(row.split(',')[0]) <= 60),
    rows.filter((row) => Number(row.split(',')[0]) > 60),
  ];
  const paths = await Promise.all(
    parts.map(async (part, i) => {
      const path = join(folder, `part-${i + 1}.csv`);
      await writeFile(path, [head, ...part, ''].join('\r\n'));
      return path;
    }),
  );
  const { status, stdout, stderr } = await luce(['merge', ...paths, '--json'], folder);
  expect(status, stderr).toBe(0);
  const { quantities } = JSON.parse(stdout) as MergeReport;
  expect(quantities.length).toBe(rows.length / 100);
  for (const { n, max_rank } of quantities) expect([n, max_rank]).toEqual([100, 63]);
}

it('runs a calibration by keyboard: watched, paused, reloaded, resumed, added to, exported and merged', async () => {
  onTestFailed(async () => void (await page.screenshot({ path: join(SHOTS, 'calibration-failed.png') })));
  await goToCalibration();
  await start();
  await watchedRun();
  await leaveAndComeBack();
  await finding()
    .filter({ hasText: /calibrated/ })
    .waitFor({ timeout: 120_000 });
  expect(await main().innerText()).toMatch(/Overall uniformity, p/);
  await addForty();
  await lookAt(page, shot('done'));

  const table = await downloaded(button('Ranks, CSV'), 'Shift+Tab', /sbc_stats\.csv$/);
  await mergeTable(await readFile(await table.path(), 'utf8'));

  const file = await downloaded(button('Export'), 'Tab', /\.luce\.zip$/);
  const bundle = await readBundle(await readFile(await file.path()), file.suggestedFilename());
  if (!bundle.ok) throw new Error(JSON.stringify(bundle.faults));
  const { run, chunks, summaries } = bundle.value;
  const { settings } = run.manifest.plan as CalibrationPlan;
  expect(settings.replicates).toEqual({ first: 0, count: 100 });
  expect(settings.looks).toEqual({ level: 0.05, planned: [60], added: [100] });
  expect(Object.keys(summaries)).toContain('sbc_stats.csv');
  const ranked = chunks.filter(({ columns }) => 'rank' in columns);
  expect(ranked.reduce((sum, { count }) => sum + count, 0)).toBe(100);
  expect(tab.messages).toEqual([]);
});

const fill = (label: string, text: string): Promise<void> =>
  main().getByRole('textbox', { name: label, exact: true }).fill(text);

async function goTo(path: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), `#/${path}`);
}

it('ranks draws of a fit among their own posteriors, with a projection of the reader’s choice, over a reload', async () => {
  onTestFailed(async () => void (await page.screenshot({ path: shot('posterior-failed.png') })));
  await goTo('');
  await button('Run: Recover a known agent').click();
  await main()
    .getByText(/Sensitivity α is/)
    .waitFor({ timeout: 60_000 });
  await goTo('seu/calibration');
  await main().getByText('A fit’s posterior').click();
  await fill('Replicates, N', '12');
  await fill('Draws, L', '63');
  await fill('Thin', '300');
  await main().getByText('Test quantities, parts of a study, engine').click();
  await fill('Projections of your choice', 'alpha + gama');
  await main().getByText('Test quantities, parts of a study, engine').focus();
  await main()
    .getByText(/no quantity gama; needed alpha, log_lik, beta/)
    .waitFor();
  await fill('Projections of your choice', 'alpha+0.5*delta[1]');
  await lookAt(page, shot('posterior-setup'));
  await button('Calibrate').click();
  await expect.poll(() => ranksIn(12), { timeout: 60_000 }).toBeGreaterThan(0);
  await page.reload();
  await finding()
    .filter({ hasText: /is (not )?calibrated/ })
    .waitFor({ timeout: 120_000 });
  await main().getByText('alpha + 0.5*delta[1]', { exact: true }).first().waitFor();
  await lookAt(page, shot('posterior'));

  const saving = page.waitForEvent('download');
  await button('Export').click();
  const file = await saving;
  const bundle = await readBundle(await readFile(await file.path()), file.suggestedFilename());
  if (!bundle.ok) throw new Error(JSON.stringify(bundle.faults));
  const { posterior, quantities } = (bundle.value.run.manifest.plan as CalibrationPlan).settings;
  expect(quantities.combinations).toEqual(['alpha + 0.5*delta[1]']);
  expect(posterior?.fit?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(truthsIn(bundle.value.chunks)?.length).toBe(posterior!.truths * (2 + 3 * 5 + 2));
  expect(tab.messages).toEqual([]);
});

it('checks that fit: what it misses, ten folds, and what its predictive p-values are worth', async () => {
  onTestFailed(async () => void (await page.screenshot({ path: shot('check-failed.png') })));
  await goTo('seu/check');
  await button('Check').click();
  await main().getByRole('heading', { name: 'What the model misses' }).waitFor({ timeout: 60_000 });
  await button('Against simpler models').click();
  await main().getByRole('heading', { name: 'Beside simpler models' }).waitFor({ timeout: 60_000 });
  await button('Ten folds').click();
  await main()
    .getByText(/Exact, from 10 refits without a part/)
    .first()
    .waitFor({ timeout: 120_000 });
  await fill('Agents of each kind', '20');
  await button('Simulate agents').click();
  await main()
    .getByRole('heading', { name: 'What the predictive p-values are worth' })
    .waitFor({ timeout: 120_000 });
  await lookAt(page, shot('check'));
  expect(tab.messages).toEqual([]);
});

it('draws agents from a prior as a run: progress, pause, reload, resume, the files of luce prior', async () => {
  onTestFailed(async () => void (await page.screenshot({ path: shot('prior-failed.png') })));
  await goTo('seu/prior');
  await fill('Agents', '40000');
  await fill('Target rate, %', '60');
  await button('Draw agents').click();
  await main()
    .getByText(/per second/)
    .waitFor({ timeout: 120_000 });
  await button('Pause').click();
  await main().getByText('paused', { exact: true }).waitFor({ timeout: 120_000 });
  await page.reload();
  await main().getByText('paused', { exact: true }).waitFor({ timeout: 120_000 });
  await button('Resume').click();
  await finding()
    .filter({ hasText: /choose the SEU-maximal option in/ })
    .waitFor({ timeout: 120_000 });
  await main()
    .getByText(/A mean rate of 60\s% takes α ~ lognormal\(/)
    .waitFor();
  await lookAt(page, shot('prior'));
  const predicate = (file: Download): boolean => /grid\.csv$/.test(file.suggestedFilename());
  const [file] = await Promise.all([
    page.waitForEvent('download', { predicate }),
    button('Tables, CSV').click(),
  ]);
  const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(head).toMatch(/^mu,sigma,draws,alpha_q5/);
  expect(rows.map((row) => row.split(',')[2])).toEqual(Array.from({ length: 12 }, () => '40000'));
  await button('Use this prior').click();
  await main().getByText('changed', { exact: true }).first().waitFor();
  expect(tab.messages).toEqual([]);
});
