// The canonical JSON text (RFC 8785) of a value: the bytes that a dataset's hash covers.

/**
 * RFC 8785 text of plain JSON data, with strings and keys in Unicode NFC (so −0 is written 0).
 * Throws on what JSON cannot say: NaN, Infinity, undefined, lone surrogates, objects that are not plain.
 */
export const canonicalJson = (value: unknown): string => serialise(value, '');

function serialise(value: unknown, pointer: string): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return number(value, pointer);
  if (typeof value === 'string') return text(value, pointer);
  if (Array.isArray(value)) return list(value, pointer);
  if (typeof value === 'object' && isPlain(value)) return record(value, pointer);
  throw new Error(`${pointer || '/'}: ${typeof value} has no canonical form; needed plain JSON data`);
}

function number(value: number, pointer: string): string {
  if (!Number.isFinite(value)) throw new Error(`${pointer}: ${value}; needed a finite number`);
  return JSON.stringify(value);
}

function text(value: string, pointer: string): string {
  if (/\p{Cs}/u.test(value)) throw new Error(`${pointer}: a lone surrogate; needed well-formed Unicode`);
  return JSON.stringify(value.normalize('NFC'));
}

function list(values: readonly unknown[], pointer: string): string {
  const parts: string[] = [];
  for (let i = 0; i < values.length; i++) parts.push(serialise(values[i], `${pointer}/${i}`));
  return `[${parts.join(',')}]`;
}

function record(value: object, pointer: string): string {
  const entries = Object.entries(value).map(([key, entry]) => [key.normalize('NFC'), entry] as const);
  if (new Set(entries.map(([key]) => key)).size < entries.length) {
    throw new Error(`${pointer || '/'}: two keys are equal after Unicode normalisation`);
  }
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = entries.map(
    ([key, entry]) => `${text(key, pointer)}:${serialise(entry, `${pointer}/${key}`)}`,
  );
  return `{${parts.join(',')}}`;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
