// Looks at a page as readers do, narrow and wide, light and dark: nothing may stick out, and axe may find nothing.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from './axe.ts';

/** The window in which the tests of the published page work, px. */
export const WINDOW = { width: 1280, height: 900 } as const;
const NARROW = 390;
const VIEWS = [WINDOW.width, NARROW].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** How far the page is wider than its window, px. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

const MOST_WAIT = 10_000;

/** Figures are drawn anew after the window's width, and rows that land delay them; what stays too wide is for the caller. */
const laidOut = (page: Page): Promise<unknown> =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, { timeout: MOST_WAIT })
    .catch(() => null);

/** Photographs the page in view into `${path}-1280-light.png` and so on, each as tall as the page. */
export async function lookAt(page: Page, path: string): Promise<void> {
  for (const { width, colorScheme } of VIEWS) {
    await page.setViewportSize({ width, height: WINDOW.height });
    await page.emulateMedia({ colorScheme });
    // As tall as the page, so that what stays at an edge of the window is at an edge of the picture.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height });
    await laidOut(page);
    await page.screenshot({ path: `${path}-${width}-${colorScheme}.png` });
    expect.soft(await overflowOf(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
    expect.soft(await violations(page), `${path} at ${width}, ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize(WINDOW);
}
