// Reads JSON as statistical programs write it (NaN and Infinity spelt out), and says where it is broken.
import type { Fault, Parsed } from './fault.ts';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
/** Objects have no prototype, so a key such as `__proto__` is a key like any other. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Depth of nesting at which a file is refused rather than followed. */
const DEEPEST = 100;

/** True for an object, not an array and not null. */
export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses JSON that may hold NaN, Inf and Infinity (any case, with a sign or without).
 * The first breach of syntax is a fault at its line and column; repeated keys are all listed, by JSON pointer.
 */
export function parseJson(text: string, file: string): Parsed<JsonValue> {
  const reader = new JsonReader(text, file);
  try {
    const value = reader.document();
    return reader.repeated.length > 0 ? { ok: false, faults: reader.repeated } : { ok: true, value };
  } catch (error) {
    if (error instanceof Breach) return { ok: false, faults: [...reader.repeated, error.fault] };
    throw error;
  }
}

class Breach extends Error {
  constructor(readonly fault: Fault) {
    super(fault.seen);
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NON_FINITE = /([+-]?)(nan|infinity|inf)(?![A-Za-z0-9_])/iy;
const QUOTE = 34;
const BACKSLASH = 92;
const SPACE = /[ \t\n\r]*/y;
const WORDS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['null', null],
  ['true', true],
  ['false', false],
]);

class JsonReader {
  readonly repeated: Fault[] = [];
  private at = 0;
  private readonly path: (string | number)[] = [];

  constructor(
    private readonly text: string,
    private readonly file: string,
  ) {}

  document(): JsonValue {
    this.space();
    const value = this.value();
    this.space();
    if (this.at < this.text.length) throw this.breach('the end of the file');
    return value;
  }

  private value(): JsonValue {
    const first = this.text[this.at];
    if (first === '{') return this.nested(() => this.object());
    if (first === '[') return this.nested(() => this.array());
    if (first === '"') return this.string('a string');
    return this.scalar();
  }

  private scalar(): JsonValue {
    const number = this.match(NUMBER);
    if (number) return Number(number);
    const nonFinite = this.match(NON_FINITE);
    if (nonFinite) return nonFiniteValue(nonFinite);
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    throw this.breach('a JSON value');
  }

  private nested<Value>(read: () => Value): Value {
    if (this.path.length >= DEEPEST) throw this.breach(`at most ${DEEPEST} levels of nesting`);
    this.at++;
    this.space();
    return read();
  }

  private array(): JsonValue[] {
    const values: JsonValue[] = [];
    if (this.take(']')) return values;
    do {
      this.path.push(values.length);
      this.space();
      values.push(this.value());
      this.space();
      this.path.pop();
    } while (this.take(','));
    if (!this.take(']')) throw this.breach('"," or "]"');
    return values;
  }

  private object(): JsonObject {
    const record = Object.create(null) as Record<string, JsonValue>;
    if (this.take('}')) return record;
    do this.member(record);
    while (this.take(','));
    if (!this.take('}')) throw this.breach('"," or "}"');
    return record;
  }

  private member(record: Record<string, JsonValue>): void {
    this.space();
    const key = this.string('a key in double quotes');
    this.space();
    this.path.push(key);
    if (Object.hasOwn(record, key)) this.repeated.push(this.repeat());
    if (!this.take(':')) throw this.breach('":"');
    this.space();
    record[key] = this.value();
    this.space();
    this.path.pop();
  }

  /** Scanned by hand: a regular expression would overflow its stack on a string of megabytes. */
  private string(needed: string): string {
    if (this.text[this.at] !== '"') throw this.breach(needed);
    const start = this.at++;
    let code = this.text.charCodeAt(this.at);
    let escaped = false;
    while (code !== QUOTE) {
      if (!(code >= 32)) throw this.breach('a closing quote, and control characters escaped');
      if (code === BACKSLASH) escaped = true;
      this.at += code === BACKSLASH ? 2 : 1;
      code = this.text.charCodeAt(this.at);
    }
    this.at++;
    return escaped ? this.unescape(start) : this.text.slice(start + 1, this.at - 1);
  }

  private unescape(start: number): string {
    try {
      return JSON.parse(this.text.slice(start, this.at)) as string;
    } catch {
      this.at = start;
      throw this.breach('a string whose escapes are those of JSON');
    }
  }

  private match(pattern: RegExp): string | null {
    const start = this.at;
    pattern.lastIndex = start;
    if (!pattern.test(this.text)) return null;
    this.at = pattern.lastIndex;
    return this.text.slice(start, this.at);
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private space(): void {
    const code = this.text.charCodeAt(this.at);
    if (code <= 32) this.match(SPACE);
  }

  private repeat(): Fault {
    const seen = 'the key appears twice';
    return { file: this.file, row: null, column: jsonPointer(this.path), seen, needed: 'each key once' };
  }

  private breach(needed: string): Breach {
    const before = this.text.slice(0, this.at).split('\n');
    const column = String(before[before.length - 1].length + 1);
    const found = this.text.slice(this.at, this.at + 12).split('\n')[0];
    const seen = this.at >= this.text.length ? 'the file ends' : `${JSON.stringify(found)}`;
    return new Breach({ file: this.file, row: before.length, column, seen, needed });
  }
}

function nonFiniteValue(spelling: string): number {
  if (/nan$/i.test(spelling)) return NaN;
  return spelling.startsWith('-') ? -Infinity : Infinity;
}

/** The RFC 6901 pointer of a path of keys and indices: `/I/3`. */
export const jsonPointer = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
