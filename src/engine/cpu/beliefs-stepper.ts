// One part of a belief cell: fits iteration by iteration, and rows that read a fit, one after another.
import { partColumns } from '../../inference/beliefs/columns.ts';
import { isFitted, isJudged, kindOf, type BeliefPart } from '../../inference/beliefs/parts.ts';
import { beliefRows } from '../../inference/beliefs/work.ts';
import type { BeliefTask, Checkpoint } from '../types.ts';
import { piecewiseStepper } from './piecewise-stepper.ts';
import type { Stepper } from './stepper.ts';

/**
 * One piece in gradient evaluations of a small model (10 µs each), which lanes count in: an iteration of a fit to
 * FITTED training cases, or a row of another part on TESTED cases.
 */
const COST: Readonly<Record<BeliefPart, number>> = {
  fit: 150,
  spline: 150,
  plane: 4000,
  clips: 150,
  folds: 150,
  shared: 150,
  refits: 150,
  coherence: 300,
  dependence: 500,
  resamples: 30,
  curves: 2500,
  outcome: 80,
  outcome_null: 1200,
  prefixes: 400,
  checks: 20_000,
};
const FITTED = 320;
const TESTED = 100;
/** A plan of two dimensions has their cost in its main fit and folds, too. */
const PLANE_SHARE = COST.plane / COST.fit;

function costOf({ part, settings, rows }: BeliefTask): number {
  const cases = isFitted(part) || isJudged(part) ? rows.train.length / FITTED : rows.test.length / TESTED;
  const plane = part !== 'plane' && isFitted(part) && kindOf(part, settings) === 'two_d';
  return COST[part] * (plane ? PLANE_SHARE : 1) * Math.max(0.1, cases);
}

export function beliefsStepper(task: BeliefTask, checkpoint: Checkpoint | null): Stepper {
  const columns = partColumns(task.part, task.cell, task.rows, task.settings);
  return piecewiseStepper(task, checkpoint, {
    columns: columns.map(({ name }) => name),
    widths: columns.map(({ width }) => width),
    cost: costOf(task),
    row: beliefRows(task),
  });
}
