// What is behind the behaviour of a cell: rows of one part after another.
import type { MechanismPart } from '../../statistics/portability/mechanism-parts.ts';
import { mechanismColumns, mechanismRows } from '../../statistics/portability/mechanism.ts';
import { PREDICTORS } from '../../statistics/portability/predictors.ts';
import type { Checkpoint, MechanismTask } from '../types.ts';
import { piecewiseStepper } from './piecewise-stepper.ts';
import type { Stepper } from './stepper.ts';

/** Pieces in gradient evaluations of a small model on a few hundred rows: two ridges, a fit with its rows, a text. */
const COST: Readonly<Record<MechanismPart, number>> = {
  ridge: 60,
  ridge_null: 60,
  nash: 20,
  regret: 10,
  regret_null: 10,
  texts: 10,
};

export function mechanismStepper(task: MechanismTask, checkpoint: Checkpoint | null): Stepper {
  const { cell, texts, settings, part, stream } = task;
  const { predictor, ...work } = settings;
  const learner = PREDICTORS[predictor](stream);
  const rows = mechanismRows({ cell, texts, work, learner, stream });
  return piecewiseStepper(task, checkpoint, {
    columns: mechanismColumns(part, work),
    cost: COST[part],
    row: (index) => rows(part, index),
  });
}
