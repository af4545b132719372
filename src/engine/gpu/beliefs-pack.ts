// Problems end to end as a device reads them: where each one's numbers begin, and the numbers.
import type { DeviceAnswers } from './beliefs-answers.ts';
import { bytesOfProblem, FOUND, PROBLEM, TOGETHER, type ProblemSize } from './beliefs-layout.ts';
import type { BeliefTables } from './beliefs-tables.ts';

/** One evaluation: answers, tables that are filled at its parameters, weights of patterns. */
export interface BeliefProblem {
  readonly answers: DeviceAnswers;
  readonly tables: BeliefTables;
  readonly weights: Float64Array;
}

export const sizeOf = ({ model, patterns, features, lines }: DeviceAnswers): ProblemSize => ({
  nodes: model.grid.nodes,
  patterns,
  features,
  rows: model.rows,
  lines,
  first: model.grid.first,
});

/** Room for arrays one after another, in fours of numbers. */
function shelf() {
  let length = 0;
  return {
    place(size: number): number {
      const at = length;
      length += Math.ceil(size / TOGETHER);
      return at;
    },
    /** Numbers in all. */
    get size() {
      return TOGETHER * length;
    },
  };
}

type Shelf = ReturnType<typeof shelf>;

interface Shelves {
  readonly reals: Shelf;
  readonly masses: Shelf;
  readonly found: Shelf;
}

/** `wordsAt`: where the answers' words are on the device. */
function recordOf({ answers, tables }: BeliefProblem, wordsAt: number, { reals, masses, found }: Shelves) {
  const { model, patterns, features } = answers;
  const scores = model.scores.length;
  const { nodes, first, second } = model.grid;
  return {
    blocks: nodes / TOGETHER,
    first_blocks: first / TOGETHER,
    second,
    patterns,
    scores,
    features,
    answers_at: wordsAt,
    lines_of_at: wordsAt + patterns * scores,
    members_at: wordsAt + patterns * (scores + 1),
    z_at: reals.place(tables.z.length),
    rows_at: reals.place(tables.rows.length),
    lines_at: reals.place(tables.lines.length),
    prior_at: reals.place(tables.logPrior.length),
    weights_at: reals.place(patterns),
    masses_at: masses.place(patterns * nodes),
    found_at: found.place(FOUND * patterns),
    sums_at: found.place(features * nodes),
  };
}

export type ProblemRecord = ReturnType<typeof recordOf>;

export function packProblems(
  problems: readonly BeliefProblem[],
  wordsAt: (answers: DeviceAnswers) => number,
) {
  const shelves: Shelves = { reals: shelf(), masses: shelf(), found: shelf() };
  const records = problems.map((problem) => recordOf(problem, wordsAt(problem.answers), shelves));
  const words = new Uint32Array(PROBLEM.words * problems.length);
  records.forEach((record, i) => PROBLEM.write(words, i, record));
  const reals = new Float32Array(shelves.reals.size);
  problems.forEach(({ tables, weights }, i) => {
    const at = records[i];
    reals.set(tables.z, TOGETHER * at.z_at);
    reals.set(tables.rows, TOGETHER * at.rows_at);
    reals.set(tables.lines, TOGETHER * at.lines_at);
    reals.set(tables.logPrior, TOGETHER * at.prior_at);
    reals.set(weights, TOGETHER * at.weights_at);
  });
  return { records, words, reals, masses: shelves.masses.size, found: shelves.found.size };
}

/** Problems of one grid, in order, as many together as `bytes` hold; a larger one is alone. */
export function dispatchesOf(
  problems: readonly BeliefProblem[],
  bytes: number,
): readonly (readonly BeliefProblem[])[] {
  const dispatches: BeliefProblem[][] = [];
  let held = 0;
  for (const problem of problems) {
    const size = sizeOf(problem.answers);
    const last = dispatches.at(-1);
    held += bytesOfProblem(size);
    if (last && last[0].answers.model.grid === problem.answers.model.grid && held <= bytes)
      last.push(problem);
    else {
      dispatches.push([problem]);
      held = bytesOfProblem(size);
    }
  }
  return dispatches;
}
