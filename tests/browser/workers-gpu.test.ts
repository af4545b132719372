// The GPU engine in its worker in real Chromium, on the software adapter.
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { launchChromium, openPage, serve, SOFTWARE_WEBGPU } from './chromium.ts';
import type { Server } from './chromium.ts';
import type { GpuPage } from './workers-gpu-page.ts';

declare const gpuWorker: GpuPage;
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const DRAWS = 50;
let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = await serve(fileURLToPath(new URL('../..', import.meta.url)));
});
afterAll(() => server?.close());

async function openTab(args: readonly string[]) {
  browser = await launchChromium(args);
  const context = await browser.newContext();
  const tab = await openPage(context, `${server.origin}/blank?module=/tests/browser/workers-gpu-page.ts`);
  await tab.page.waitForFunction(() => 'gpuWorker' in globalThis);
  return tab;
}

describe('the GPU engine in a worker', () => {
  it('opens, accepts a small task and draws the same twice', async () => {
    const { page, messages } = await openTab(SOFTWARE_WEBGPU);
    try {
      const answer = await page.evaluate((draws) => gpuWorker.run(2, draws), DRAWS);
      expect(answer.description).toMatchObject({ kind: 'gpu', fallbackAdapter: true });
      expect(answer.refusals).toEqual([null, null]);
      expect(Object.keys(answer.positions).sort()).toEqual(['chain/0', 'chain/1']);
      for (const bits of Object.values(answer.positions))
        expect(bits.trim().split(' ')).toHaveLength(DRAWS * 6);
      expect(answer.again).toEqual(answer.positions);
      expect(messages).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('says why where there is no WebGPU', async () => {
    const { page, messages } = await openTab(['--disable-features=WebGPU', '--disable-gpu']);
    try {
      expect(await page.evaluate(() => gpuWorker.opened())).toMatch(/no WebGPU/);
      expect(messages).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
