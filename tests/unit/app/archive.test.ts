// Everything kept goes into one file and comes out of it again.
import { describe, expect, it } from 'vitest';
import { packArchive, unpackArchive } from '../../../src/app/live/archive.ts';
import { datasetOf } from '../../../src/formats/hash.ts';
import { generateContent } from '../../../src/instruments/seu/design/generate.ts';
import { DEMO_DESIGN } from '../../../src/instruments/seu/design/settings.ts';
import { recognise } from '../../../src/instruments/seu/import/recognise.ts';

describe('the archive of everything', () => {
  it('holds bundles byte for byte and data that read as the same choices', async () => {
    const source = { file: '', address: null, licence: null, citation: null };
    const content = generateContent({ ...DEMO_DESIGN, menus: 7 }, 5);
    const dataset = await datasetOf(content, { name: 'α / 5', condition: '', source, history: [] });
    const bundle = { name: 'Run of α = 5', bytes: Uint8Array.of(80, 75, 3, 4, 9) };
    const opened = await unpackArchive(await packArchive([bundle, bundle], [dataset]));
    expect(opened?.bundles.map(({ bytes }) => [...bytes])).toEqual([
      [80, 75, 3, 4, 9],
      [80, 75, 3, 4, 9],
    ]);
    const [file] = opened!.data;
    const read = recognise(file.name, file.bytes);
    expect(read.ok && read.contents[0].content.uncertain).toEqual(content.uncertain);
  });

  it('is told from a bundle and from what is no archive', async () => {
    const { strToU8, zipSync } = await import('fflate');
    expect(await unpackArchive(zipSync({ 'manifest.json': strToU8('{}') }))).toBeNull();
    expect(await unpackArchive(Uint8Array.of(1, 2, 3))).toBeNull();
  });
});
