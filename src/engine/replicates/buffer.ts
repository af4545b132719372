// Rows of replicates on their way into chunks.
import { REPLICATE_FACTS, REPLICATE_SUMMARIES, type Chunk, type ReplicateFailure } from '../types.ts';
import type { ReplicateRow } from './row.ts';

export interface RowBuffer {
  add(row: ReplicateRow): void;
  /** Rows added so far, taken or not. */
  readonly count: number;
  /** Rows added since the last take. */
  readonly waiting: number;
  /** Everything added since the last call as one chunk; null when there is nothing. */
  take(taskKey: string, gradients: number): Chunk | null;
}

const failuresOf = (rows: readonly ReplicateRow[]): readonly ReplicateFailure[] =>
  rows.flatMap(({ failure }, row) => (failure === null ? [] : [{ row, message: failure }]));

/** `done` rows of the task were taken before. */
export function rowBuffer(done: number): RowBuffer {
  let first = done;
  let rows: ReplicateRow[] = [];

  function joined(name: (typeof REPLICATE_SUMMARIES)[number]): Float64Array {
    const Q = rows[0].summaries[name].length;
    const column = new Float64Array(rows.length * Q);
    rows.forEach(({ summaries }, i) => column.set(summaries[name], i * Q));
    return column;
  }

  const columns = (): Record<string, Float64Array> =>
    Object.fromEntries([
      ...REPLICATE_SUMMARIES.map((name) => [name, joined(name)] as const),
      ...REPLICATE_FACTS.map((name) => [name, Float64Array.from(rows, ({ facts }) => facts[name])] as const),
    ]);

  return {
    add: (row) => void rows.push(row),
    get count() {
      return first + rows.length;
    },
    get waiting() {
      return rows.length;
    },
    take(taskKey, gradients) {
      const count = rows.length;
      if (count === 0) return null;
      const failures = failuresOf(rows);
      const chunk = { taskKey, first, count, columns: columns(), gradients, warmupGradients: 0 };
      first += count;
      rows = [];
      return failures.length === 0 ? chunk : { ...chunk, failures };
    },
  };
}
