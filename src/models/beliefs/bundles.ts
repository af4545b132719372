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

/** The joint answers to the outputs up to one of a bundle. */
export interface BundleLevel {
  readonly count: number;
  /** Row of the level before that each joint answer extends; empty at the first level. */
  readonly parent: Int32Array;
  /** Row of the added answer in the category tables; −1 where it is missing. */
  readonly answer: Int32Array;
}

/** Outputs whose joint answers are products of one row and one answer more, level by level. */
export interface Bundle {
  readonly levels: readonly BundleLevel[];
  /** The joint answer of every pattern: a row of the last level. */
  readonly of: Int32Array;
}

/** Numbers distinct keys in order of appearance. */
export function numberKeys<Key>(keys: readonly Key[]): { of: Int32Array; example: Int32Array } {
  const seen = new Map<Key, number>();
  const example: number[] = [];
  const of = new Int32Array(keys.length);
  keys.forEach((key, i) => {
    let number = seen.get(key);
    if (number === undefined) {
      number = example.push(i) - 1;
      seen.set(key, number);
    }
    of[i] = number;
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

/** `before` and one output's answers more, or that output's alone; `span` exceeds every category row. */
function extend(before: Bundle | null, answers: Int32Array, span: number): Bundle {
  const keys = Array.from(answers, (answer, p) => answer + 1 + (before === null ? 0 : before.of[p] * span));
  const { of, example } = numberKeys(keys);
  const level: BundleLevel = {
    count: example.length,
    parent: before === null ? new Int32Array(0) : example.map((p) => before.of[p]),
    answer: example.map((p) => answers[p]),
  };
  return { levels: [...(before?.levels ?? []), level], of };
}

/** Row operations of an evaluation with its gradient: three for each joint answer of a level, two for each pattern. */
const cost = ({ levels }: Bundle, patterns: number): number =>
  2 * patterns + 3 * levels.reduce((sum, { count }) => sum + count, 0);

/** Parts all decisions and judgments into the bundles of neighbours that cost least. */
export function bundleAnswers(model: BeliefModel, cell: BeliefCell, patterns: Patterns): Bundle[] {
  const answers = model.scores.map((term) =>
    Int32Array.from(patterns.example, (i) => answerRow(term, cell, i)),
  );
  const best: { cost: number; bundles: readonly Bundle[] }[] = [{ cost: 0, bundles: [] }];
  for (let start = 0; start < answers.length; start++) {
    let bundle: Bundle | null = null;
    for (let end = start; end < answers.length; end++) {
      bundle = extend(bundle, answers[end], model.rows + 2);
      const total = best[start].cost + cost(bundle, patterns.count);
      if (best[end + 1] === undefined || total < best[end + 1].cost)
        best[end + 1] = { cost: total, bundles: [...best[start].bundles, bundle] };
    }
  }
  return [...best[answers.length].bundles];
}
