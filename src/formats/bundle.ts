// One file that holds a whole run: its manifest, datasets, summaries and draws, in a zip archive.
import { strToU8, zipSync } from 'fflate';
import type { Chunk } from '../engine/types.ts';
import type { RunRecord } from '../jobs/run.ts';
import type { AnyDataset } from './dataset.ts';
import { isTable, packTable } from './table-parts.ts';

export const BUNDLE_FORMAT = 'luce-bundle';
export const BUNDLE_VERSION = 1;

/** The parts of a bundle's archive; every float column is little-endian f64, end to end in one file. */
export const PART = {
  manifest: 'manifest.json',
  datasets: 'datasets/',
  /** Ending of the columns of a table, beside its JSON. */
  columns: '.columns',
  summaries: 'summaries/',
  index: 'chunks/index.json',
  values: 'chunks/values.f64',
} as const;

export interface Bundle {
  readonly run: RunRecord;
  readonly datasets: readonly AnyDataset[];
  /** File name → text: `summary.csv`, `report.json`. */
  readonly summaries: Readonly<Record<string, string>>;
  readonly chunks: readonly Chunk[];
}

/** One chunk in the index: its numbers, and where each column lies in the values, in entries. */
export interface ChunkEntry extends Omit<Chunk, 'columns'> {
  readonly columns: readonly { readonly name: string; readonly offset: number; readonly length: number }[];
}

/** A fixed date, so that equal bundles are equal bytes. */
const DATE = new Date(2000, 0, 1);

const json = (value: unknown): Uint8Array => strToU8(JSON.stringify(value));

/** Parts of the archive by name. */
type Parts = Readonly<Record<string, Uint8Array>>;

function datasetParts(dataset: AnyDataset): Parts {
  const name = `${PART.datasets}${dataset.hash}`;
  if (!isTable(dataset)) return { [`${name}.json`]: json(dataset) };
  const packed = packTable(dataset);
  return { [`${name}.json`]: json(packed.json), [`${name}${PART.columns}`]: packed.columns };
}

/** The bytes of a `.luce.zip` file; `beside` are files that a reader may like and that are not read back. */
export function writeBundle(
  { run, datasets, summaries, chunks }: Bundle,
  beside: Readonly<Record<string, string>> = {},
): Uint8Array {
  const { index, values } = packChunks(chunks);
  return zipSync(
    {
      [PART.manifest]: json({ format: BUNDLE_FORMAT, version: BUNDLE_VERSION, run }),
      ...Object.assign({}, ...datasets.map(datasetParts)),
      ...Object.fromEntries(Object.entries(beside).map(([name, text]) => [name, strToU8(text)])),
      ...Object.fromEntries(
        Object.entries(summaries).map(([name, text]) => [`${PART.summaries}${name}`, strToU8(text)]),
      ),
      [PART.index]: json(index),
      [PART.values]: [values, { level: 1 }],
    },
    { mtime: DATE },
  );
}

function packChunks(chunks: readonly Chunk[]): { index: ChunkEntry[]; values: Uint8Array } {
  const columns = chunks.flatMap((chunk) => Object.values(chunk.columns));
  const total = columns.reduce((sum, column) => sum + column.length, 0);
  const view = new DataView(new ArrayBuffer(8 * total));
  let offset = 0;
  const index = chunks.map((chunk) => ({
    ...chunk,
    columns: Object.entries(chunk.columns).map(([name, column]) => {
      const start = offset;
      for (const value of column) view.setFloat64(8 * offset++, value, true);
      return { name, offset: start, length: column.length };
    }),
  }));
  return { index, values: new Uint8Array(view.buffer) };
}
