// Bundles: what goes in comes out bit for bit, and a damaged one is refused with its place.
import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../src/engine/types.ts';
import { readBundle } from '../../../src/formats/bundle-read.ts';
import type { Bundle } from '../../../src/formats/bundle.ts';
import { writeBundle } from '../../../src/formats/bundle.ts';
import { checkDataset } from '../../../src/formats/dataset-check.ts';
import type { Dataset, SeuContent } from '../../../src/formats/dataset.ts';
import { faultLine } from '../../../src/formats/fault.ts';
import { datasetOf } from '../../../src/formats/hash.ts';
import type { RunRecord } from '../../../src/jobs/run.ts';

const content: SeuContent = {
  schema: 'seu',
  consequences: 3,
  features: [
    [0.1, -2],
    [1 / 3, 4],
    [5, 6e-300],
  ],
  alternatives: ['C1', 'C2', 'é'],
  uncertain: {
    menus: [
      [0, 2],
      [0, 1, 2],
    ],
    chosen: [1, 2],
    problems: ['P1', 'P2'],
    presentations: null,
  },
  risky: {
    lotteries: [
      [0.5, 0.25, 0.25],
      [0, 1, 0],
    ],
    ...{ menus: [[0, 1]], chosen: [0], problems: null, presentations: null },
  },
  deltaConcentration: null,
  truth: { alpha: 2, omega: null, beta: [[1, 2]], delta: [0.5, 0.5] },
};
const source = { file: 'a.csv', address: null, licence: 'MIT', citation: null };
const dataset = (): Promise<Dataset> =>
  datasetOf(content, { name: 'a', condition: '0.5', source, history: ['read'] });

const run = (hash: string): RunRecord => ({
  ...{ id: 'r1', state: 'done', created: 1, changed: 2, headline: 'α = 2', severity: 'look' },
  manifest: {
    ...{ app: 'luce', version: '0.1.0', seconds: 1.5, cpuSeconds: null, warnings: ['one'] },
    plan: {
      ...{ instrument: 'seu', analysis: 'fit', title: 'Fit', datasets: [hash], seed: 1, engine: 'auto' },
      settings: { model: 'm_01', prior: { mu: 3, sigma: 0.75 } },
    },
    engine: { kind: 'cpu', label: 'CPU · 2 workers', fallbackAdapter: false, lanes: null, selfTest: null },
    tasks: [{ key: 't0', iteration: 10, iterations: 10, done: true, failure: null, engine: 'cpu' }],
  },
});

const chunk = (taskKey: string, first: number, values: readonly number[]): Chunk => ({
  ...{ taskKey, first, count: values.length, gradients: 70, warmupGradients: 30 },
  columns: { position: Float64Array.from(values), lp: Float64Array.from(values, (value) => -value) },
});
const awkward = [NaN, Infinity, -0, 5e-324, 1 / 3];

async function bundle(): Promise<Bundle> {
  const data = await dataset();
  return {
    run: run(data.hash),
    datasets: [data],
    summaries: { 'summary.csv': 'variable,mean\r\nα,1\r\n' },
    chunks: [
      chunk('t0', 0, awkward),
      { ...chunk('t0', 5, [1, 2]), failures: [{ row: 1, message: 'no finite log density' }] },
    ],
  };
}

/** The archive with one part replaced, or removed where `edit` returns null. */
async function damaged(
  name: (parts: string) => boolean,
  edit: (text: Uint8Array) => Uint8Array | null,
): Promise<Uint8Array> {
  const parts = unzipSync(writeBundle(await bundle()));
  const edited = Object.entries(parts).flatMap(([part, bytes]) => {
    const changed = name(part) ? edit(bytes) : bytes;
    return changed ? [[part, changed] as const] : [];
  });
  return zipSync(Object.fromEntries(edited));
}
const replace =
  (from: string, to: string) =>
  (bytes: Uint8Array): Uint8Array =>
    strToU8(new TextDecoder().decode(bytes).replace(from, to));

async function complaint(bytes: Uint8Array): Promise<string[]> {
  const read = await readBundle(bytes, 'b.zip');
  return read.ok ? [] : read.faults.map(faultLine);
}

describe('bundles', () => {
  it('come back as they went in, bit for bit', async () => {
    const before = await bundle();
    const read = await readBundle(writeBundle(before), 'b.zip');
    expect(read.ok && read.value).toEqual(before);
    const column = read.ok ? read.value.chunks[0].columns.position : new Float64Array();
    expect(Object.is(column[2], -0)).toBe(true);
  });

  it('are equal bytes for equal runs', async () => {
    expect(writeBundle(await bundle())).toEqual(writeBundle(await bundle()));
  });

  it('may hold no draws', async () => {
    const read = await readBundle(writeBundle({ ...(await bundle()), chunks: [] }), 'b.zip');
    expect(read.ok && read.value.chunks).toEqual([]);
  });

  it.each<[string, (part: string) => boolean, (bytes: Uint8Array) => Uint8Array | null, RegExp]>([
    [
      'no manifest',
      (part) => part === 'manifest.json',
      () => null,
      /^b\.zip: no manifest\.json in the archive; a \.luce\.zip bundle$/,
    ],
    [
      'another format',
      (part) => part === 'manifest.json',
      replace('luce-bundle', 'zip'),
      /^b\.zip\/manifest\.json:\/format: "zip"; "luce-bundle"$/,
    ],
    [
      'a later version',
      (part) => part === 'manifest.json',
      replace('"version":1', '"version":2'),
      /manifest\.json:\/version: 2; 1$/,
    ],
    [
      'a broken manifest',
      (part) => part === 'manifest.json',
      (bytes) => bytes.subarray(0, 40),
      /manifest\.json:1:\d+: /,
    ],
    [
      'changed data',
      (part) => part.startsWith('datasets/'),
      replace('0.1', '0.2'),
      /json:\/hash: content with the SHA-256 [0-9a-f]{64}; [0-9a-f]{64}$/,
    ],
    [
      'an impossible choice',
      (part) => part.startsWith('datasets/'),
      replace('"chosen":[1,2]', '"chosen":[2,2]'),
      /:\/content\/uncertain\/chosen\/0: choice 2; a rank from 0 to 1$/,
    ],
    [
      'an unknown key',
      (part) => part.startsWith('datasets/'),
      replace('"name"', '"script"'),
      /:\/name: undefined; "name"\n.*:\/script: "script"; never$/,
    ],
    [
      'draws cut short',
      (part) => part === 'chunks/values.f64',
      (bytes) => bytes.subarray(0, 40),
      /values\.f64: 5 values, and a column lp that ends at 10; all the draws/,
    ],
    ['no draws file', (part) => part === 'chunks/values.f64', () => null, /no chunks\/values\.f64/],
    [
      'a negative offset',
      (part) => part === 'chunks/index.json',
      replace('"offset":0', '"offset":-1'),
      /index\.json:\/0\/columns\/0\/offset: -1; >=0$/,
    ],
  ])('with %s are refused', async (_, name, edit, expected) => {
    const lines = await complaint(await damaged(name, edit));
    expect(lines.join('\n')).toMatch(expected);
  });

  it('survive no damage in silence, and never crash', { timeout: 60_000 }, async () => {
    const good = writeBundle(await bundle());
    const flips = fc.array(
      fc.record({ at: fc.nat(good.length - 1), byte: fc.integer({ min: 0, max: 255 }) }),
      { minLength: 1, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(flips, async (changes) => {
        const bytes = good.slice();
        for (const { at, byte } of changes) bytes[at] = byte;
        const read = await readBundle(bytes, 'b.zip');
        if (!read.ok) expect(read.faults.length).toBeGreaterThan(0);
        else for (const data of read.value.datasets) expect((await checkDataset(data, 'd')).ok).toBe(true);
      }),
      { seed: 21, numRuns: 200 },
    );
    expect(await complaint(strToU8('not a zip'))).toEqual([
      expect.stringMatching(/^b\.zip: an archive that does not open/),
    ]);
  });
});

describe('checkDataset', () => {
  it('passes a sound dataset and lists what is wrong with others', async () => {
    const good = await dataset();
    expect(await checkDataset(JSON.parse(JSON.stringify(good)), 'd')).toEqual({ ok: true, value: good });
    const bad = { ...good, content: { ...content, features: [[1], [1, 2], [3]], alternatives: ['a'] } };
    const checked = await checkDataset(bad, 'd');
    expect(checked.ok ? [] : checked.faults.map(faultLine)).toEqual([
      'd:/content/features/1: 2 entries; 1 entries',
      'd:/content/alternatives: 1 entries; 3 entries',
    ]);
    const lotteries = {
      ...good,
      content: {
        ...content,
        risky: {
          ...content.risky,
          lotteries: [
            [1, 0],
            [0.5, 0.4, 0],
          ],
        },
      },
    };
    const risky = await checkDataset(lotteries, 'd');
    expect(risky.ok ? [] : risky.faults.map(faultLine)).toEqual([
      'd:/content/risky/lotteries/0: 2 entries; 3 entries',
      'd:/content/risky/lotteries/1: probabilities that sum to 0.9; probabilities that sum to 1',
    ]);
    expect((await checkDataset(null, 'd')).ok).toBe(false);
  });
});
