// What readers of the published page do, by keyboard where they can: tests of every instrument tell their stories in it.
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { expect } from 'vitest';
import { readBundle } from '../../../src/formats/bundle-read.ts';
import type { Bundle } from '../../../src/formats/bundle.ts';
import { openPage } from '../chromium.ts';
import { storedChunks } from './visit.ts';

export interface SavedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Parts of the page's main part; a name that is no pattern is the whole name. */
function partsOf(page: () => Page) {
  const main = () => page().locator('main');
  const named = (role: 'button' | 'checkbox' | 'img' | 'textbox') => (name: string | RegExp) =>
    main().getByRole(role, { name, exact: true });
  return {
    main,
    button: named('button'),
    box: named('checkbox'),
    field: named('textbox'),
    image: named('img'),
  };
}

function handsOf(page: () => Page) {
  const { button, box, field } = partsOf(page);
  const keys = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await page().keyboard.press(name);
  };
  return {
    keys,
    /** A press on what has the focus, as without a mouse. */
    pressed: async (name: string | RegExp): Promise<void> => {
      await button(name).focus();
      await keys('Enter');
    },
    /** Turns a tick box by its key. */
    turn: async (name: string): Promise<void> => {
      await box(name).focus();
      await keys('Space');
    },
    fill: async (texts: Readonly<Record<string, string>>): Promise<void> => {
      for (const [label, text] of Object.entries(texts)) await field(label).fill(text);
    },
  };
}

function filesOf(page: () => Page) {
  const { button } = partsOf(page);
  const { keys, pressed } = handsOf(page);
  /** The file with such a name that a press saves: it may save others beside it, in any order. */
  const saved = async (press: () => Promise<void>, name = /./): Promise<SavedFile> => {
    const predicate = (file: Download): boolean => name.test(file.suggestedFilename());
    const [file] = await Promise.all([page().waitForEvent('download', { predicate }), press()]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  /** One of the figure in focus, as text. */
  const figureFile = async (key: 's' | 'p' | 'c'): Promise<string> =>
    (await saved(() => keys('e', key))).bytes.toString('latin1');
  const exported = (): Promise<SavedFile> =>
    saved(() => button('Export').first().press('Enter'), /\.luce\.zip$/);
  return {
    saved,
    figureFile,
    exported,
    /** Every file of the figure in focus; its CSV begins with such columns. */
    seeFigureFiles: async (columns: RegExp): Promise<void> => {
      expect(await figureFile('s')).toMatch(/^<svg|^<\?xml/);
      expect((await figureFile('p')).slice(1, 4)).toBe('PNG');
      expect((await figureFile('c')).split('\n')[0]).toMatch(columns);
    },
    /** The bundle that Export saves, opened where nothing is kept, shows this figure again without a message. */
    seeBundleElsewhere: async (figure: string | RegExp): Promise<void> => {
      const { name, bytes } = await exported();
      const elsewhere = await page().context().browser()!.newContext();
      const tab = await openPage(elsewhere, page().url().replace(/#.*/, '#/runs'));
      const bundles = tab.page.getByLabel('Bundles');
      await bundles.setInputFiles({ name, mimeType: 'application/zip', buffer: bytes });
      await tab.page.locator('main').getByRole('img', { name: figure, exact: true }).first().waitFor();
      expect(tab.messages).toEqual([]);
      await elsewhere.close();
    },
    /** What the menu of files saves as report.json. */
    reportOf: async <Report>(): Promise<Report> => {
      await pressed('Files');
      const report = page().getByRole('menuitem', { name: 'report.json' });
      return JSON.parse((await saved(() => report.press('Enter'))).bytes.toString()) as Report;
    },
  };
}

export async function bundleIn({ bytes, name }: SavedFile): Promise<Bundle> {
  const read = await readBundle(bytes, name);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.value;
}

/** A run under way is paused once there are more chunks than `beyond`, left by a reload, and found paused. */
const pausing = (page: () => Page) => async (beyond: number) => {
  const { button } = partsOf(page);
  await expect.poll(() => storedChunks(page()), { timeout: 120_000, interval: 50 }).toBeGreaterThan(beyond);
  await handsOf(page).pressed('Pause');
  await button('Resume').waitFor();
  const before = await storedChunks(page());
  await page().reload();
  await button('Resume').waitFor();
  expect(await storedChunks(page())).toBeGreaterThanOrEqual(before);
};

/** A run under way is left by a reload once chunks are stored, and goes on by itself. */
const resuming = (page: () => Page) => async () => {
  const { main, button } = partsOf(page);
  await expect.poll(() => storedChunks(page()), { timeout: 120_000 }).toBeGreaterThan(0);
  await button('Pause').waitFor();
  await page().reload();
  await main()
    .getByText(/Resumed at [1-9]/)
    .waitFor();
};

/** Deletes what is ticked, after the page's question. */
const deleting = (page: () => Page) => async (question: string) => {
  const dialog = page().getByRole('dialog', { name: question });
  await partsOf(page).button('Delete').click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

/** All of it over whichever page is open. */
export const readerOf = (page: () => Page) => ({
  ...partsOf(page),
  ...handsOf(page),
  ...filesOf(page),
  pausedOverReload: pausing(page),
  resumedOverReload: resuming(page),
  deleteTicked: deleting(page),
});
