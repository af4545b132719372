// CPU workers in real Chromium: the draws of Node bit for bit, a killed worker, a broken one.
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { launchChromium, openPage, serve } from './chromium.ts';
import type { Server, WatchedPage } from './chromium.ts';
import { chainTasks, runLane } from './workers-tasks.ts';
import type { WorkersPage } from './workers-page.ts';
import { cpuLane } from '../../src/engine/cpu/lane.ts';

declare const workers: WorkersPage;
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const DRAWS = 200;
let browser: Browser;
let server: Server;
let tab: WatchedPage;

beforeAll(async () => {
  server = await serve(fileURLToPath(new URL('../..', import.meta.url)));
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(async () => {
  const context = await browser.newContext();
  tab = await openPage(context, `${server.origin}/blank?module=/tests/browser/workers-page.ts`);
  await tab.page.waitForFunction(() => 'workers' in globalThis);
  return () => context.close();
});

describe('a CPU lane in a worker', () => {
  it('draws what Node draws, bit for bit, whatever the size of a step', async () => {
    const node = await runLane(cpuLane(), chainTasks(2, DRAWS), 3_000);
    expect(Object.values(node).map((bits) => bits.trim().split(' ').length)).toEqual([DRAWS * 6, DRAWS * 6]);
    expect(await tab.page.evaluate((draws) => workers.inWorker(draws, 500), DRAWS)).toEqual(node);
    expect(tab.messages).toEqual([]);
  });

  it('that is killed is replaced, and its chain goes on to the same draws', async () => {
    const node = await runLane(cpuLane(), chainTasks(2, DRAWS), 3_000);
    const { positions, started } = await tab.page.evaluate((draws) => workers.poolWithDeath(draws), DRAWS);
    expect(started).toBe(3);
    expect(positions).toEqual(node);
    expect(tab.messages).toEqual([]);
  });

  it('that breaks down rejects the call under way', async () => {
    expect(await tab.page.evaluate(() => workers.broken())).toMatch(/a CPU worker broke down: .*deliberate/);
  });

  it('that cannot be loaded rejects its first call', async () => {
    expect(await tab.page.evaluate(() => workers.absent())).toMatch(/could not be loaded/);
  });
});
