// The shell in real Chromium: ways through it by mouse and keyboard, theme, palette, accessibility, and pictures of it.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { root } from '../support/built.ts';
import { launchChromium, openPage } from './chromium.ts';
import type { WatchedPage } from './chromium.ts';
import { violations } from './support/axe.ts';
import { overflowOf } from './support/look.ts';
import { serveFolder, siteFolder, type Site } from './support/site.ts';

declare const asked: string[];
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const SHOTS = `${root}/dist/shots`;
let browser: Browser;
let site: Site;

/** The page as it is built, policy and all, but over the session of shell-page.ts. */
const overFixture: Plugin = {
  name: 'luce-shell-fixture',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace('/src/app/main.ts', '/tests/browser/shell-page.ts'),
  },
};

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  const outDir = await siteFolder();
  const plugins = [svelte({ configFile: join(root, 'svelte.config.js') }), overFixture];
  const options = { outDir, emptyOutDir: true, target: 'es2022' };
  await build({ configFile: false, root, logLevel: 'error', base: './', plugins, build: options });
  [site, browser] = await Promise.all([serveFolder(outDir), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

interface View {
  readonly width: number;
  readonly height: number;
  readonly theme: 'light' | 'dark';
}

async function openAt({ width, height, theme }: View, query = ''): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    hasTouch: width < 500,
    isMobile: width < 500,
  });
  const watched = await openPage(context, site.address + query);
  await watched.page.waitForSelector('h1');
  return watched;
}

const HEADINGS: Readonly<Record<string, string>> = {
  '': 'Luce measures how a decision maker decides, from its choices.',
  data: 'Data',
  seu: 'SEU sensitivity',
  runs: 'Runs',
  'seu/0.0': 'Insurance, T = 0.0',
  'seu/live': 'Temperature study',
};

/** Goes to a page of the app by its address. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), `#/${path}`);
  await page.waitForFunction((text) => document.querySelector('h1')?.textContent === text, HEADINGS[path]);
}

const heading = (page: Page) => page.locator('h1').innerText();
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
const askedOf = (page: Page) => page.evaluate(() => asked.splice(0));

describe('by mouse and keyboard', () => {
  let tab: WatchedPage;
  let page: Page;
  beforeAll(async () => {
    tab = await openAt({ width: 1280, height: 900, theme: 'light' });
    page = tab.page;
  });
  beforeEach(async () => {
    await page.keyboard.press('Escape');
    await goTo(page, '');
    await askedOf(page);
  });
  afterAll(async () => {
    await page?.context().close();
    expect(tab.messages).toEqual([]);
  });

  it('goes to each page by the rail, names it in the title and puts the focus on its heading', async () => {
    for (const name of ['Data', 'SEU sensitivity', 'Runs']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
      await page.waitForFunction((text) => document.activeElement?.textContent === text, name);
      expect(await heading(page)).toBe(name);
      expect(await page.title()).toBe(`${name} · Luce`);
    }
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'SEU sensitivity');
  });

  it('goes to each page by G and a letter, but not from within a field', async () => {
    for (const [key, name] of ['d Data', 's SEU sensitivity', 'r Runs'].map((pair) => pair.split(/ (.*)/))) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.waitForFunction((text) => document.querySelector('h1')?.textContent === text, name);
    }
    await page.keyboard.press('/');
    await page.keyboard.type('gd study');
    expect(await page.getByRole('searchbox').inputValue()).toBe('gd study');
    expect(await heading(page)).toBe('Runs');
  });

  it('says so when a page does not exist', async () => {
    await page.evaluate(() => (location.hash = '#/nowhere'));
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'No such page');
    expect(await page.locator('main').innerText()).toContain('nowhere');
  });

  it('skips to the content', async () => {
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    expect(await heading(page)).toBe(HEADINGS['']);
  });

  it('finds and runs a command by Ctrl K, and gives the focus back on Esc', async () => {
    await page.getByRole('link', { name: 'Load choices' }).first().focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    expect(await focusedText(page)).toBe('Load choices');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('temperature');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash === '#/seu/live');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('opens the engine and storage popovers and closes them on Esc', async () => {
    await page.getByRole('button', { name: 'engine details' }).click();
    const engine = page.getByRole('dialog', { name: 'Engine' });
    expect(await engine.innerText()).toContain('196 k');
    await engine.getByText('CPU', { exact: true }).click();
    await engine.getByRole('button', { name: 'Measure again' }).click();
    expect(await askedOf(page)).toEqual(['engine cpu', 'measure']);
    await page.screenshot({ path: `${SHOTS}/shell-engine.png` });
    await page.keyboard.press('Escape');
    expect(await engine.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Storage' }).click();
    expect(await page.getByRole('dialog', { name: 'Storage' }).innerText()).toContain(
      '84 MB of about 2.0 GB',
    );
  });

  it('explains a term on focus and closes the explanation on Esc', async () => {
    await goTo(page, 'seu');
    await page.getByRole('button', { name: 'menus' }).focus();
    const tip = page.getByRole('tooltip').filter({ visible: true });
    expect(await tip.innerText()).toContain('stood to choice');
    await page.screenshot({ path: `${SHOTS}/shell-term.png` });
    await page.keyboard.press('Escape');
    expect(await tip.count()).toBe(0);
  });

  it('draws choice probabilities by the softmax rule as α moves', async () => {
    const shown = async () => {
      const texts = await page.locator('.rays svg text').allTextContents();
      return texts.filter((text) => text.includes('%')).map((text) => Number.parseInt(text, 10));
    };
    const expected = (alpha: number) => {
      const strengths = [0.8, 0.62, 0.35].map((utility) => Math.exp(alpha * utility));
      const total = strengths.reduce((sum, strength) => sum + strength);
      return strengths.map((strength) => Math.round((100 * strength) / total));
    };
    for (const alpha of [6, 0, 12]) {
      await page.getByRole('slider').fill(String(alpha));
      expect(await shown()).toEqual(expected(alpha));
    }
  });

  it('starts a demo', async () => {
    await page.getByRole('button', { name: 'Run: Does temperature' }).click();
    expect(await askedOf(page)).toEqual(['demo study']);
  });

  it('filters, sorts, selects and deletes runs after a question whose safe answer has the focus', async () => {
    await goTo(page, 'runs');
    await page.getByRole('searchbox').fill('insurance');
    expect(await page.locator('tbody tr').count()).toBe(4);
    await page.getByRole('checkbox', { name: 'Select Insurance, T = 0.3' }).check();
    await page.getByRole('button', { name: 'Delete' }).click();
    expect(await page.getByRole('dialog').innerText()).toContain('Delete 1 run?');
    expect(await focusedText(page)).toBe('Keep');
    await page.screenshot({ path: `${SHOTS}/shell-dialog.png` });
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    expect(await askedOf(page)).toEqual(['delete 0.3']);
    await page.getByRole('button', { name: 'When' }).click();
    expect(await page.locator('th[aria-sort=ascending]').innerText()).toContain('When');
    expect(await page.locator('tbody tr').first().innerText()).toContain('Insurance, T = 2.0');
  });

  it('takes files by choice and text by paste', async () => {
    await goTo(page, 'data');
    const file = { name: 'choices.csv', mimeType: 'text/csv', buffer: Buffer.from('problem,chosen') };
    await page.locator('input[type=file]').setInputFiles([file]);
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'a,b');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    });
    expect(await askedOf(page)).toEqual(['files choices.csv', 'text a,b']);
  });

  it('fits a chosen data set once its priors are sound, and says what stands in the way of a study', async () => {
    await goTo(page, 'seu');
    await page.getByRole('checkbox', { name: 'Select stan_data_T0.json' }).check();
    await page.getByRole('textbox', { name: 'σ of log α' }).fill('0');
    await page.getByRole('button', { name: 'Fit', exact: true }).click();
    expect(await page.locator('main').innerText()).toContain('“0” must be a number above 0.');
    await page.getByRole('textbox', { name: 'σ of log α' }).fill('0.75');
    expect(await page.locator('main').innerText()).toContain('Median 1.00, 90\u202f% from 0.291 to 3.43.');
    await page.getByRole('button', { name: 'Fit', exact: true }).click();
    expect(await askedOf(page)).toEqual(['fit GPT-4o × insurance, T = 0']);
    await page.getByText('Study over temperatures').click();
    expect(await page.locator('main').innerText()).toContain('a slope needs two');
    await page.getByRole('checkbox', { name: 'Select stan_data_T0.3.json' }).check();
    await page.getByRole('button', { name: 'Fit study' }).click();
    expect(await askedOf(page)).toEqual(['study Temperature study']);
  });

  it('shows what came in, drops faulty menus, imports, and generates an agent', async () => {
    await goTo(page, 'data');
    expect(await page.getByRole('button', { name: /^claims_pilot\.csv/ }).innerText()).toContain('1 fault');
    await page.getByRole('button', { name: 'Drop the 1 menu and import 1' }).click();
    await page.getByLabel('Role of severity').selectOption('ignore');
    await page.getByRole('button', { name: /^claims\.csv/ }).click();
    await page.getByRole('textbox', { name: 'Label of this data set' }).fill('pilot');
    await page.getByRole('button', { name: 'Import the 1 that is ready' }).click();
    await page.getByRole('button', { name: 'Generate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Generate an agent' });
    await dialog.getByRole('textbox', { name: 'Seed' }).fill('7');
    await dialog.getByRole('button', { name: 'Generate' }).click();
    expect(await askedOf(page)).toEqual([
      'drop menus of 1',
      'reread 1',
      'label 0 pilot',
      'save',
      'generate 7 5',
    ]);
  });

  it('goes round system, light and dark by Shift D, and keeps the theme for this device', async () => {
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await ground();
    await page.keyboard.press('Shift+D');
    expect(await ground()).toBe(light);
    await page.keyboard.press('Shift+D');
    expect(await ground()).not.toBe(light);
    expect(await page.evaluate(() => localStorage.getItem('luce.theme'))).toBe('"dark"');
    expect(await page.getByRole('button', { name: 'Theme: dark' }).count()).toBe(1);
    await page.keyboard.press('Shift+D');
    expect(await ground()).toBe(light);
  });

  it('lists of each page the keys that act there, and no others', async () => {
    const listed = async (path: string): Promise<string> => {
      await goTo(page, path);
      await page.keyboard.press('?');
      const text = await page.getByRole('dialog', { name: 'Keyboard' }).innerText();
      await page.keyboard.press('Escape');
      return text;
    };
    const [setup, run, runs] = [await listed('seu'), await listed('seu/live'), await listed('runs')];
    expect(setup).toMatch(/Run what is set up\s+R\b/);
    expect(setup).not.toMatch(/Pause or resume|Filter/);
    expect(run).toMatch(/Pause or resume\s+Space\s+Stop\s+\./);
    expect(run).toMatch(/Next mark/);
    expect(run).not.toMatch(/Run what is set up|Filter/);
    expect(runs).toMatch(/Next and previous row\s+J K\s+Select the row\s+X/);
    expect(runs).toMatch(/Filter\s+\//);
    expect(runs).not.toMatch(/Run what is set up|Pause or resume/);
  });

  it('runs what is set up by R, once however long it is held, and not from a field or behind a dialog', async () => {
    await goTo(page, 'seu');
    await page.getByText('Study over temperatures').click();
    for (const name of ['Select stan_data_T0.json', 'Select stan_data_T0.3.json'])
      await page.getByRole('checkbox', { name }).check();
    await page.locator('h1').focus();
    const presses = (times: number) => Array.from({ length: times }, () => page.keyboard.down('r'));
    await Promise.all(presses(3));
    await page.keyboard.up('r');
    expect(await askedOf(page)).toEqual(['study Temperature study']);
    await page.getByRole('textbox', { name: 'Seed' }).press('r');
    await page.keyboard.press('Escape');
    await page.locator('h1').focus();
    await page.keyboard.press('?');
    await page.keyboard.press('r');
    expect(await askedOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('lists the keys that act, and turns single keys off for this device', async () => {
    await goTo(page, 'runs');
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard' });
    expect(await list.innerText()).toContain('Filter');
    await list.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('luce.singleKeys'))).toBe('false');
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('dialog').count()).toBe(1);
  });
});

describe.each([
  { width: 1280, height: 900, theme: 'light' },
  { width: 1280, height: 900, theme: 'dark' },
  { width: 900, height: 900, theme: 'light' },
  { width: 390, height: 844, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
] as const)('at $width px, $theme', (view) => {
  it('axe finds nothing, nothing overflows, nothing is logged', async () => {
    const { page, messages } = await openAt(view);
    const shot = (name: string) => `${SHOTS}/shell-${name}-${view.width}-${view.theme}.png`;
    for (const path of Object.keys(HEADINGS)) {
      await goTo(page, path);
      await page.screenshot({ path: shot(path.replace('/', '-') || 'home'), fullPage: true });
      expect(await violations(page), `#/${path}`).toEqual([]);
      expect(await overflowOf(page), `#/${path}`).toBeLessThanOrEqual(0);
    }
    for (const keys of ['Control+k', '?']) {
      await page.keyboard.press(keys);
      await page.getByRole('dialog').waitFor();
      await page.screenshot({ path: shot(keys === '?' ? 'keys' : 'palette') });
      expect(await violations(page), keys).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.context().close();
    expect(messages).toEqual([]);
  });
});

describe('components', () => {
  const openGallery = (width = 1280, theme: View['theme'] = 'light') =>
    openAt({ width, height: 900, theme }, '?gallery');

  it('walks the marks of a figure by key, opens and closes its drawer, and shows its table', async () => {
    const { page, messages } = await openGallery();
    const picture = page.locator('.picture');
    await picture.focus();
    await page.keyboard.press('ArrowRight');
    const first = await page.locator('.card b').innerText();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.card b').innerText()).not.toBe(first);
    await page.screenshot({ path: `${SHOTS}/shell-figure.png`, fullPage: true });
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('complementary');
    expect(await drawer.innerText()).toContain('Detail of');
    await drawer.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Escape');
    expect(await drawer.count()).toBe(0);
    expect(await picture.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('t');
    expect(await page.locator('figure table tbody tr').count()).toBeGreaterThan(10);
    await page.context().close();
    expect(messages).toEqual([]);
  });

  it.each([
    ['s', 'svg', '<svg'],
    ['c', 'csv', 'median'],
  ])('exports a figure by E and %s', async (key, extension, content) => {
    const { page } = await openGallery();
    await page.locator('.picture').focus();
    const saved = page.waitForEvent('download');
    await page.keyboard.press('e');
    await page.keyboard.press(key);
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(new RegExp(`-8f2c41a9\\.${extension}$`));
    expect(await readFile(await file.path(), 'utf8')).toContain(content);
    await page.context().close();
  });

  it('pauses, resumes and stops a run by button and by key, and tells its pace', async () => {
    const { page } = await openGallery();
    const box = page.getByRole('region', { name: 'Calibration of m_0' });
    expect(await box.innerText()).toMatch(/412 of 999 draws\s+25\.8 per second\s+23 s left/);
    expect(await box.innerText()).toContain('Resumed at 120');
    await box.getByRole('button', { name: 'Pause' }).click();
    expect(await box.innerText()).toContain('paused');
    await box.focus();
    await page.keyboard.press('Space');
    expect(await box.getByRole('button', { name: 'Pause' }).isEnabled()).toBe(true);
    await page.keyboard.press('.');
    expect(await box.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');
    await page.context().close();
  });

  it('draws of a thousand rows only those in sight, wherever the table stands', async () => {
    const { page } = await openGallery();
    const region = page.getByRole('region', { name: 'Squares' });
    expect(await region.locator('tbody tr').count()).toBeLessThan(60);
    await region.evaluate((node) => (node.scrollTop = node.scrollHeight));
    await region.getByText('998\u202f001').waitFor();
    await region.getByRole('button', { name: 'Place' }).click();
    await region.getByRole('button', { name: 'Place' }).click();
    await region.evaluate((node) => (node.scrollTop = 0));
    await region.getByText('998\u202f001').waitFor();
    await page.context().close();
  });

  it('keeps the numbers of a table in sight on a phone', async () => {
    const { page } = await openGallery(390);
    const inSight = async (table: string, heads: readonly string[]): Promise<void> => {
      const region = page.getByRole('region', { name: table });
      for (const name of heads) {
        const head = await region.getByRole('columnheader', { name }).boundingBox();
        expect(head!.x + head!.width, `${name} of ${table}`).toBeLessThanOrEqual(390);
      }
    };
    await inSight('Cases with every answer', ['Agent', 'Domain', 'Cases', 'Complete', 'Share']);
    await inSight('Missing answers by prompt', ['Prompt', 'Missing answers', 'Share of cases']);
    await page.screenshot({ path: `${SHOTS}/shell-tables-390.png`, fullPage: true });
    await page.context().close();
  });

  it('turns a hint into the error on leaving a field, and back on the key that mends it', async () => {
    const { page } = await openGallery();
    const field = page.getByRole('textbox', { name: 'Thin' });
    await field.fill('0');
    expect(await page.getByText('it must be 1 or more').count()).toBe(0);
    await field.blur();
    expect(await page.getByText('Thin is 0; it must be 1 or more.').count()).toBe(1);
    await field.fill('2');
    expect(await field.getAttribute('aria-invalid')).toBe(null);
    await page.context().close();
  });

  it('shows a notice that goes by itself, and undoes', async () => {
    const { page } = await openGallery();
    await page.getByRole('button', { name: 'Toast' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByRole('complementary').innerText()).toContain('undone');
    await page.getByRole('button', { name: 'Toast' }).click();
    await page.mouse.move(0, 0);
    await page.getByRole('heading', { level: 1 }).click();
    await page.getByText('Run deleted.').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
  ] as const)('axe finds nothing at %i px, %s', async (width, theme) => {
    const { page, messages } = await openGallery(width, theme);
    await page.screenshot({ path: `${SHOTS}/shell-gallery-${width}-${theme}.png`, fullPage: true });
    expect(await violations(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.context().close();
    expect(messages).toEqual([]);
  });
});
