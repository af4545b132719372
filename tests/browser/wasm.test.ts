// The WebAssembly twin in real Chromium: the bits of Node and of the reference, and the reference where it is missing.
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { launchChromium, openPage, serve } from './chromium.ts';
import type { Server } from './chromium.ts';
import { allChains } from './wasm-page.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let browser: Browser;
let server: Server;

beforeAll(async () => {
  server = await serve(fileURLToPath(new URL('../..', import.meta.url)));
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function chainsInPage(script: string): Promise<ReturnType<typeof allChains>> {
  const context = await browser.newContext();
  await context.addInitScript(script);
  const { page, messages } = await openPage(
    context,
    `${server.origin}/blank?module=/tests/browser/wasm-page.ts`,
  );
  await page.waitForFunction(() => 'allChains' in globalThis);
  const found = await page.evaluate(() =>
    (globalThis as unknown as { allChains: typeof allChains }).allChains(),
  );
  expect(messages).toEqual([]);
  await context.close();
  return found;
}

it('draws what Node draws and what the reference draws, bit for bit', async () => {
  const node = allChains();
  expect(node.every(({ accelerated }) => accelerated)).toBe(true);
  for (const { fast, plain } of node) expect(fast).toEqual(plain);
  expect(await chainsInPage('')).toEqual(node);
});

it('leaves the same draws to the reference where a browser has no WebAssembly', async () => {
  const without = await chainsInPage('delete globalThis.WebAssembly');
  expect(without.some(({ accelerated }) => accelerated)).toBe(false);
  expect(without).toEqual(allChains().map((chains) => ({ ...chains, accelerated: false })));
});
