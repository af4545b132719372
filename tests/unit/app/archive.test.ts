// Everything kept goes into one file and comes out of it again.
import { describe, expect, it } from 'vitest';
import { packArchive, packEverything, unpackArchive } from '../../../src/app/live/archive.ts';
import type { Dataset } from '../../../src/formats/dataset.ts';
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

  it('holds what can be read, and names what cannot with the reason', async () => {
    const source = { file: '', address: null, licence: null, citation: null };
    const named = { condition: '', source, history: [] };
    const sound = await datasetOf(generateContent({ ...DEMO_DESIGN, menus: 7 }, 5), {
      ...named,
      name: 'sound',
    });
    const broken = { ...sound, name: 'broken', content: { ...sound.content, uncertain: null } };
    const runs = ['first', 'second', 'third'].map((title, id) => ({ id: String(id), title }));
    const bundleOf = async (id: string) => {
      if (id === '1') throw new Error('replicate 61 comes twice; needed disjoint replicates');
      return Uint8Array.of(Number(id));
    };
    const datasets = [broken as unknown as Dataset, sound];
    const { bytes, leftOut } = await packEverything(runs, bundleOf, datasets);
    expect(leftOut.map(({ name }) => name)).toEqual(['second', 'broken']);
    expect(leftOut[0].reason).toBe('replicate 61 comes twice; needed disjoint replicates');
    const { strFromU8, unzipSync } = await import('fflate');
    const lines = strFromU8(unzipSync(bytes)['not-exported.txt']).trimEnd().split('\n');
    expect(lines).toEqual(leftOut.map(({ name, reason }) => `${name}: ${reason}`));
    const opened = await unpackArchive(bytes);
    expect(opened?.bundles.map(({ bytes: content }) => [...content])).toEqual([[0], [2]]);
    expect(opened?.data).toHaveLength(1);
  });

  it('says nothing of what was left out where nothing was', async () => {
    const { bytes, leftOut } = await packEverything(
      [{ id: 'a', title: 'a' }],
      async () => Uint8Array.of(1),
      [],
    );
    const { unzipSync } = await import('fflate');
    expect(leftOut).toEqual([]);
    expect(Object.keys(unzipSync(bytes))).toEqual(['runs/1-a.luce.zip']);
  });

  it('is told from a bundle and from what is no archive', async () => {
    const { strToU8, zipSync } = await import('fflate');
    expect(await unpackArchive(zipSync({ 'manifest.json': strToU8('{}') }))).toBeNull();
    const withTables = { 'manifest.json': strToU8('{}'), 'data/answers-1a2b3c4d.csv': strToU8('case\n1\n') };
    expect(await unpackArchive(zipSync(withTables))).toBeNull();
    expect(await unpackArchive(Uint8Array.of(1, 2, 3))).toBeNull();
  });
});
