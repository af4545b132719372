// Held-out prediction: a belief read from some outputs predicts the others, and is scored by them (A.3).
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import type { BeliefReader } from '../../models/beliefs/posterior.ts';
import { answersTo, predictEach, predictTargets } from '../../models/beliefs/predict.ts';
import {
  scoreGroup,
  scoreTarget,
  type GroupScore,
  type TargetScore,
} from '../../statistics/beliefs/scores.ts';

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
