// Content of a portability dataset: repeated choices of one game in long form, as typed columns.

/** One code a row and the names that the codes stand for, in natural order. */
export interface NamedColumn {
  readonly names: readonly string[];
  readonly codes: Uint32Array;
}

/** Raw answers, for the rows that have one. */
export interface RowTexts {
  readonly rows: Uint32Array;
  readonly texts: readonly string[];
}

/** Rows of one game; every column has one entry a row. */
export interface ChoiceTable {
  readonly schema: 'portability';
  readonly game: string;
  readonly rows: number;
  readonly model: NamedColumn;
  readonly regime: NamedColumn;
  readonly environment: NamedColumn;
  /** Which x a row shows; rows of one instance under one environment are repeated draws. */
  readonly instance: NamedColumn;
  readonly draw: Uint32Array;
  /** Names of the components of x, in the order of least squares. */
  readonly features: readonly string[];
  /** rows × features, as rendered in the prompt. */
  readonly x: Float64Array;
  /** Amounts, or codes of `labels`; NaN where the answer could not be parsed. */
  readonly action: Float64Array;
  /** Label k is what action k means (B is 0 and A is 1); null where actions are amounts. */
  readonly labels: readonly string[] | null;
  /** True where an instance has one x in every environment, model and regime. */
  readonly shared: boolean;
  readonly texts: RowTexts;
}

/** Little-endian bytes of a column, −0 as 0 and every NaN alike, so that equal columns have equal bytes anywhere. */
export function columnBytes(column: Float64Array | Uint32Array): Uint8Array {
  const width = column.BYTES_PER_ELEMENT;
  const view = new DataView(new ArrayBuffer(column.length * width));
  for (let i = 0; i < column.length; i++) {
    if (column instanceof Uint32Array) view.setUint32(i * width, column[i], true);
    else view.setFloat64(i * width, Number.isNaN(column[i]) ? NaN : column[i] + 0, true);
  }
  return new Uint8Array(view.buffer);
}

export type Digest = (data: Uint8Array | string) => Promise<string>;

const named = async ({ names, codes }: NamedColumn, digest: Digest) => ({
  names,
  codes: await digest(columnBytes(codes)),
});

/**
 * What the hash of a table covers: its canonical JSON with the SHA-256 of its bytes in each column's place. Two million
 * rows written out as JSON would not fit a string.
 */
export async function tableForm(table: ChoiceTable, digest: Digest): Promise<unknown> {
  const { schema, game, rows, features, labels, shared, texts } = table;
  return {
    schema,
    game,
    rows,
    features,
    labels,
    shared,
    model: await named(table.model, digest),
    regime: await named(table.regime, digest),
    environment: await named(table.environment, digest),
    instance: await named(table.instance, digest),
    draw: await digest(columnBytes(table.draw)),
    x: await digest(columnBytes(table.x)),
    action: await digest(columnBytes(table.action)),
    texts: { rows: await digest(columnBytes(texts.rows)), texts: texts.texts },
  };
}
