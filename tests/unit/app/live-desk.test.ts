// Public data that are fetched: what was kept is counted by files, however much is wrong with one of the others.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LiveDesk } from '../../../src/app/live/live-desk.svelte.ts';
import { toasts } from '../../../src/app/toasts.svelte.ts';
import type { Catalog, CatalogEntry } from '../../../src/formats/catalog.ts';
import type { Dataset } from '../../../src/formats/dataset.ts';
import { sha256 } from '../../../src/formats/hash.ts';
import { writeStanData } from '../../../src/formats/stan-data.ts';
import { generateContent } from '../../../src/instruments/seu/design/generate.ts';
import { DEMO_DESIGN } from '../../../src/instruments/seu/design/settings.ts';
import type { Luce } from '../../../src/state/luce.svelte.ts';

const sound = writeStanData(generateContent({ ...DEMO_DESIGN, menus: 5 }, 5));
/** Every choice lies outside its menu. */
const faulty = sound.replace(/"y":\s*\[[^\]]*\]/, '"y": [99, 99, 99, 99, 99]');
const files: Readonly<Record<string, string>> = { 'a.json': sound, 'b.json': faulty, 'c.json': sound };

const address = (name: string): string => `https://example.org/${name}`;
async function entry(name: string): Promise<CatalogEntry> {
  const bytes = new TextEncoder().encode(files[name]);
  return {
    ...{ id: name, name, address: address(name), sha256: await sha256(bytes), bytes: bytes.length },
    ...{ cell: { agent: 'A', task: 't' }, temperature: 0, model: 'm_0', consequences: 3, choices: 5 },
  };
}
const serve = async (asked: string): Promise<Response> =>
  new Response(files[asked.slice(asked.lastIndexOf('/') + 1)]);

type Add = (kept: readonly Dataset[]) => Promise<void>;
function deskKeeping(add: Add): LiveDesk {
  vi.stubGlobal('fetch', serve);
  const luce = { library: { candidates: [], add }, measureStorage: async () => undefined };
  return new LiveDesk(luce as unknown as Luce, async () => ({ licence: '', citation: '' }) as Catalog);
}

/** The desk after it has fetched these, asked `times` times at once. */
async function fetched(names: readonly string[], add: Add, times = 1): Promise<LiveDesk> {
  const desk = deskKeeping(add);
  const entries = await Promise.all(names.map(entry));
  for (let i = 0; i < times; i++) desk.fetchEntries(entries);
  await vi.waitFor(() => expect(desk.fetching).toBeNull(), 20_000);
  return desk;
}

afterEach(() => {
  vi.unstubAllGlobals();
  toasts.dismiss();
});

describe('fetching public data', () => {
  it('tells one fault of each file, with the number of the others, and counts what is kept', async () => {
    const kept: string[] = [];
    const desk = await fetched(['a.json', 'b.json', 'c.json'], async ([{ name }]) => void kept.push(name));
    expect(kept).toEqual(['a.json', 'c.json']);
    expect(toasts.current?.text).toBe('2 data sets are kept here.');
    expect(desk.fetchFaults).toHaveLength(1);
    expect(desk.fetchFaults[0].file).toBe('b.json');
    expect(desk.fetchFaults[0].needed).toMatch(/\(and 4 more\)$/);
    expect(desk.problem).toBeNull();
  });

  it('says nothing of what is kept where nothing is', async () => {
    await fetched(['b.json'], async () => undefined);
    expect(toasts.current).toBeNull();
  });

  it('that is asked for twice at once is done once', async () => {
    let kept = 0;
    await fetched(['a.json'], async () => void kept++, 2);
    expect(kept).toBe(1);
  });

  it('stops at a full disk, and says so', async () => {
    const desk = await fetched(['a.json'], () => Promise.reject(new Error('storage is full')));
    expect(desk.problem).toBe('storage is full');
  });
});
