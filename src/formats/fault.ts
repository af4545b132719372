// A fault says what is wrong with a file, where, and what was needed instead.

/** `row` and `column` are 1-based (row 1 is the header) or a column name; JSON faults put a pointer in `column`. */
export interface Fault {
  readonly file: string;
  readonly row: number | null;
  readonly column: string | null;
  readonly seen: string;
  readonly needed: string;
}

/** The result of anything read at the boundary: a value, or every fault found. */
export type Parsed<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly faults: readonly Fault[] };

/** `file:row:column: what was seen; what was needed`, leaving out what does not exist. */
export function faultLine({ file, row, column, seen, needed }: Fault): string {
  const place = [file, row, column].filter((part) => part !== null && part !== '').join(':');
  return `${place}: ${seen}; ${needed}`;
}
