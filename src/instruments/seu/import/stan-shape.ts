// Reads scalars, vectors and matrices of a Stan data file, and lists every departure by JSON pointer.
import type { Fault } from '../../../formats/fault.ts';
import type { JsonObject, JsonValue } from '../../../formats/json.ts';
import { isJsonObject } from '../../../formats/json.ts';

/** What an entry must be: a test and the words for it. */
export interface Requirement {
  readonly needed: string;
  readonly holds: (value: number) => boolean;
}

export const finite: Requirement = { needed: 'a finite number', holds: Number.isFinite };
export const positive: Requirement = {
  needed: 'a positive finite number',
  holds: (value) => Number.isFinite(value) && value > 0,
};
export const binary: Requirement = { needed: '0 or 1', holds: (value) => value === 0 || value === 1 };
export const probability: Requirement = {
  needed: 'a probability from 0 to 1',
  holds: (value) => value >= 0 && value <= 1 + 1e-6,
};
export const rank: Requirement = {
  needed: 'a rank from 1 to the size of its menu',
  holds: (value) => Number.isInteger(value) && value >= 1,
};
export const wholeFrom = (least: number, most: number): Requirement => ({
  needed: `a whole number from ${least} to ${most}`,
  holds: (value) => Number.isInteger(value) && value >= least && value <= most,
});

const rowsOf = ([rows, columns]: readonly [string, string]): string => `${rows} rows of ${columns} numbers`;

const isListOfMatrices = (value: JsonValue): value is JsonValue[] =>
  Array.isArray(value) && Array.isArray(value[0]) && Array.isArray((value[0] as JsonValue[])[0]);

/** The file's keys with the faults found so far; every reader returns null where it added a fault. */
export class StanShape {
  readonly faults: Fault[] = [];

  constructor(
    private readonly data: JsonObject,
    private readonly file: string,
  ) {}

  has(key: string): boolean {
    return Object.hasOwn(this.data, key);
  }

  fault(pointer: string, seen: string, needed: string): null {
    this.faults.push({ file: this.file, row: null, column: pointer, seen, needed });
    return null;
  }

  /** A number, or the one entry of an array of length 1. */
  scalar(key: string, requirement: Requirement): number | null {
    if (!this.has(key)) return this.fault(`/${key}`, 'no such key', requirement.needed);
    const value = this.data[key];
    const only = Array.isArray(value) && value.length === 1 ? (value as JsonValue[])[0] : value;
    return this.entry(only, `/${key}`, requirement);
  }

  /** A list of `length` numbers (any length where that is unknown), faulty ones null; a number is a list of one. */
  vector(
    key: string,
    length: number | null,
    count: string,
    requirement: Requirement,
  ): (number | null)[] | null {
    if (!this.has(key)) return this.fault(`/${key}`, 'no such key', `a list of ${count} numbers`);
    return this.entries(this.data[key], `/${key}`, length, count, requirement);
  }

  /** A list of `rows` lists of `columns` numbers; rows that are faulty come back as null. */
  matrix(
    key: string,
    rows: number | null,
    columns: number | null,
    counts: readonly [string, string],
    requirement: Requirement,
  ): (number[] | null)[] | null {
    if (!this.has(key)) return this.fault(`/${key}`, 'no such key', rowsOf(counts));
    return this.rows(this.data[key], `/${key}`, rows, columns, counts, requirement);
  }

  /** One matrix as above, or a list of `count` matrices (where an entry of a row is a list itself). */
  matrices(
    key: string,
    count: number | null,
    rows: number | null,
    columns: number | null,
    counts: readonly [string, string, string],
    requirement: Requirement,
  ): ((number[] | null)[] | null)[] | null {
    const value = this.has(key) ? this.data[key] : null;
    const [name, ...inner] = counts;
    if (!isListOfMatrices(value)) return [this.matrix(key, rows, columns, inner, requirement)];
    if (count !== null && value.length !== count)
      return this.fault(`/${key}`, `${value.length} matrices`, `one matrix, or ${name} = ${count} of them`);
    return value.map((matrix, i) => this.rows(matrix, `/${key}/${i}`, rows, columns, inner, requirement));
  }

  private rows(
    value: JsonValue,
    pointer: string,
    rows: number | null,
    columns: number | null,
    counts: readonly [string, string],
    requirement: Requirement,
  ): (number[] | null)[] | null {
    if (!Array.isArray(value)) return this.fault(pointer, describeJson(value), rowsOf(counts));
    if (rows !== null && value.length !== rows) {
      this.fault(pointer, `${value.length} rows`, `${counts[0]} = ${rows} rows`);
    }
    return (value as JsonValue[]).map((row, index) => {
      const entries = this.entries(row, `${pointer}/${index}`, columns, counts[1], requirement);
      return entries?.includes(null) ? null : (entries as number[] | null);
    });
  }

  private entries(
    value: JsonValue,
    pointer: string,
    length: number | null,
    count: string,
    requirement: Requirement,
  ): (number | null)[] | null {
    const list: readonly JsonValue[] | null = Array.isArray(value) ? value : length === 1 ? [value] : null;
    if (!list) return this.fault(pointer, describeJson(value), `a list of ${count} numbers`);
    const entries = list.map((entry, index) => this.entry(entry, pointer, requirement, index));
    if (length === null || list.length === length) return entries;
    const seen = list.length === 1 ? '1 entry' : `${list.length} entries`;
    return this.fault(pointer, seen, `${count} = ${length} entries`);
  }

  private entry(
    value: JsonValue,
    pointer: string,
    { needed, holds }: Requirement,
    index?: number,
  ): number | null {
    if (typeof value === 'number' && holds(value)) return value;
    return this.fault(index === undefined ? pointer : `${pointer}/${index}`, describeJson(value), needed);
  }
}

/** What a value is, in a few words for messages. */
export function describeJson(value: JsonValue): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isJsonObject(value)) return 'an object';
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, 40))}`;
  return String(value);
}
