// Portability on the GPU engine of the published page, on the software adapter: the numbers of the CPU to the last digit.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { choiceCsv } from '../../src/formats/choice-csv.ts';
import { agentTable } from '../../src/instruments/portability/agents.ts';
import type { CellReport } from '../../src/instruments/portability/report.ts';
import { launchChromium, openPage, SOFTWARE_WEBGPU, type WatchedPage } from './chromium.ts';
import { serveBuilt, type Site } from './support/site.ts';
import { drop, goTo } from './support/visit.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A device in software takes a second for a hundred comparisons. */
const FEW = { Splits: '8', Permutations: '9', Bootstrap: '2', Resamples: '2' } as const;

let site: Site;
let browser: Browser;
let tab: WatchedPage;

beforeAll(async () => {
  [site, browser] = await Promise.all([serveBuilt(root), launchChromium(SOFTWARE_WEBGPU)]);
  tab = await openPage(await browser.newContext({ acceptDownloads: true }), site.address);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const main = () => tab.page.locator('main');

async function keepAgent(): Promise<void> {
  const table = agentTable({
    game: 'lottery',
    agents: ['frame'],
    regimes: ['noncot'],
    environments: 3,
    instances: 20,
    draws: 2,
    shared: true,
    seed: 6,
  });
  await goTo(tab.page, 'portability/data', 'Portability');
  await drop(tab.page, 'lottery.csv', Buffer.from(choiceCsv(table)), 'text/csv');
  await main().getByRole('button', { name: 'Import 1 table' }).click();
  await main().getByRole('cell', { name: 'lottery', exact: true }).first().waitFor();
}

/** Runs the measurement on an engine; the figures of its cell, and what its page says of the engine. */
async function measuredOn(engine: 'GPU' | 'CPU') {
  const { page } = tab;
  await goTo(page, 'portability/measure', 'Portability');
  for (const [label, value] of Object.entries(FEW))
    await main().getByRole('textbox', { name: label, exact: true }).fill(value);
  await main().getByRole('radio', { name: engine, exact: true }).check({ force: true });
  await main().getByRole('button', { name: 'Run', exact: true }).click();
  await main()
    .getByText(/^Lottery choice, frame, noncot: a total variation of/)
    .waitFor({ timeout: 180_000 });
  const said = await main().innerText();
  await main().getByRole('button', { name: 'Files', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'report.json' }).click(),
  ]);
  const report = JSON.parse((await readFile(await file.path())).toString()) as {
    readonly cells: readonly CellReport[];
  };
  return { cell: report.cells[0], said };
}

it('measures a cell on a software adapter with the numbers of the CPU, and without a message', async () => {
  await keepAgent();
  const gpu = await measuredOn('GPU');
  const cpu = await measuredOn('CPU');
  expect(gpu.cell.tv_mean).toBeGreaterThan(0);
  expect(gpu.cell.least_p).toBe(0.1);
  expect(gpu.cell.excess_lo).toBeLessThan(gpu.cell.excess_hi!);
  expect(gpu.cell).toEqual(cpu.cell);
  expect(gpu.said).not.toMatch(/CPU · /);
  expect(cpu.said).toMatch(/CPU · \d+ worker/);
  expect(tab.messages).toEqual([]);
});
