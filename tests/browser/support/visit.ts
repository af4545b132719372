// Goes about the published page as its readers do, and sees what it has stored.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../support/built.ts';

export const fixturePath = (name: string): string => join(root, 'tests/fixtures', name);
export const fixture = (name: string): Promise<Buffer> => readFile(fixturePath(name));

/** Goes to a page by its address, and waits for its heading. */
export async function goTo(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), `#/${path}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

/** Drops a file as a hand would: over the page, then let go. */
export async function drop(page: Page, name: string, bytes: Buffer, type: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([file, base64, mime]) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([content], file, { type: mime }));
      return transfer;
    },
    [name, bytes.toString('base64'), type],
  );
  for (const event of ['dragover', 'drop']) await page.locator('main').dispatchEvent(event, { dataTransfer });
}

/** How many chunks of chains the page has stored. */
export const storedChunks = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('luce');
        opening.onerror = () => reject(new Error('the database does not open'));
        opening.onsuccess = () => {
          const keys = opening.result.transaction('chunks').objectStore('chunks').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            resolve(keys.result.filter((key) => !String(key).includes('tune')).length);
          };
        };
      }),
  );
