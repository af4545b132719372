// Contrasts of regimes on the published page: unequal numbers of rows are said, cut on request, and both regimes compared.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFailed, vi } from 'vitest';
import type { ContrastRow } from '../../src/instruments/portability/contrasts.ts';
import { launchChromium, openPage, type WatchedPage } from './chromium.ts';
import { lookAt, WINDOW } from './support/look.ts';
import { serveBuilt, type Site } from './support/site.ts';
import { drop, goTo } from './support/visit.ts';

vi.setConfig({ testTimeout: 400_000, hookTimeout: 240_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const SHOTS = join(root, 'dist/shots');
const FIXTURES = join(root, 'tests/fixtures/portability');
const SETTINGS = { Splits: '20', Permutations: '19', Bootstrap: '20', Resamples: '0' } as const;

let site: Site;
let browser: Browser;
let tab: WatchedPage;
let page: Page;

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  [site, browser] = await Promise.all([serveBuilt(root), launchChromium()]);
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
const shot = (name: string): string => join(SHOTS, `portability-contrasts-${name}`);

async function pressed(name: string | RegExp): Promise<void> {
  await main().getByRole('button', { name }).first().focus();
  await page.keyboard.press('Enter');
}

/** The dictator without chain of thought has 20 of 30 instances in two environments. */
async function unevenDictator(): Promise<Buffer> {
  const [head, ...rows] = (await readFile(join(FIXTURES, 'dictator.csv'), 'utf8')).split('\n');
  const kept = rows.filter((row) => !/^dictator,[a-z]+,noncot,env0[12],2\d,/.test(row));
  return Buffer.from([head, ...kept].join('\n'));
}

async function keepGames(): Promise<void> {
  await goTo(page, 'portability/data', 'Portability');
  const files = [
    ['dictator.csv', await unevenDictator()],
    ['lottery.csv', await readFile(join(FIXTURES, 'lottery.csv'))],
  ] as const;
  for (const [name, bytes] of files) {
    await drop(page, name, bytes, 'text/csv');
    await pressed(/^Import 1 table$/);
    await main()
      .getByRole('cell', { name: name.replace('.csv', ''), exact: true })
      .first()
      .waitFor();
  }
}

async function measure(rows: 'All there are' | 'Equal n'): Promise<void> {
  await goTo(page, 'portability/measure', 'Portability');
  for (const [label, value] of Object.entries(SETTINGS))
    await main().getByRole('textbox', { name: label, exact: true }).fill(value);
  await main().getByText(rows, { exact: true }).click();
  const warning = main().getByText('Dictator has 40 to 60 rows in an environment');
  expect(await warning.count()).toBe(rows === 'Equal n' ? 0 : 1);
  if (rows === 'All there are') await lookAt(page, shot('setup'));
  await pressed('Run');
  await main()
    .getByText(/^Of 12 cells (?:none|\d)/)
    .waitFor({ timeout: 240_000 });
}

const figure = () => main().getByRole('figure', { name: /^Distance under cot less that under noncot/ });

async function downloaded(press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await file.path(), 'utf8');
}

async function contrastsOfReport(): Promise<readonly ContrastRow[]> {
  await pressed('Files');
  const report = await downloaded(() => page.getByRole('menuitem', { name: 'report.json' }).press('Enter'));
  return (JSON.parse(report) as { contrasts: readonly ContrastRow[] }).contrasts;
}

async function readContrasts(): Promise<void> {
  await figure().waitFor({ timeout: 60_000 });
  await main()
    .getByText(/^cot against noncot, pooled: ΔTV /)
    .waitFor();
  await figure().locator('[tabindex="0"]').first().focus();
  await page.keyboard.press('ArrowRight');
  const keys = async (): Promise<void> => {
    await page.keyboard.press('e');
    await page.keyboard.press('c');
  };
  expect((await downloaded(keys)).split('\n')[0]).toMatch(/^scope,game,model,from,to,tv_from,tv_to,delta/);
  await page.keyboard.press('Escape');
}

it('contrasts regimes at equal numbers of rows, and says what was left out, without a message', async () => {
  onTestFailed(async () => {
    await page.screenshot({ path: shot('failed.png'), fullPage: true });
  });
  await keepGames();
  await measure('All there are');
  await readContrasts();
  await lookAt(page, shot('report'));
  const uneven = await contrastsOfReport();
  expect(uneven.map(({ scope }) => scope)).toEqual([
    'all',
    ...new Array<string>(3).fill('model'),
    ...new Array<string>(2).fill('game'),
    ...new Array<string>(6).fill('cell'),
  ]);
  expect(uneven[0].left_out).toBeGreaterThan(0);
  await measure('Equal n');
  await figure().waitFor({ timeout: 60_000 });
  await main().getByText('dictator: every environment of every cell is cut to').waitFor();
  expect((await contrastsOfReport())[0]).toMatchObject({ left_out: 0, pairs: 6, targets: 48 });
  expect(tab.messages).toEqual([]);
});
