// A dataset of millions of rows in two parts of an archive: its JSON, and the bytes of its columns.
import * as v from 'valibot';
import { columnBytes } from './choice-table.ts';
import { ABOUT, checkHash } from './dataset-check.ts';
import type { AnyDataset, ChoiceDataset, ResponseDataset } from './dataset.ts';
import type { Fault, Parsed } from './fault.ts';
import { checkShape } from './shape-fault.ts';

export type TableDataset = ChoiceDataset | ResponseDataset;

export const isTable = (dataset: AnyDataset): dataset is TableDataset => dataset.content.schema !== 'seu';

export interface TableParts {
  /** The dataset with where its bytes begin, and how many entries they are, in each column's place. */
  readonly json: unknown;
  /** Columns end to end, little-endian. */
  readonly columns: Uint8Array;
}

type Column = Float64Array | Uint32Array;

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

export function packTable(dataset: TableDataset): TableParts {
  const pieces: Uint8Array[] = [];
  let offset = 0;
  const placed = (column: Column) => {
    const bytes = columnBytes(column);
    const place = { type: column instanceof Uint32Array ? 'u32' : 'f64', offset, length: column.length };
    pieces.push(bytes);
    offset += bytes.length;
    return place;
  };
  const packed = (value: unknown): unknown => {
    if (value instanceof Float64Array || value instanceof Uint32Array) return placed(value);
    if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, packed(inner)]));
  };
  const json = { ...dataset, content: packed(dataset.content) };
  return { json, columns: joined(pieces) };
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const names = v.array(v.string());

/** Reads a place as the column whose bytes lie there. */
function columnIn<Made extends Column>(
  bytes: Uint8Array,
  type: 'f64' | 'u32',
  make: (view: DataView) => Made,
) {
  const width = type === 'f64' ? 8 : 4;
  return v.pipe(
    v.strictObject({ type: v.literal(type), offset: count, length: count }),
    v.check(
      ({ offset, length }) => offset + length * width <= bytes.length,
      `a column within ${bytes.length} bytes`,
    ),
    v.transform(({ offset, length }) =>
      make(new DataView(bytes.buffer, bytes.byteOffset + offset, length * width)),
    ),
  );
}

const floatsOf = (view: DataView): Float64Array =>
  Float64Array.from({ length: view.byteLength / 8 }, (_, i) => view.getFloat64(8 * i, true));

const wordsOf = (view: DataView): Uint32Array =>
  Uint32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getUint32(4 * i, true));

function schemaOf(bytes: Uint8Array) {
  const floats = columnIn(bytes, 'f64', floatsOf);
  const words = columnIn(bytes, 'u32', wordsOf);
  const named = v.strictObject({ names, codes: words });
  const choices = v.strictObject({
    schema: v.literal('portability'),
    game: v.string(),
    rows: count,
    model: named,
    regime: named,
    environment: named,
    instance: named,
    draw: words,
    features: names,
    x: floats,
    action: floats,
    labels: v.nullable(names),
    shared: v.boolean(),
    texts: v.strictObject({ rows: words, texts: names }),
  });
  const responses = v.strictObject({
    schema: v.literal('beliefs'),
    rows: count,
    agent: named,
    domain: named,
    case: named,
    prompt: named,
    prefix: named,
    outputs: v.array(output),
    response: floats,
    outcome: floats,
  });
  return v.strictObject({ ...ABOUT, content: v.variant('schema', [choices, responses]) });
}

const output = v.variant('family', [
  v.strictObject({ prompt: v.string(), family: v.literal('probability') }),
  v.strictObject({
    prompt: v.string(),
    family: v.literal('decision'),
    framing: v.string(),
    threshold: v.nullable(v.pipe(v.number(), v.gtValue(0), v.ltValue(1))),
  }),
  v.strictObject({
    prompt: v.string(),
    family: v.literal('ordinal'),
    categories: v.pipe(v.number(), v.integer(), v.minValue(2)),
  }),
]);

/** Columns of a table that have not one entry a row, and codes without a name. */
function columnFaults(dataset: TableDataset, file: string): Fault[] {
  const { content } = dataset;
  const { rows } = content;
  const fault = (column: string, seen: string, needed: string): Fault => ({
    file,
    row: null,
    column: `/content/${column}`,
    seen,
    needed,
  });
  const features = content.schema === 'portability' ? content.features.length : 0;
  return Object.entries(content).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'texts' || typeof value !== 'object' || value === null) return [];
    const named = 'codes' in value ? (value as { codes: Uint32Array; names: readonly string[] }) : null;
    const column = named?.codes ?? (value as Column);
    if (!ArrayBuffer.isView(column)) return [];
    const needed = name === 'x' ? rows * features : rows;
    if (column.length !== needed) return [fault(name, `${column.length} entries`, `${needed} entries`)];
    const beyond = named?.codes.find((code) => code >= named.names.length);
    return beyond === undefined
      ? []
      : [fault(name, `code ${beyond}`, `codes below ${named!.names.length}, its names`)];
  });
}

/** The dataset in the two parts; faults name the place in `file` by pointer. */
export async function unpackTable(
  { json, columns }: TableParts,
  file: string,
): Promise<Parsed<TableDataset>> {
  const shape = checkShape(schemaOf(columns), json, file);
  if (!shape.ok) return shape;
  const dataset = shape.value as TableDataset;
  const faults = columnFaults(dataset, file);
  if (faults.length > 0) return { ok: false, faults };
  return checkHash(dataset, file);
}
