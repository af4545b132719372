// A calibration in the published page, by keyboard alone: ranks land, pause, reload, resume, a further look, files out.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CalibrationPlan } from '../../src/instruments/seu/calibration/plan.ts';
import { truthsIn } from '../../src/instruments/seu/calibration/truths.ts';
import { builtCommand, luce } from '../support/command.ts';
import { published } from './support/published.ts';
import { bundleIn, type SavedFile } from './support/reader.ts';
import { longestTask } from './support/tasks.ts';

/** Ranks 0 … 63 of few draws; thinned so much that a replicate takes long enough to be stopped between two. */
const SETTINGS = { 'Replicates, N': '60', 'Draws, L': '63', Thin: '150' } as const;
const MOST_TABS = 300;
/** Where the acceptance list asks for them, the main thread's tasks while ranks land are written to this file. */
const TASKS_FILE = process.env.LUCE_TASKS_FILE;

const { main, button, field, fill, keys, page, goTo, look, ...reader } = published('calibration', {
  kept: true,
});
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'luce-calibration-'));
  await builtCommand();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const finding = () => main().locator('.finding');

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab, or Shift+Tab, until `target` has the focus, as a reader without a pointer does. */
async function reach(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await isFocused(target)) return;
    await keys(key);
  }
  throw new Error(`${MOST_TABS} × ${key} did not reach ${String(target)}`);
}

async function press(target: Locator): Promise<void> {
  await reach(target);
  await keys('Enter');
}

async function type(label: string, text: string): Promise<void> {
  await reach(field(label));
  await keys('ControlOrMeta+A');
  await page().keyboard.type(text);
}

/** The file with such a name that a press of the button saves. */
async function downloaded(target: Locator, key: 'Tab' | 'Shift+Tab', name: RegExp): Promise<SavedFile> {
  await reach(target, key);
  return reader.saved(() => keys('Enter'), name);
}

/** Ranks that the finding says are in; while they land it says that and nothing of a verdict. */
async function ranksIn(total: number): Promise<number> {
  const text = await finding().innerText();
  const [, count] =
    new RegExp(`^(\\d+) of ${total} ranks are in; the verdict comes at ${total}\\.$`).exec(text) ?? [];
  return count === undefined ? 0 : Number(count);
}

async function goToCalibration(): Promise<void> {
  await page()
    .getByRole('heading', { level: 1, name: /Luce measures/ })
    .waitFor();
  await keys('g');
  await keys('s');
  await page().getByRole('heading', { level: 1, name: 'SEU sensitivity' }).waitFor();
  await keys('[');
  await page()
    .getByRole('link', { name: 'Calibration' })
    .and(page().locator('[aria-current=step]'))
    .waitFor();
  await page().getByRole('heading', { name: 'New calibration' }).waitFor();
}

async function start(): Promise<void> {
  for (const [label, text] of Object.entries(SETTINGS)) await type(label, text);
  await main()
    .getByText(/With 60 replicates a posterior shifted by/)
    .waitFor();
  await look('setup');
  await press(button('Calibrate'));
  await page().waitForURL(/#\/seu\/.{8}/);
}

/** Sees ranks land one after another, with pictures and without a word of a verdict. */
async function watch(): Promise<void> {
  await expect.poll(() => ranksIn(60), { timeout: 120_000 }).toBeGreaterThan(0);
  const first = await ranksIn(60);
  await expect.poll(() => ranksIn(60), { timeout: 60_000 }).toBeGreaterThan(first);
  await page()
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
  await keys('Space');
  await main().getByText('paused', { exact: true }).waitFor({ timeout: 120_000 });
}

/** Watches and pauses; where asked, with the main thread traced meanwhile. */
async function watchedRun(): Promise<void> {
  const work = async (): Promise<void> => {
    await watch();
    await pause();
  };
  if (TASKS_FILE === undefined) return work();
  await writeFile(TASKS_FILE, JSON.stringify(await longestTask(page(), work)));
}

/** Leaves the paused run, and goes on from there. */
async function leaveAndComeBack(): Promise<void> {
  const paused = await ranksIn(60);
  expect(paused).toBeLessThan(60);
  await look('paused');
  await page().reload();
  await main().getByText('paused', { exact: true }).waitFor({ timeout: 120_000 });
  expect(await ranksIn(60)).toBe(paused);
  await reach(runBox());
  await keys('Space');
  await main().getByText(`Resumed at ${paused}`).waitFor();
}

async function addForty(): Promise<void> {
  await press(button('Add replicates'));
  const dialog = page().getByRole('dialog', { name: 'Add replicates' });
  await reach(dialog.getByRole('textbox'), 'Shift+Tab');
  await page().keyboard.type('40');
  await keys('Enter');
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
  await goToCalibration();
  await start();
  await watchedRun();
  await leaveAndComeBack();
  await finding()
    .filter({ hasText: /calibrated/ })
    .waitFor({ timeout: 120_000 });
  expect(await main().innerText()).toMatch(/Overall uniformity, p/);
  await addForty();
  await look('done');

  const table = await downloaded(button('Ranks, CSV'), 'Shift+Tab', /sbc_stats\.csv$/);
  await mergeTable(table.bytes.toString());

  const file = await downloaded(button('Export'), 'Tab', /\.luce\.zip$/);
  const { run, chunks, summaries } = await bundleIn(file);
  const { settings } = run.manifest.plan as CalibrationPlan;
  expect(settings.replicates).toEqual({ first: 0, count: 100 });
  expect(settings.looks).toEqual({ level: 0.05, planned: [60], added: [100] });
  expect(Object.keys(summaries)).toContain('sbc_stats.csv');
  const ranked = chunks.filter(({ columns }) => 'rank' in columns);
  expect(ranked.reduce((sum, { count }) => sum + count, 0)).toBe(100);
});

it('ranks draws of a fit among their own posteriors, with a projection of the reader’s choice, over a reload', async () => {
  await goTo('', /Luce measures/);
  await button('Run: Recover a known agent').click();
  await main()
    .getByText(/Sensitivity α is/)
    .waitFor({ timeout: 60_000 });
  await goTo('seu/calibration', 'SEU sensitivity');
  await main().getByText('A fit’s posterior').click();
  await fill({ 'Replicates, N': '12', 'Draws, L': '63', Thin: '300' });
  await main().getByText('Test quantities, parts of a study, engine').click();
  await fill({ 'Projections of your choice': 'alpha + gama' });
  await main().getByText('Test quantities, parts of a study, engine').focus();
  await main()
    .getByText(/no quantity gama; needed alpha, log_lik, beta/)
    .waitFor();
  await fill({ 'Projections of your choice': 'alpha+0.5*delta[1]' });
  await look('posterior-setup');
  await button('Calibrate').click();
  await expect.poll(() => ranksIn(12), { timeout: 60_000 }).toBeGreaterThan(0);
  await page().reload();
  await finding()
    .filter({ hasText: /is (not )?calibrated/ })
    .waitFor({ timeout: 120_000 });
  await main().getByText('alpha + 0.5*delta[1]', { exact: true }).first().waitFor();
  await look('posterior');

  const { run, chunks } = await bundleIn(await reader.exported());
  const { posterior, quantities } = (run.manifest.plan as CalibrationPlan).settings;
  expect(quantities.combinations).toEqual(['alpha + 0.5*delta[1]']);
  expect(posterior?.fit?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(truthsIn(chunks)?.length).toBe(posterior!.truths * (2 + 3 * 5 + 2));
});

it('checks that fit: what it misses, ten folds, and what its predictive p-values are worth', async () => {
  await goTo('seu/check', 'SEU sensitivity');
  await button('Check').click();
  await main().getByRole('heading', { name: 'What the model misses' }).waitFor({ timeout: 60_000 });
  await button('Against simpler models').click();
  await main().getByRole('heading', { name: 'Beside simpler models' }).waitFor({ timeout: 60_000 });
  await button('Ten folds').click();
  await main()
    .getByText(/Exact, from 10 refits without a part/)
    .first()
    .waitFor({ timeout: 120_000 });
  await fill({ 'Agents of each kind': '20' });
  await button('Simulate agents').click();
  await main()
    .getByRole('heading', { name: 'What the predictive p-values are worth' })
    .waitFor({ timeout: 120_000 });
  await look('check');
});

it('draws agents from a prior as a run: progress, pause, reload, resume, the files of luce prior', async () => {
  await goTo('seu/prior', 'SEU sensitivity');
  await fill({ Agents: '40000', 'Target rate, %': '60' });
  await button('Draw agents').click();
  await main()
    .getByText(/per second/)
    .waitFor({ timeout: 120_000 });
  await button('Pause').click();
  await main().getByText('paused', { exact: true }).waitFor({ timeout: 120_000 });
  await page().reload();
  await main().getByText('paused', { exact: true }).waitFor({ timeout: 120_000 });
  await button('Resume').click();
  await finding()
    .filter({ hasText: /choose the SEU-maximal option in/ })
    .waitFor({ timeout: 120_000 });
  await main()
    .getByText(/A mean rate of 60\s% takes α ~ lognormal\(/)
    .waitFor();
  await look('prior');
  const grid = await reader.saved(() => button('Tables, CSV').click(), /grid\.csv$/);
  const [head, ...rows] = grid.bytes.toString().trim().split('\r\n');
  expect(head).toMatch(/^mu,sigma,draws,alpha_q5/);
  expect(rows.map((row) => row.split(',')[2])).toEqual(Array.from({ length: 12 }, () => '40000'));
  await button('Use this prior').click();
  await main().getByText('changed', { exact: true }).first().waitFor();
});
