// Checks JSON of our own making against a schema, and words what does not fit as faults.
import * as v from 'valibot';
import type { Parsed } from './fault.ts';
import { jsonPointer, parseJson } from './json.ts';

/** `value` as the schema's type, or a fault per place that does not fit. */
export function checkShape<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  file: string,
): Parsed<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, value);
  if (result.success) return { ok: true, value: result.output };
  const faults = result.issues.map((issue) => {
    const path = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
    const needed = issue.expected ?? issue.message;
    return { file, row: null, column: jsonPointer(path) || null, seen: issue.received, needed };
  });
  return { ok: false, faults };
}

/** Parses JSON text and checks it. */
export function readShape<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
  file: string,
): Parsed<v.InferOutput<Schema>> {
  const json = parseJson(text, file);
  return json.ok ? checkShape(schema, json.value, file) : json;
}
