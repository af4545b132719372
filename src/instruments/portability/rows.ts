// Rows of tasks joined again from their chunks, whatever the order in which these arrived.
import type { Chunk } from '../../engine/types.ts';

/** Columns over all rows of one place, in the order of rows. */
export type Columns = Readonly<Record<string, Float64Array>>;

function joined(chunks: readonly Chunk[]): Columns {
  const rows = chunks.reduce((sum, { count }) => sum + count, 0);
  return Object.fromEntries(
    Object.keys(chunks[0].columns).map((name) => {
      const column = new Float64Array(rows);
      let at = 0;
      for (const { columns, count } of chunks) {
        column.set(columns[name], at);
        at += count;
      }
      return [name, column];
    }),
  );
}

/** Chunks of one place, which `placeOf` reads from the key of a task, become one set of columns. */
export function joinedRows(
  chunks: readonly Chunk[],
  placeOf: (taskKey: string) => string,
): ReadonlyMap<string, Columns> {
  const sorted = [...chunks].sort((a, b) =>
    a.taskKey < b.taskKey ? -1 : a.taskKey > b.taskKey ? 1 : a.first - b.first,
  );
  const places = new Map<string, Chunk[]>();
  for (const chunk of sorted) {
    const place = placeOf(chunk.taskKey);
    const known = places.get(place);
    if (known) known.push(chunk);
    else places.set(place, [chunk]);
  }
  return new Map([...places].map(([place, own]) => [place, joined(own)]));
}

/** Mean of what is defined; null where nothing is. */
export function meanOf(values: ArrayLike<number> | undefined): number | null {
  let [sum, count] = [0, 0];
  for (let i = 0; i < (values?.length ?? 0); i++) {
    const value = values![i];
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return count > 0 ? sum / count : null;
}
