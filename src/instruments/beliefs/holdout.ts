// Held-out prediction: a belief read from some outputs predicts the others, and is scored by them (A.3).
import type { BeliefCell, BeliefOutput } from '../../models/beliefs/cell.ts';
import { predictAnswers, type BeliefReader } from '../../models/beliefs/posterior.ts';
import {
  scoreGroup,
  scoreTarget,
  type GroupScore,
  type TargetScore,
} from '../../statistics/beliefs/scores.ts';

/** Judgments of how likely y = 1 is, and decisions that rest on it: the groups R and D. */
export const isReport = ({ family }: BeliefOutput): boolean => family !== 'decision';

const indicesWhere = (cell: BeliefCell, accept: (output: BeliefOutput) => boolean): number[] =>
  cell.outputs.map((output, j) => (accept(output) ? j : -1)).filter((j) => j >= 0);

export const reportOutputs = (cell: BeliefCell): number[] => indicesWhere(cell, isReport);
export const decisionOutputs = (cell: BeliefCell): number[] =>
  indicesWhere(cell, (output) => !isReport(output));
export const probabilityOutputs = (cell: BeliefCell): number[] =>
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

const scoreEach = (
  cell: BeliefCell,
  targets: readonly number[],
  predictions: readonly Float64Array[],
): TargetScore[] => targets.map((output, k) => scoreTarget(answersTo(cell, output), predictions[k]));

/** Scores of a group of targets predicted from another; targets in the order given. */
export const scoreHoldout = (
  reader: BeliefReader,
  cell: BeliefCell,
  observed: readonly number[],
  targets: readonly number[],
): GroupScore => scoreGroup(scoreEach(cell, targets, predictTargets(reader, cell, observed, targets)));

/** Scores of every output predicted from all the others; targets in the order of the cell's outputs. */
export function scoreSingleOutputs(reader: BeliefReader, cell: BeliefCell): GroupScore {
  const all = cell.outputs.map((_, j) => j);
  return scoreGroup(scoreEach(cell, all, predictEach(reader, cell)));
}
