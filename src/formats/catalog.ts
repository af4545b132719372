// The catalogue of public data: addresses with digests, never copies; a fetched file is checked before it is read.
import * as v from 'valibot';
import type { DatasetSource } from './dataset.ts';
import type { Parsed } from './fault.ts';
import { sha256 } from './hash.ts';
import { readShape } from './shape-fault.ts';

const entrySchema = v.object({
  id: v.string(),
  name: v.string(),
  address: v.pipe(v.string(), v.regex(/^https:\/\/\S+$/)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Decision maker and task: conditions of one cell form a study. */
  cell: v.object({ agent: v.string(), task: v.string() }),
  temperature: v.number(),
  /** Name of the preset that the source fitted. */
  model: v.string(),
  consequences: v.pipe(v.number(), v.integer(), v.minValue(2)),
  choices: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
const catalogSchema = v.object({
  format: v.literal('luce-catalog'),
  version: v.literal(1),
  title: v.string(),
  repository: v.string(),
  commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/)),
  licence: v.string(),
  citation: v.string(),
  entries: v.array(entrySchema),
});

export type CatalogEntry = v.InferOutput<typeof entrySchema>;
export type Catalog = v.InferOutput<typeof catalogSchema>;

/** The part of `fetch` that is used, so that tests and the command line can bring their own. */
export type Fetch = (address: string) => Promise<Pick<Response, 'ok' | 'status' | 'arrayBuffer'>>;

export const readCatalog = (text: string, file = 'catalog.json'): Parsed<Catalog> =>
  readShape(catalogSchema, text, file);

/** The bytes of an entry's file, once their length and SHA-256 are the catalogue's. */
export async function fetchEntry(entry: CatalogEntry, fetch: Fetch): Promise<Parsed<Uint8Array>> {
  const refuse = (seen: string, needed: string): Parsed<Uint8Array> => ({
    ok: false,
    faults: [{ file: entry.address, row: null, column: null, seen, needed }],
  });
  try {
    const response = await fetch(entry.address);
    if (!response.ok) return refuse(`HTTP status ${response.status}`, 'the file');
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length !== entry.bytes)
      return refuse(`${bytes.length} bytes`, `${entry.bytes}, as the catalogue says`);
    const digest = await sha256(bytes);
    if (digest !== entry.sha256) return refuse(`SHA-256 ${digest}`, `${entry.sha256}, as the catalogue says`);
    return { ok: true, value: bytes };
  } catch (error) {
    return refuse(`no answer (${(error as Error).message})`, 'the file: is there a network?');
  }
}

/** Where a dataset read from an entry came from. */
export const sourceOf = (entry: CatalogEntry, { licence, citation }: Catalog): DatasetSource => ({
  file: entry.address.slice(entry.address.lastIndexOf('/') + 1),
  address: entry.address,
  licence,
  citation,
});
