// Outputs in the groups of the analyses, and what a belief read from some of them predicts of the others (A.3).
import type { BeliefCell, BeliefOutput } from './cell.ts';
import { predictAnswers, type BeliefReader } from './posterior.ts';

/** Judgments of how likely y = 1 is, and decisions that rest on it: the groups R and D. */
export const isReport = ({ family }: BeliefOutput): boolean => family !== 'decision';

const indicesWhere = (
  { outputs }: Pick<BeliefCell, 'outputs'>,
  accept: (output: BeliefOutput) => boolean,
): number[] => outputs.map((output, j) => (accept(output) ? j : -1)).filter((j) => j >= 0);

export const reportOutputs = (cell: Pick<BeliefCell, 'outputs'>): number[] => indicesWhere(cell, isReport);
export const decisionOutputs = (cell: Pick<BeliefCell, 'outputs'>): number[] =>
  indicesWhere(cell, (output) => !isReport(output));
export const probabilityOutputs = (cell: Pick<BeliefCell, 'outputs'>): number[] =>
  indicesWhere(cell, ({ family }) => family === 'probability');

/** Answers of all cases to one output. */
export const answersTo = ({ cases, outputs, responses }: BeliefCell, output: number): Float64Array =>
  Float64Array.from({ length: cases.length }, (_, i) => responses[i * outputs.length + output]);

/** Predictions of each target in turn from the outputs observed. */
export function predictTargets(
  reader: BeliefReader,
  cell: BeliefCell,
  observed: readonly number[],
  targets: readonly number[],
): Float64Array[] {
  const posterior = reader.posterior(cell, observed);
  return targets.map((output) => predictAnswers(reader, posterior, output));
}

/** Predictions of each output from all the others. */
export function predictEach(reader: BeliefReader, cell: BeliefCell): Float64Array[] {
  const all = cell.outputs.map((_, j) => j);
  return all.map((target) => {
    const others = all.filter((j) => j !== target);
    return predictTargets(reader, cell, others, [target])[0];
  });
}
