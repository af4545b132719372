// Storage copies the whole buffer behind a typed array, so views into larger buffers are cut out first.

type Column = Float64Array | Float32Array | Uint32Array;

const compact = <Values extends Column>(values: Values): Values =>
  values.byteLength === values.buffer.byteLength ? values : (values.slice() as Values);

/** The same columns, each with a buffer of its own size. */
export const compactColumns = <Values extends Column>(
  columns: Readonly<Record<string, Values>>,
): Record<string, Values> =>
  Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, compact(values)]));
