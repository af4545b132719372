// Which cases train, validate and test a fit: given by a file, or drawn once a domain before any case is left out.
import * as v from 'valibot';
import type { Parsed } from '../../formats/fault.ts';
import { readShape } from '../../formats/shape-fault.ts';
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import { randomOrder } from '../../statistics/permutation.ts';
import { compareNatural } from '../seu/import/natural-order.ts';

export const PARTS = ['train', 'validation', 'test'] as const;
export type Part = (typeof PARTS)[number];

/** Names of cases by part; a case may be in none. */
export type CaseSplit = Readonly<Record<Part, readonly string[]>>;
/** By domain; all agents share them. */
export type Splits = Readonly<Record<string, CaseSplit>>;

/** Shares of A.1: a fifth of the cases test, a fifth of the others validate. */
const TEST_SHARE = 0.2;
const VALIDATION_SHARE = 0.2;

function seededSplit(cases: readonly string[], seed: number, domain: number): CaseSplit {
  const random = randomStream(seed, domain, 0);
  random.seek(0, SITE.folds);
  const order = Array.from(randomOrder(cases.length, random), (i) => cases[i]);
  const tests = Math.round(TEST_SHARE * cases.length);
  const validations = Math.round(VALIDATION_SHARE * (cases.length - tests));
  const sorted = (names: readonly string[]): string[] => [...names].sort(compareNatural);
  return {
    train: sorted(order.slice(tests + validations)),
    validation: sorted(order.slice(tests, tests + validations)),
    test: sorted(order.slice(0, tests)),
  };
}

/** Splits of every domain's cases, complete or not, whichever agent answered them; about 64 / 16 / 20 per cent. */
export function seededSplits(cells: readonly BeliefCell[], seed: number): Splits {
  const domains = [...new Set(cells.map(({ domain }) => domain))].sort(compareNatural);
  return Object.fromEntries(
    domains.map((domain, at) => {
      const own = cells.filter((cell) => cell.domain === domain);
      const cases = [...new Set(own.flatMap((cell) => cell.cases))].sort(compareNatural);
      return [domain, seededSplit(cases, seed, at)];
    }),
  );
}

const names = v.array(v.string());
const shape = v.record(v.string(), v.object({ train: names, validation: names, test: names }));

function splitFaults(
  splits: Splits,
  cells: readonly BeliefCell[],
): { pointer: string; seen: string; needed: string }[] {
  const domains = [...new Set(cells.map(({ domain }) => domain))];
  const absent = domains
    .filter((domain) => !Object.hasOwn(splits, domain))
    .map((domain) => ({
      pointer: `/${domain}`,
      seen: 'no such domain',
      needed: 'train, validation and test cases of every domain of the data',
    }));
  const repeated = Object.entries(splits).flatMap(([domain, split]) => {
    const all = PARTS.flatMap((part) => split[part]);
    const twice = [...new Set(all.filter((name, i) => all.indexOf(name) !== i))];
    return twice.map((name) => ({
      pointer: `/${domain}`,
      seen: `case ${name} twice`,
      needed: 'each case once, in one part',
    }));
  });
  return [...absent, ...repeated];
}

/** Reads splits written as `{domain: {train, validation, test}}`, each a list of cases; checks that domains are there. */
export function readSplits(text: string, file: string, cells: readonly BeliefCell[]): Parsed<Splits> {
  const read = readShape(shape, text, file);
  if (!read.ok) return read;
  const faults = splitFaults(read.value, cells).map(({ pointer, seen, needed }) => ({
    file,
    row: null,
    column: pointer,
    seen,
    needed,
  }));
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: read.value };
}

/** Rows of a cell by part, those of `kept` alone, in the order of the split. */
export function splitRows(
  cell: BeliefCell,
  split: CaseSplit,
  kept: ArrayLike<number>,
): Readonly<Record<Part, readonly number[]>> {
  const row = new Map(Array.from(kept, (i) => [cell.cases[i], i]));
  const rowsOf = (part: Part): number[] =>
    split[part].map((name) => row.get(name)).filter((i) => i !== undefined);
  return { train: rowsOf('train'), validation: rowsOf('validation'), test: rowsOf('test') };
}
