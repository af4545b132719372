// Outputs are taken together where their joint answers repeat: a product that many cases share is made once.
import { lowestAnswer, type BeliefCell } from './cell.ts';
import type { BeliefModel, ScoreTerm } from './model.ts';

/** Distinct rows of responses. */
export interface Patterns {
  readonly count: number;
  /** Pattern of every case. */
  readonly of: Int32Array;
  /** A case that has the pattern. */
  readonly example: Int32Array;
}

/** Outputs whose joint answers take `count` values among the patterns. */
export interface Bundle {
  readonly count: number;
  /** The joint answer of every pattern. */
  readonly of: Int32Array;
  /** count × members: the row of the answer in the category tables; −1 where it is missing. */
  readonly rows: Int32Array;
  readonly members: number;
}

/** Numbers distinct keys in order of appearance. */
export function numberKeys(keys: readonly string[]): { of: Int32Array; example: Int32Array } {
  const seen = new Map<string, number>();
  const example: number[] = [];
  const of = Int32Array.from(keys, (key, i) => {
    const known = seen.get(key);
    if (known !== undefined) return known;
    seen.set(key, example.length);
    return example.push(i) - 1;
  });
  return { of, example: Int32Array.from(example) };
}

/** Cases with the same answers to the outputs at `observed` share a pattern. */
export function patternsOf({ cases, outputs, responses }: BeliefCell, observed: readonly number[]): Patterns {
  const keys = cases.map((_, i) => observed.map((j) => responses[i * outputs.length + j]).join());
  const { of, example } = numberKeys(keys);
  return { count: example.length, of, example };
}

/** The category row of a case's answer to a term's output; −1 where it is missing. */
export function answerRow(term: ScoreTerm, { outputs, responses }: BeliefCell, i: number): number {
  const value = responses[i * outputs.length + term.output];
  return Number.isNaN(value) ? -1 : term.row + value - lowestAnswer(outputs[term.output]);
}

function bundleOf(terms: readonly ScoreTerm[], cell: BeliefCell, { example }: Patterns): Bundle {
  const rowsOf = (i: number): number[] => terms.map((term) => answerRow(term, cell, i));
  const numbered = numberKeys(Array.from(example, (i) => rowsOf(i).join()));
  const rows = Int32Array.from(Array.from(numbered.example, (p) => rowsOf(example[p])).flat());
  return { count: numbered.example.length, of: numbered.of, rows, members: terms.length };
}

/** Row products of an evaluation: one for each pattern, and what it takes to make the bundle's own rows. */
const cost = ({ count, members }: Bundle, patterns: number): number => patterns + count * members;

/** Bundles of all decisions and judgments, joined one after another while that saves products. */
export function bundleAnswers({ scores }: BeliefModel, cell: BeliefCell, patterns: Patterns): Bundle[] {
  const bundles: Bundle[] = [];
  let terms: ScoreTerm[] = [];
  for (const term of scores) {
    const alone = bundleOf([term], cell, patterns);
    const joined = terms.length === 0 ? alone : bundleOf([...terms, term], cell, patterns);
    const before = bundles.at(-1);
    const worth =
      before !== undefined &&
      cost(joined, patterns.count) < cost(before, patterns.count) + cost(alone, patterns.count);
    if (worth) bundles[bundles.length - 1] = joined;
    else bundles.push(alone);
    terms = worth ? [...terms, term] : [term];
  }
  return bundles;
}
