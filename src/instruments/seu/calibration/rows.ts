// Rows of replicates as columns: what reports fold, files hold and merges join.
import {
  REPLICATE_FACTS,
  REPLICATE_SUMMARIES,
  type Chunk,
  type ReplicateFact,
  type ReplicateSummary,
} from '../../../engine/types.ts';
import { parseCalibrationKey } from './keys.ts';

/**
 * Replicates in ascending order of their absolute numbers. Summaries are replicates × quantities, row by row; a failed
 * fit has its truth and NaN elsewhere. Facts have one entry a replicate, NaN where a file does not tell them.
 */
export interface ReplicateRows {
  readonly quantities: readonly string[];
  readonly maxRank: number;
  readonly replicates: readonly number[];
  readonly summaries: Readonly<Record<ReplicateSummary, Float64Array>>;
  readonly facts: Readonly<Record<ReplicateFact, Float64Array>>;
  /** Why fits failed, by replicate; absent where a file does not tell. */
  readonly messages?: ReadonlyMap<number, string>;
}

const fromNames = <Name extends string>(
  names: readonly Name[],
  make: (name: Name) => Float64Array,
): Record<Name, Float64Array> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Float64Array>;

/** Where one replicate's row lies: `row` of columns of some table. */
interface Place {
  readonly replicate: number;
  readonly row: number;
  readonly columns: Readonly<Record<string, Float64Array>>;
}

/** Throws where a replicate comes twice. */
function gather(places: readonly Place[], quantities: readonly string[], maxRank: number): ReplicateRows {
  const sorted = [...places].sort((a, b) => a.replicate - b.replicate);
  sorted.forEach(({ replicate }, i) => {
    if (i > 0 && sorted[i - 1].replicate === replicate)
      throw new Error(`replicate ${replicate} comes twice; needed disjoint replicates`);
  });
  const Q = quantities.length;
  const summary = (name: ReplicateSummary): Float64Array => {
    const column = new Float64Array(sorted.length * Q);
    sorted.forEach(({ columns, row }, i) =>
      column.set(columns[name].subarray(row * Q, (row + 1) * Q), i * Q),
    );
    return column;
  };
  return {
    quantities,
    maxRank,
    replicates: sorted.map(({ replicate }) => replicate),
    summaries: fromNames(REPLICATE_SUMMARIES, summary),
    facts: fromNames(REPLICATE_FACTS, (name) =>
      Float64Array.from(sorted, ({ columns, row }) => columns[name][row]),
    ),
  };
}

const withMessages = (rows: ReplicateRows, messages: ReadonlyMap<number, string>): ReplicateRows =>
  messages.size === 0 ? rows : { ...rows, messages };

/** Rows of one arm from its blocks' chunks, in whatever order those came. */
export function rowsOfChunks(
  chunks: readonly Chunk[],
  arm: number,
  quantities: readonly string[],
  maxRank: number,
): ReplicateRows {
  const places = chunks.flatMap(({ taskKey, first, count, columns }) => {
    const block = parseCalibrationKey(taskKey);
    if (block.arm !== arm || block.first === null) return [];
    const start = block.first + first;
    return Array.from({ length: count }, (_, row) => ({ replicate: start + row, row, columns }));
  });
  return withMessages(gather(places, quantities, maxRank), messagesOf(chunks, arm));
}

/** What failed fits of an arm said, by replicate. */
const messagesOf = (chunks: readonly Chunk[], arm: number): ReadonlyMap<number, string> =>
  new Map(
    chunks.flatMap(({ taskKey, first, failures = [] }) => {
      const block = parseCalibrationKey(taskKey);
      if (block.arm !== arm || block.first === null) return [];
      const start = block.first + first;
      return failures.map(({ row, message }) => [start + row, message] as const);
    }),
  );

const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, i) => name === b[i]);

/** One table of several. Throws where quantities or ranks differ, or a replicate comes twice. */
export function joinRows(tables: readonly ReplicateRows[]): ReplicateRows {
  const [{ quantities, maxRank }] = tables;
  for (const table of tables) {
    if (!sameNames(table.quantities, quantities))
      throw new Error(`quantities ${table.quantities.join(' ')}; needed ${quantities.join(' ')}`);
    if (table.maxRank !== maxRank) throw new Error(`ranks 0 … ${table.maxRank}; needed 0 … ${maxRank}`);
  }
  const places = tables.flatMap(({ replicates, summaries, facts }) =>
    replicates.map((replicate, row) => ({ replicate, row, columns: { ...summaries, ...facts } })),
  );
  const messages = new Map(tables.flatMap(({ messages: own = [] }) => [...own]));
  return withMessages(gather(places, quantities, maxRank), messages);
}

/** A fit that came to no rank. */
export const isFailed = ({ summaries, quantities }: ReplicateRows, row: number): boolean =>
  Number.isNaN(summaries.rank[row * quantities.length]);

/** Rows whose fit came to ranks. */
export const fittedRows = (rows: ReplicateRows): readonly number[] =>
  rows.replicates.flatMap((_, row) => (isFailed(rows, row) ? [] : [row]));

/** One column of one quantity over the rows given. */
export const columnOf = (
  { summaries, quantities }: ReplicateRows,
  name: ReplicateSummary,
  quantity: number,
  among: readonly number[],
): Float64Array => Float64Array.from(among, (row) => summaries[name][row * quantities.length + quantity]);
