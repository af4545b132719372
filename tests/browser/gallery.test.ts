// Every figure, drawn from synthetic reports in Chromium, narrow and wide, light and dark.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, openPage, serve, type Server, type WatchedPage } from './chromium.ts';
import type { Gallery } from './gallery-page.ts';

declare global {
  interface Window {
    gallery: Gallery;
  }
}

const root = join(import.meta.dirname, '../..');
const out = join(root, 'dist/gallery');
let server: Server;
let browser: Browser;

beforeAll(async () => {
  await mkdir(out, { recursive: true });
  [server, browser] = await Promise.all([serve(root), launchChromium()]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function openGallery(width: number, colorScheme: 'light' | 'dark'): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const watched = await openPage(context, `${server.origin}/tests/browser/gallery.html`);
  await watched.page.waitForFunction(() => 'gallery' in window);
  return watched;
}

/** The development server's greeting. */
const isServersOwn = (message: string): boolean => message.startsWith('console debug: [vite] connect');

/** Runs in the page: how far it is wider than the window, px. */
const overflow = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Runs in the page: pairs of labels that overlap, and labels that leave their drawing. */
function collisions(): string[] {
  const inside = (a: DOMRect, b: DOMRect): boolean =>
    a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  const overlap = (a: DOMRect, b: DOMRect): boolean =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  return [...document.querySelectorAll('svg')].flatMap((svg) => {
    const name = svg.getAttribute('aria-label');
    const box = svg.getBoundingClientRect();
    const labels = [...svg.querySelectorAll('text')]
      .filter((text) => text.textContent !== '')
      .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
    const outside = labels.filter((label) => !inside(label.box, box));
    const pairs = labels.flatMap((a, i) => labels.slice(i + 1).map((b) => [a, b] as const));
    return [
      ...outside.map(({ text }) => `${name}: "${text}" leaves the drawing`),
      ...pairs
        .filter(([a, b]) => overlap(a.box, b.box))
        .map(([a, b]) => `${name}: "${a.text}" on "${b.text}"`),
    ];
  });
}

describe.each([
  [390, 'light'],
  [390, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)('the gallery at %i px, %s', (width, theme) => {
  let watched: WatchedPage;
  beforeAll(async () => {
    watched = await openGallery(width, theme);
    await watched.page.screenshot({ path: join(out, `${width}-${theme}.png`), fullPage: true });
  }, 60_000);
  afterAll(() => watched.page.context().close());

  it('draws without a word to the console', async () => {
    expect(await watched.page.locator('svg').count()).toBeGreaterThanOrEqual(24);
    expect(watched.messages.filter((message) => !isServersOwn(message))).toEqual([]);
  });

  it('keeps every label inside its drawing and off the others', async () => {
    expect(await watched.page.evaluate(collisions)).toEqual([]);
  });

  it('never asks for sideways scroll', async () => {
    expect(await watched.page.evaluate(overflow)).toBeLessThanOrEqual(0);
  });

  it('names and describes every picture to assistive technology', async () => {
    const session = await watched.page.context().newCDPSession(watched.page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const images = nodes.filter(({ role }) => role?.value === 'image');
    expect(images.length).toBe(await watched.page.locator('svg[role="img"]').count());
    expect(images.length).toBe(await watched.page.locator('svg').count());
    for (const { name, description } of images) {
      expect(String(name?.value ?? '')).not.toBe('');
      expect(String(description?.value ?? '')).toMatch(/\d|sketch|^No /);
    }
  });
});

it.each([360, 820, 1440])('fits its labels and the page at %i px', async (width) => {
  const { page, messages } = await openGallery(width, 'light');
  expect(await page.evaluate(collisions)).toEqual([]);
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
  expect(messages.filter((message) => !isServersOwn(message))).toEqual([]);
  await page.context().close();
});

describe('a figure in the page', () => {
  let watched: WatchedPage;
  beforeAll(async () => {
    watched = await openGallery(1280, 'dark');
  }, 60_000);
  afterAll(() => watched.page.context().close());

  it('has one place in the drawing for every mark, inside it', async () => {
    const faults = await watched.page.evaluate(() =>
      window.gallery.figures.flatMap((figure) => {
        const svg = figure.draw(640);
        const points = window.gallery.markPoints(svg);
        const ids = new Set(points.map(({ id }) => id));
        const [w, h] = [Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))];
        return [
          ...(ids.size === points.length ? [] : [`${figure.id}: a mark is drawn twice`]),
          ...(figure.marks.length > 0 ? [] : [`${figure.id}: no marks`]),
          ...figure.marks
            .filter(({ id }) => !ids.has(id))
            .map(({ id }) => `${figure.id}: ${id} is not drawn`),
          ...points
            .filter(({ x, y }) => !(x >= 0 && x <= w && y >= 0 && y <= h))
            .map(({ id, x, y }) => `${figure.id}: ${id} at ${x}, ${y}`),
        ];
      }),
    );
    expect(faults).toEqual([]);
  });

  it('draws numbers only, at every width and in the smallest cases', async () => {
    const faults = await watched.page.evaluate(() =>
      [...window.gallery.figures, ...window.gallery.edges].flatMap((figure) =>
        [320, 361, 552, 777, 1344].flatMap((width) => {
          const text = figure.draw(width).outerHTML;
          return /NaN|undefined|Infinity|(width|height)="-/.test(text) ? [`${figure.id} at ${width}`] : [];
        }),
      ),
    );
    expect(faults).toEqual([]);
  });

  it('shows every column in every row of the table', async () => {
    const missing = await watched.page.evaluate(() =>
      window.gallery.figures.flatMap(({ id, columns, rows }) =>
        columns.filter(({ key }) => rows.length === 0 || !(key in rows[0])).map(({ key }) => `${id}.${key}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('exports an SVG that needs no page: light colours, fonts, title and plan', async () => {
    const svg = await watched.page.evaluate(() =>
      window.gallery.svgText(window.gallery.figures[0], { width: 720, plan: 'ab12'.repeat(16) }),
    );
    await writeFile(join(out, 'alpha-temperature.svg'), svg);
    expect(svg).not.toMatch(/var\(|light-dark|data-mark|aria-/);
    expect(svg).toContain('<title>Sensitivity α against sampling temperature</title>');
    expect(svg).toContain('ab12'.repeat(16));
    expect(svg).toContain('fill="rgb(255, 255, 255)"');
    expect(svg).toMatch(/font-family="[^"]+sans-serif/);
  });

  it('exports a PNG at two pixels to one that carries its title', async () => {
    const bytes = await watched.page.evaluate(async () => {
      const blob = await window.gallery.pngOf(window.gallery.figures[0], { width: 720, plan: 'ab12' });
      return [...new Uint8Array(await blob.arrayBuffer())];
    });
    const file = Buffer.from(bytes);
    await writeFile(join(out, 'alpha-temperature.png'), file);
    expect(file.readUInt32BE(16)).toBe(1440);
    expect(file.toString('utf8')).toContain('Sensitivity α against sampling temperature');
    const reread = await watched.page.evaluate(async (data) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(data)], { type: 'image/png' }));
      return image.width;
    }, bytes);
    expect(reread).toBe(1440);
  });

  it('finds the mark under the pointer and rings it', async () => {
    const found = await watched.page.evaluate(() => {
      const { createPicker, markPoints, highlightMark, figures } = window.gallery;
      const svg = figures[0].draw(900);
      const point = markPoints(svg)[3];
      const pick = createPicker(markPoints(svg));
      highlightMark(svg, point.id);
      return [
        pick(point.x + 5, point.y)?.id === point.id,
        pick(-100, -100),
        svg.querySelectorAll('[data-ring]').length,
      ];
    });
    expect(found).toEqual([true, null, 1]);
  });
});
