// Runs kept in IndexedDB through reloads, full disks, second tabs and crashes of the GPU process, in real Chromium.
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { launchChromium, openPage, serve, SOFTWARE_WEBGPU } from './chromium.ts';
import type { Server, WatchedPage } from './chromium.ts';
import { undisturbed, type AgentFit, type DrawsByTask } from './support/agents.ts';
import type { LucePage } from './support/luce-page.ts';

declare const runs: LucePage;
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** Losses may follow one another, and a page keeps its right to a GPU. */
const CRASHES = ['--disable-gpu-process-crash-limit', '--disable-domain-blocking-for-3d-apis'];
const LONG: AgentFit = { sampler: 'hmc', conditions: 1, draws: 400, thin: 150, engine: 'cpu' };
const LARGE: AgentFit = { sampler: 'hmc', conditions: 1, draws: 8000, thin: 8, engine: 'cpu' };
const ON_GPU: AgentFit = { sampler: 'hmc', conditions: 1, draws: 100, thin: 50, engine: 'gpu' };

let server: Server;
let browser: Browser;
let calmly: DrawsByTask;
let context: BrowserContext;
let tabs: WatchedPage[];

beforeAll(async () => {
  server = await serve(fileURLToPath(new URL('../..', import.meta.url)));
  browser = await launchChromium([...SOFTWARE_WEBGPU, ...CRASHES]);
  calmly = await undisturbed(LONG);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(async () => {
  context = await browser.newContext();
  tabs = [];
});
afterEach(async () => {
  await context.close();
  expect(tabs.flatMap(({ messages }) => messages)).toEqual([]);
});

const ready = (page: Page) => page.waitForFunction(() => 'runs' in globalThis);

async function openTab(): Promise<Page> {
  const tab = await openPage(context, `${server.origin}/blank?module=/tests/browser/support/luce-page.ts`);
  tabs.push(tab);
  await ready(tab.page);
  return tab.page;
}

const start = (page: Page, fit: AgentFit) => page.evaluate((given) => runs.start(given), fit);
const see = (page: Page, id: string) => page.evaluate((run) => runs.see(run), id);
const rests = (page: Page, id: string) => page.evaluate((run) => runs.rests(run), id);
const stored = (page: Page, id: string) => page.evaluate((run) => runs.stored(run), id);
const resume = (page: Page, id: string) => page.evaluate((run) => runs.resume(run), id);
/** Waits until draws of the run are stored. */
const saved = (page: Page, id: string) => page.evaluate((run) => runs.saved(run), id);
const reaches = (page: Page, id: string, share: number) =>
  page.evaluate(([run, part]) => runs.reaches(run, part), [id, share] as const);

const DONE = { state: 'done', problem: null, warnings: [], live: false };

it('goes on by itself after a reload, to the draws of an undisturbed run', async () => {
  const page = await openTab();
  const id = await start(page, LONG);
  expect(await reaches(page, id, 0.1)).toMatchObject({ resumedAt: 0 });
  await saved(page, id);
  await page.reload();
  await ready(page);
  const { resumedAt, total } = await reaches(page, id, 0);
  expect(resumedAt).toBeGreaterThan(0);
  expect(resumedAt).toBeLessThan(total);
  expect(await rests(page, id)).toMatchObject({ ...DONE, headline: expect.stringMatching(/^α = /) });
  expect(await stored(page, id)).toEqual(calmly);
});

it('is paused when the disk is full, keeps what was stored, and goes on when there is room', async () => {
  const page = await openTab();
  // Chromium remembers the room that was left for half a minute, so the limit stands before the first write.
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: server.origin, quotaSize: 1_000_000 });
  const id = await start(page, LARGE);
  await page.evaluate((run) => runs.pauseAt(run, 0.03), id);
  expect(await rests(page, id)).toMatchObject({ state: 'paused', problem: null });
  const kept = await page.evaluate((run) => runs.chunks(run), id);
  expect(kept.length).toBeGreaterThan(2);
  const full = {
    state: 'paused',
    problem: expect.stringMatching(/Storage is full. Nothing is lost; the run is paused/),
  };
  expect(await resume(page, id)).toMatchObject(full);

  await session.detach();
  await expect.poll(() => resume(page, id), { timeout: 40_000 }).toMatchObject(DONE);
  expect(await page.evaluate((run) => runs.chunks(run), id)).toEqual(expect.arrayContaining(kept));
  expect(await stored(page, id)).toEqual(await undisturbed(LARGE));
});

it('is watched by a second tab, which can go on with it once the first is closed', async () => {
  const [first, second] = [await openTab(), await openTab()];
  const id = await start(first, LONG);
  await reaches(first, id, 0.01);
  expect(await resume(second, id)).toMatchObject({
    state: 'running',
    live: false,
    problem: 'This run is under way in another tab. It can be watched here.',
  });
  await saved(first, id);
  expect(await see(first, id)).toMatchObject({ live: true });
  await first.close();
  await expect.poll(() => see(second, id)).toMatchObject({ state: 'paused' });
  expect(await resume(second, id)).toMatchObject(DONE);
  expect(await stored(second, id)).toEqual(calmly);
});

describe('a crash of the GPU process', () => {
  it('opens the device anew; after a second one unfinished chains start again on the CPU', async () => {
    const page = await openTab();
    const control = await browser.newBrowserCDPSession();
    const calm = await start(page, ON_GPU);
    expect(await rests(page, calm)).toMatchObject({
      ...DONE,
      engine: 'gpu',
      taskEngines: ['cpu', 'gpu', 'gpu'],
    });

    const crashAt = async (id: string, share: number) => {
      await reaches(page, id, share);
      await control.send('Browser.crashGpuProcess');
    };
    const once = await start(page, ON_GPU);
    await crashAt(once, 0.2);
    expect(await rests(page, once)).toMatchObject(DONE);
    expect(await stored(page, once)).toEqual(await stored(page, calm));

    const twice = await start(page, ON_GPU);
    await crashAt(twice, 0.2);
    expect(await rests(page, twice)).toMatchObject({
      ...DONE,
      taskEngines: ['cpu', 'cpu', 'cpu'],
      warnings: [
        expect.stringMatching(/The GPU was lost: .*twice.* Unfinished chains started again on the CPU/),
      ],
    });
    expect(await stored(page, twice)).toEqual(await undisturbed(ON_GPU));
  });
});
