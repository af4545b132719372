// Storage in real Chromium: a full disk, two tabs, an upgrade in another tab, and plain http.
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { launchChromium, openPage, serve } from './chromium.ts';
import type { Server, WatchedPage } from './chromium.ts';
import type { StoragePage } from './storage-page.ts';
import type { LucePage } from './support/luce-page.ts';

declare const storage: StoragePage;
declare const runs: LucePage;
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const INSECURE = 'luce.test';
let browser: Browser;
let server: Server;
let context: BrowserContext;
let tabs: WatchedPage[];

beforeAll(async () => {
  server = await serve(root);
  browser = await launchChromium([`--host-resolver-rules=MAP ${INSECURE} 127.0.0.1`]);
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

async function openModule(origin: string, module: string, name: string): Promise<Page> {
  const tab = await openPage(context, `${origin}/blank?module=/tests/browser/${module}`);
  tabs.push(tab);
  await tab.page.waitForFunction((given) => given in globalThis, name);
  return tab.page;
}

const openTab = (origin = server.origin): Promise<Page> => openModule(origin, 'storage-page.ts', 'storage');

/** Limits the origin's storage for as long as the session lasts; returns the way to lift the limit. */
async function limitQuota(page: Page, quotaSize: number): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: server.origin, quotaSize });
  return () => session.detach();
}

describe('a full disk', () => {
  it('throws QuotaError, keeps what was stored, and can be freed', async () => {
    const page = await openTab();
    // Chromium remembers the room that was left for half a minute, so the limit stands before the first write.
    const lift = await limitQuota(page, 3_000_000);
    await page.evaluate(() => storage.putRun('r'));
    const appendNext = () => page.evaluate((first) => storage.append('r', first, 10_000), 10_000 * saved);
    let saved = 0;
    let error = await appendNext();
    while (error === null && saved < 40) {
      saved += 1;
      error = await appendNext();
    }
    expect(error).toEqual({ name: 'QuotaError', message: expect.stringMatching(/refused to save draws/) });
    expect(saved).toBeGreaterThan(1);

    const places = Array.from({ length: saved }, (_, index) => 10_000 * index);
    const wanted = {
      keys: ['a', 'b'].flatMap((task) => places.map((first) => `${task} ${first}`)),
      intact: true,
      iterations: [10_000 * saved],
    };
    expect(await page.evaluate(() => storage.stored('r'))).toEqual(wanted);
    await page.reload();
    await page.waitForFunction(() => 'storage' in globalThis);
    expect(await page.evaluate(() => storage.stored('r'))).toEqual(wanted);

    await page.evaluate(() => storage.deleteRun('r'));
    expect(await page.evaluate(() => storage.runs())).toEqual([]);
    await lift();
    await page.evaluate(() => storage.putRun('r'));
    await expect.poll(() => page.evaluate(() => storage.append('r', 0, 10_000))).toBeNull();
    expect(await page.evaluate(() => storage.stored('r'))).toMatchObject({
      intact: true,
      iterations: [10_000],
    });
  });
});

describe('two tabs', () => {
  it('do not own a run together; a closed tab gives it up', async () => {
    const first = await openTab();
    const second = await openTab();
    expect(await first.evaluate(() => storage.claim('r'))).toBe(true);
    expect(await second.evaluate(() => storage.claim('r'))).toBe(false);
    expect(await second.evaluate(() => storage.claimed())).toEqual(['r']);
    expect(await second.evaluate(() => storage.claim('other'))).toBe(true);
    await first.close();
    await expect.poll(() => second.evaluate(() => storage.claim('r'))).toBe(true);
  });

  it('pass a run on by releasing it', async () => {
    const first = await openTab();
    const second = await openTab();
    expect(await first.evaluate(() => storage.claim('r'))).toBe(true);
    await first.evaluate(() => storage.release('r'));
    await expect.poll(() => second.evaluate(() => storage.claim('r'))).toBe(true);
  });

  it('hear what the other stored, and can read it', async () => {
    const first = await openTab();
    const second = await openTab();
    await first.evaluate(() => storage.putRun('r'));
    await first.evaluate(() => storage.append('r', 0, 10));
    await first.evaluate(() => storage.deleteRun('s'));
    const changed = { kind: 'run changed', runId: 'r' };
    await expect
      .poll(() => second.evaluate(() => storage.heard))
      .toEqual([changed, changed, { kind: 'run deleted', runId: 's' }]);
    expect((await second.evaluate(() => storage.stored('r'))).keys).toEqual(['a 0', 'b 0']);
    expect(await first.evaluate(() => storage.heard)).toEqual([]);
  });

  it('do not block each other when one upgrades the database', async () => {
    const first = await openTab();
    const second = await openTab();
    await first.evaluate(() => storage.putRun('r'));
    expect(await second.evaluate(() => storage.runs())).toEqual(['r']);
    await second.evaluate(() => storage.upgrade());
    expect(await first.evaluate(() => storage.notices)).toEqual([
      expect.stringMatching(/Another tab updated Luce/),
    ]);
  });
});

describe('the page', () => {
  it('says so when another tab has upgraded its database', async () => {
    const page = await openModule(server.origin, 'support/luce-page.ts', 'runs');
    const newer = await openTab();
    await newer.evaluate(() => storage.upgrade());
    await expect
      .poll(() => page.evaluate(() => runs.notice()))
      .toMatch(/Another tab updated Luce. Reload this page/);
  });
});

describe('a tab', () => {
  it('asks once whether its data are kept', async () => {
    const page = await openTab();
    expect(await page.evaluate(() => storage.persistence())).toBe('unknown');
    const { state, sentence } = await page.evaluate(() => storage.persist());
    expect(state).toBe('refused');
    expect(sentence).toMatch(/did not promise to keep/);
    await page.reload();
    await page.waitForFunction(() => 'storage' in globalThis);
    expect(await page.evaluate(() => storage.persistence())).toBe('refused');
    expect(await page.evaluate(() => storage.persist())).toEqual({ state: 'refused', sentence: null });
    const usage = await page.evaluate(() => storage.usage());
    expect(usage!.quota).toBeGreaterThan(usage!.usage);
  });

  it('lacks nothing on localhost, and says what plain http takes away', async () => {
    const secure = await openTab();
    expect(await secure.evaluate(() => storage.missing())).toEqual([]);
    const insecure = await openTab(`http://${INSECURE}:${server.port}`);
    const missing = await insecure.evaluate(() => storage.missing());
    expect(missing[0]).toMatch(/plain http/);
    expect(missing.join(' ')).toMatch(/no locks.*no Web Crypto/);
    await insecure.evaluate(() => storage.putRun('r'));
    expect(await insecure.evaluate(() => storage.claim('r'))).toBe(true);
    expect(await insecure.evaluate(() => storage.runs())).toEqual(['r']);
  });
});
