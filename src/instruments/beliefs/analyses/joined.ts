// Rows of a cell's parts joined again from their chunks, whatever the order in which these arrived.
import type { Chunk } from '../../../engine/types.ts';
import type { BeliefPart } from '../../../inference/beliefs/parts.ts';
import { beliefPlace } from '../keys.ts';

/** Columns over all rows of a part, each row's numbers end to end. */
export type PartColumns = Readonly<Record<string, Float64Array>>;

/** What has landed of one cell. */
export interface Landed {
  /** All rows of a part together; null where none has landed. */
  part(part: BeliefPart): PartColumns | null;
  /** Rows of a part of one row a task, by their number; missing ones are undefined. */
  rows(part: BeliefPart): readonly (PartColumns | undefined)[];
}

/** First row of a task, from the end of its key. */
const firstOf = ({ taskKey, first }: Chunk): number => Number(taskKey.split('/')[2]) + first;

function joined(chunks: readonly Chunk[]): PartColumns {
  return Object.fromEntries(
    Object.keys(chunks[0].columns).map((name) => {
      const column = new Float64Array(chunks.reduce((sum, { columns }) => sum + columns[name].length, 0));
      let at = 0;
      for (const { columns } of chunks) {
        column.set(columns[name], at);
        at += columns[name].length;
      }
      return [name, column];
    }),
  );
}

/** What has landed of every cell, by its number in the plan. */
export function landedCells(chunks: readonly Chunk[]): (cell: number) => Landed {
  const places = new Map<string, Chunk[]>();
  for (const chunk of [...chunks].sort((a, b) => firstOf(a) - firstOf(b))) {
    const place = beliefPlace(chunk.taskKey);
    const known = places.get(place);
    if (known) known.push(chunk);
    else places.set(place, [chunk]);
  }
  return (cell) => {
    const own = (part: BeliefPart): readonly Chunk[] => places.get(`${cell}/${part}`) ?? [];
    return {
      part(part) {
        const found = own(part);
        return found.length > 0 ? joined(found) : null;
      },
      rows(part) {
        const rows: PartColumns[] = [];
        for (const chunk of own(part)) rows[firstOf(chunk)] = chunk.columns;
        return rows;
      },
    };
  };
}
