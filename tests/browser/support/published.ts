// The frame of every test of the published page: a browser, a page that says nothing to its console, and a reader of it.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { root } from '../../support/built.ts';
import { launchChromium, openPage, type WatchedPage } from '../chromium.ts';
import { lookAt, WINDOW } from './look.ts';
import { readerOf } from './reader.ts';
import { serveBuilt, type Site } from './site.ts';
import { drop, goTo, storedChunks } from './visit.ts';

const SHOTS = join(root, 'dist/shots');

export interface Frame {
  /** Arguments of the browser. */
  readonly args?: readonly string[];
  /** Whether the tests of a file go on from one another on one page; otherwise each opens its own. */
  readonly kept?: boolean;
}

async function openTab(browser: Browser, address: string): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: WINDOW,
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  return openPage(context, address);
}

/** Opens and closes the page around the tests of a file; pictures go to `dist/shots/${name}-…`. */
function frame(name: string, { args = [], kept = false }: Frame): () => WatchedPage {
  let site: Site;
  let browser: Browser;
  let tab: WatchedPage;
  let test = 0;
  vi.setConfig({ testTimeout: 420_000, hookTimeout: 240_000 });
  beforeAll(async () => {
    await mkdir(SHOTS, { recursive: true });
    [site, browser] = await Promise.all([serveBuilt(), launchChromium(args)]);
  });
  beforeEach(async () => {
    if (!kept || test === 0) tab = await openTab(browser, site.address);
    test += 1;
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await tab.page.screenshot({ path: join(SHOTS, `${name}-failed-${test}.png`), fullPage: true });
    expect(tab.messages).toEqual([]);
    if (!kept) await tab.page.context().close();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  return () => tab;
}

/** Registers the frame, and gives what a reader does on its page. */
export function published(name: string, options: Frame = {}) {
  const tab = frame(name, options);
  const page = () => tab().page;
  return {
    ...readerOf(page),
    page,
    goTo: (path: string, heading: string | RegExp) => goTo(page(), path, heading),
    drop: (file: string, bytes: Buffer, type: string) => drop(page(), file, bytes, type),
    storedChunks: () => storedChunks(page()),
    look: (shot: string) => lookAt(page(), join(SHOTS, `${name}-${shot}`)),
  };
}
