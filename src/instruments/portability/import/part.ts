// The rows of one game in the files that hold them.
import type { ChoiceTable, NamedColumn } from '../../../formats/choice-table.ts';
import type { Fault } from '../../../formats/fault.ts';
import { stacked, unnamed } from './names.ts';
import type { FileColumns } from './read-file.ts';

/** Rows of one game in one file; null means all of them. */
export interface GamePart {
  readonly source: FileColumns;
  readonly rows: Uint32Array | null;
}

/** Faults of one kind that are listed one by one. */
const MOST_FAULTS = 200;

export const sizeOf = ({ source, rows }: GamePart): number => rows?.length ?? source.rows;
export const rowAt = ({ rows }: GamePart, i: number): number => (rows ? rows[i] : i);

/** Where row i of the game stands in its file. */
export function placeOf(
  parts: readonly GamePart[],
  row: number,
): { readonly file: string; readonly row: number } {
  let left = row;
  for (const part of parts) {
    const size = sizeOf(part);
    if (left < size) return { file: part.source.file, row: part.source.fileRow(rowAt(part, left)) };
    left -= size;
  }
  throw new RangeError(`row ${row} of a game with ${row - left} rows`);
}

export function limited(faults: readonly Fault[]): readonly Fault[] {
  if (faults.length <= MOST_FAULTS) return faults;
  const { file, needed } = faults[MOST_FAULTS];
  const more = faults.length - MOST_FAULTS;
  return [
    ...faults.slice(0, MOST_FAULTS),
    { file, row: null, column: null, seen: `${more} more faults of this kind`, needed },
  ];
}

type NameRole = keyof FileColumns['names'];

/** A role's column over all parts; null where no file has it. */
export function nameColumn(parts: readonly GamePart[], role: NameRole): NamedColumn | null {
  if (parts.every(({ source }) => source.names[role] === null)) return null;
  return stacked(
    parts.map((part) => ({
      column: part.source.names[role] ?? unnamed(part.source.rows),
      rows: part.rows,
    })),
  );
}

/** Calls `found(k, i)` where the k-th of ascending `wanted` rows of the file is the i-th of the part. */
function eachWithin({ rows }: GamePart, wanted: Uint32Array, found: (k: number, i: number) => void): void {
  let i = 0;
  wanted.forEach((row, k) => {
    if (rows === null) return found(k, row);
    while (i < rows.length && rows[i] < row) i++;
    if (rows[i] === row) found(k, i);
  });
}

export function textsOf(parts: readonly GamePart[]): ChoiceTable['texts'] {
  const rows: number[] = [];
  const texts: string[] = [];
  let start = 0;
  for (const part of parts) {
    const own = part.source.texts;
    eachWithin(part, own.rows, (k, i) => {
      rows.push(start + i);
      texts.push(own.texts[k]);
    });
    start += sizeOf(part);
  }
  return { rows: Uint32Array.from(rows), texts };
}

export function ambiguousIn(parts: readonly GamePart[]): number {
  let count = 0;
  for (const part of parts) eachWithin(part, part.source.ambiguous, () => (count += 1));
  return count;
}
