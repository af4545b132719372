// Comparisons of a cell under one predictor and one number of sources: rows of one part after another.
import { robustnessColumns, type VariantPredictor } from '../../statistics/portability/robustness-parts.ts';
import { robustnessRows } from '../../statistics/portability/robustness.ts';
import type { Checkpoint, RobustnessTask } from '../types.ts';
import { piecewiseStepper } from './piecewise-stepper.ts';
import type { Stepper } from './stepper.ts';

/**
 * One comparison of ROWS rows in gradient evaluations of a small model, which lanes count in; measured from .1 ms (ols)
 * to 15 ms (cubic terms of eight features).
 */
const COST: Readonly<Record<VariantPredictor, number>> = {
  ols: 10,
  poly3: 1500,
  poly3_powers: 200,
  xgb_shallow: 1200,
  xgb_highreg: 1200,
  forest: 1200,
  choice: 1500,
};
const ROWS = 500;

export function robustnessStepper(task: RobustnessTask, checkpoint: Checkpoint | null): Stepper {
  const { cell, settings, part, stream } = task;
  const rows = robustnessRows(cell, settings, stream);
  return piecewiseStepper(task, checkpoint, {
    columns: robustnessColumns(part, settings),
    cost: COST[settings.predictor] * Math.max(1, cell.action.length / ROWS),
    row: (index) => rows(part, index),
  });
}
