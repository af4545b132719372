// The catalogue's entries against the real files, and the checks on what is fetched.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Catalog, CatalogEntry, Fetch } from '../../../src/formats/catalog.ts';
import { fetchEntry, readCatalog, sourceOf } from '../../../src/formats/catalog.ts';
import type { Parsed } from '../../../src/formats/fault.ts';
import { faultLine } from '../../../src/formats/fault.ts';
import { sha256 } from '../../../src/formats/hash.ts';
import { SEU_PRESETS } from '../../../src/models/seu/presets.ts';
import { REAL_CONDITIONS, haveShared, sharedBytes } from './shared.ts';

const text = readFileSync(new URL('../../../public/catalog.json', import.meta.url), 'utf8');
const catalog = (): Catalog => {
  const parsed = readCatalog(text);
  if (!parsed.ok) throw new Error(parsed.faults.map(faultLine).join('\n'));
  return parsed.value;
};

describe('public/catalog.json', () => {
  it('names twenty files in four cells by a pinned address', () => {
    const { entries, commit } = catalog();
    expect(entries).toHaveLength(20);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(20);
    expect(new Set(entries.map(({ cell }) => `${cell.agent} ${cell.task}`)).size).toBe(4);
    for (const { address, model, temperature } of entries) {
      expect(address).toContain(
        `https://raw.githubusercontent.com/jeffhelzner/seu-sensitivity/${commit}/reports/`,
      );
      expect(address.endsWith(`stan_data_T${temperature.toFixed(1).replace('.', '_')}.json`)).toBe(true);
      expect(SEU_PRESETS).toHaveProperty(model);
    }
  });

  it.skipIf(!haveShared)(
    'states the digest, length, choices and consequences of the real files',
    async () => {
      const found = await Promise.all(
        catalog().entries.map(async ({ id, sha256: digest, bytes, choices, consequences }) => {
          const file = sharedBytes(`seu/${id}.json`);
          expect([id, await sha256(file), file.length]).toEqual([id, digest, bytes]);
          return [`${id}.json`, choices, consequences];
        }),
      );
      expect(found.sort()).toEqual(REAL_CONDITIONS.map((condition) => [...condition]).sort());
    },
  );

  it('is refused by place when it is not a catalogue', () => {
    const broken = readCatalog(
      text.replace('https://raw', 'http://raw').replace('"version": 1', '"version": 2'),
    );
    expect(broken.ok ? [] : broken.faults.map(({ column }) => column)).toEqual([
      '/version',
      '/entries/0/address',
    ]);
  });
});

describe('fetchEntry', () => {
  const body = new TextEncoder().encode('{"M": 1}');
  const entry = async (change: Partial<CatalogEntry> = {}): Promise<CatalogEntry> => ({
    ...catalog().entries[0],
    ...{ address: 'https://example.org/a.json', sha256: await sha256(body), bytes: body.length },
    ...change,
  });
  const answer =
    (status = 200): Fetch =>
    () =>
      Promise.resolve({
        ok: status === 200,
        status,
        arrayBuffer: () => Promise.resolve(body.slice().buffer),
      });
  const said = (parsed: Parsed<Uint8Array>): string =>
    parsed.ok ? 'fine' : parsed.faults.map(faultLine).join();

  it('gives the bytes whose digest is right', async () => {
    expect(await fetchEntry(await entry(), answer())).toEqual({ ok: true, value: body });
  });

  it('refuses anything else, and says what came', async () => {
    expect(said(await fetchEntry(await entry(), answer(404)))).toBe(
      'https://example.org/a.json: HTTP status 404; the file',
    );
    expect(said(await fetchEntry(await entry({ bytes: 9 }), answer()))).toBe(
      'https://example.org/a.json: 8 bytes; 9, as the catalogue says',
    );
    const wrong = '0'.repeat(64);
    expect(said(await fetchEntry(await entry({ sha256: wrong }), answer()))).toBe(
      `https://example.org/a.json: SHA-256 ${await sha256(body)}; ${wrong}, as the catalogue says`,
    );
    const offline: Fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(said(await fetchEntry(await entry(), offline))).toBe(
      'https://example.org/a.json: no answer (Failed to fetch); the file: is there a network?',
    );
  });

  it('leads to a source with licence and citation', () => {
    const { entries } = catalog();
    expect(sourceOf(entries[0], catalog())).toEqual({
      file: 'stan_data_T0_0.json',
      address: entries[0].address,
      licence: 'MIT',
      citation: expect.stringContaining('Helzner') as string,
    });
  });
});
