// Name columns put together: of several columns in one file, and of several files in one game.
import type { NamedColumn } from '../../../formats/choice-table.ts';
import { compareNatural } from '../../seu/import/natural-order.ts';

const JOINT = ' · ';

function pairOf(a: NamedColumn, b: NamedColumn): NamedColumn {
  const known = new Map<number, number>();
  const names: string[] = [];
  const codes = new Uint32Array(a.codes.length);
  for (let row = 0; row < codes.length; row++) {
    const key = a.codes[row] * b.names.length + b.codes[row];
    let code = known.get(key);
    if (code === undefined) {
      code = names.push(`${a.names[a.codes[row]]}${JOINT}${b.names[b.codes[row]]}`) - 1;
      known.set(key, code);
    }
    codes[row] = code;
  }
  return { names, codes };
}

/** One column that names what several name together; null for none. */
export const jointColumn = (columns: readonly NamedColumn[]): NamedColumn | null =>
  columns.length === 0 ? null : columns.slice(1).reduce(pairOf, columns[0]);

/** A column of one file, and the rows of it that are meant; null means all. */
export interface Part {
  readonly column: NamedColumn;
  readonly rows: Uint32Array | null;
}

const WHOLE = /^(?:0|[1-9]\d{0,14})$/;

function inNaturalOrder(names: Iterable<string>): string[] {
  const list = [...names];
  return list.every((name) => WHOLE.test(name))
    ? list.sort((a, b) => Number(a) - Number(b))
    : list.sort(compareNatural);
}

function usedNames({ column, rows }: Part): string[] {
  if (rows === null) return column.names.map((name) => name.normalize('NFC'));
  const used = new Uint8Array(column.names.length);
  for (const row of rows) used[column.codes[row]] = 1;
  return column.names.flatMap((name, code) => (used[code] ? [name.normalize('NFC')] : []));
}

/** Joins parts one below the other; the names that occur, in Unicode NFC and natural order. */
export function stacked(parts: readonly Part[]): NamedColumn {
  const names = inNaturalOrder(new Set(parts.flatMap(usedNames)));
  const place = new Map(names.map((name, code) => [name, code]));
  const sizes = parts.map(({ column, rows }) => rows?.length ?? column.codes.length);
  const codes = new Uint32Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  parts.forEach(({ column, rows }, p) => {
    const code = column.names.map((name) => place.get(name.normalize('NFC')) ?? 0);
    for (let i = 0; i < sizes[p]; i++) codes[at++] = code[column.codes[rows ? rows[i] : i]];
  });
  return { names, codes };
}

/** A column that names nothing. */
export const unnamed = (rows: number): NamedColumn => ({ names: [''], codes: new Uint32Array(rows) });
