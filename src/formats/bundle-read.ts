// Opens a bundle and checks all of it before anything is used: archive, manifest, datasets, draws.
import { strFromU8, unzipSync } from 'fflate';
import * as v from 'valibot';
import type { Chunk } from '../engine/types.ts';
import type { RunRecord } from '../jobs/run.ts';
import type { Bundle, ChunkEntry } from './bundle.ts';
import { BUNDLE_FORMAT, BUNDLE_VERSION, PART } from './bundle.ts';
import { checkDataset } from './dataset-check.ts';
import type { AnyDataset } from './dataset.ts';
import type { Fault, Parsed } from './fault.ts';
import { parseJson } from './json.ts';
import { readShape } from './shape-fault.ts';
import { unpackTable } from './table-parts.ts';

/** Unpacked size at which an archive is refused. */
const LARGEST = 2 ** 31;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const engineKind = v.picklist(['cpu', 'gpu']);
const planSchema = v.object({
  instrument: v.picklist(['seu', 'portability', 'beliefs']),
  analysis: v.string(),
  title: v.string(),
  datasets: v.array(v.string()),
  settings: v.unknown(),
  seed: count,
  engine: v.picklist(['auto', 'cpu', 'gpu']),
});
const taskSchema = v.object({
  key: v.string(),
  iteration: count,
  iterations: count,
  done: v.boolean(),
  failure: v.nullable(v.string()),
  engine: v.nullable(engineKind),
});
const engineSchema = v.object({
  kind: engineKind,
  label: v.string(),
  fallbackAdapter: v.boolean(),
  lanes: v.nullable(v.number()),
  selfTest: v.nullable(v.string()),
});
const runSchema = v.object({
  id: v.string(),
  state: v.picklist(['waiting', 'running', 'paused', 'done', 'failed']),
  created: v.number(),
  changed: v.number(),
  manifest: v.object({
    app: v.string(),
    version: v.string(),
    plan: planSchema,
    engine: v.nullable(engineSchema),
    seconds: v.number(),
    cpuSeconds: v.nullable(v.number()),
    warnings: v.array(v.string()),
    tasks: v.array(taskSchema),
  }),
  headline: v.nullable(v.string()),
  word: v.optional(v.string()),
  severity: v.nullable(v.picklist(['fine', 'look', 'fail'])),
});
const manifestSchema = v.object({
  format: v.literal(BUNDLE_FORMAT),
  version: v.literal(BUNDLE_VERSION),
  run: runSchema,
});
const indexSchema = v.array(
  v.object({
    taskKey: v.string(),
    first: count,
    count,
    gradients: count,
    warmupGradients: count,
    failures: v.optional(v.array(v.object({ row: count, message: v.string() }))),
    columns: v.array(v.object({ name: v.string(), offset: count, length: count })),
  }),
);

type Parts = Readonly<Record<string, Uint8Array>>;

/** The bundle in the bytes of `file`; `plan.settings` is for the instrument to check. */
export async function readBundle(bytes: Uint8Array, file: string): Promise<Parsed<Bundle>> {
  const parts = unpack(bytes, file);
  if (!parts.ok) return parts;
  const run = readRun(parts.value, file);
  const datasets = await readDatasets(parts.value, file);
  const chunks = readChunks(parts.value, file);
  if (!run.ok || !datasets.ok || !chunks.ok) return { ok: false, faults: faultsOf([run, datasets, chunks]) };
  const value = {
    run: run.value,
    datasets: datasets.value,
    summaries: summariesOf(parts.value),
    chunks: chunks.value,
  };
  return { ok: true, value };
}

const faultsOf = (results: readonly Parsed<unknown>[]): Fault[] =>
  results.flatMap((result) => (result.ok ? [] : result.faults));

const refuse = (file: string, seen: string, needed: string): Parsed<never> => ({
  ok: false,
  faults: [{ file, row: null, column: null, seen, needed }],
});

function unpack(bytes: Uint8Array, file: string): Parsed<Parts> {
  let size = 0;
  try {
    const parts = unzipSync(bytes, { filter: ({ originalSize }) => (size += originalSize) <= LARGEST });
    if (size <= LARGEST) return { ok: true, value: parts };
    return refuse(file, `an archive of ${size} bytes unpacked`, `at most ${LARGEST}`);
  } catch (error) {
    return refuse(file, `an archive that does not open (${(error as Error).message})`, 'a .luce.zip bundle');
  }
}

function textOf(parts: Parts, name: string, file: string): Parsed<string> {
  if (!Object.hasOwn(parts, name)) return refuse(file, `no ${name} in the archive`, 'a .luce.zip bundle');
  return { ok: true, value: strFromU8(parts[name]) };
}

function readRun(parts: Parts, file: string): Parsed<RunRecord> {
  const text = textOf(parts, PART.manifest, file);
  if (!text.ok) return text;
  const manifest = readShape(manifestSchema, text.value, `${file}/${PART.manifest}`);
  return manifest.ok ? { ok: true, value: manifest.value.run } : manifest;
}

/** A table has its columns in a part beside its JSON. */
async function readDataset(parts: Parts, name: string, file: string): Promise<Parsed<AnyDataset>> {
  const json = parseJson(strFromU8(parts[name]), `${file}/${name}`);
  if (!json.ok) return json;
  const columns = name.replace(/\.json$/, PART.columns);
  return Object.hasOwn(parts, columns)
    ? unpackTable({ json: json.value, columns: parts[columns] }, `${file}/${name}`)
    : checkDataset(json.value, `${file}/${name}`);
}

async function readDatasets(parts: Parts, file: string): Promise<Parsed<AnyDataset[]>> {
  const names = Object.keys(parts).filter((name) => name.startsWith(PART.datasets) && name.endsWith('.json'));
  const results = await Promise.all(names.map((name) => readDataset(parts, name, file)));
  const faults = faultsOf(results);
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, value: results.flatMap((result) => (result.ok ? [result.value] : [])) };
}

const summariesOf = (parts: Parts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parts)
      .filter(([name]) => name.startsWith(PART.summaries) && name !== PART.summaries)
      .map(([name, bytes]) => [name.slice(PART.summaries.length), strFromU8(bytes)]),
  );

function readChunks(parts: Parts, file: string): Parsed<Chunk[]> {
  const text = textOf(parts, PART.index, file);
  if (!text.ok) return text;
  const index = readShape(indexSchema, text.value, `${file}/${PART.index}`);
  if (!index.ok) return index;
  if (!Object.hasOwn(parts, PART.values)) return refuse(file, `no ${PART.values} in the archive`, 'draws');
  const values = parts[PART.values];
  const entries = Math.floor(values.length / 8);
  const beyond = index.value
    .flatMap(({ columns }) => columns)
    .find(({ offset, length }) => offset + length > entries);
  if (beyond) {
    const seen = `${entries} values, and a column ${beyond.name} that ends at ${beyond.offset + beyond.length}`;
    return refuse(`${file}/${PART.values}`, seen, 'all the draws that the index names');
  }
  return { ok: true, value: index.value.map((entry) => chunkOf(entry, values)) };
}

function chunkOf(entry: ChunkEntry, values: Uint8Array): Chunk {
  const view = new DataView(values.buffer, values.byteOffset, values.byteLength);
  const columns = entry.columns.map(({ name, offset, length }) => {
    const column = Float64Array.from({ length }, (_, i) => view.getFloat64(8 * (offset + i), true));
    return [name, column] as const;
  });
  return { ...entry, columns: Object.fromEntries(columns) };
}
