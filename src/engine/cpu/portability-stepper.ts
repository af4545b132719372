// Rows of a portability cell one after another: comparisons, permutations or bootstrap draws.
import { PREDICTORS } from '../../statistics/portability/predictors.ts';
import { cellWork, PART_COLUMNS, type Part } from '../../statistics/portability/work.ts';
import type { Checkpoint, Chunk, PortabilityTask } from '../types.ts';
import type { Stepper } from './stepper.ts';

/**
 * Work of one row in gradient evaluations of a small model, which lanes count in: a comparison of a few hundred rows
 * takes about as long as ten; a permutation or a bootstrap draw makes one for each environment.
 */
const COMPARISON = 10;

const costOf = (part: Part, environments: number): number =>
  part === 'splits' || part === 'pairs' ? COMPARISON : COMPARISON * environments;

function chunkOf(task: PortabilityTask, first: number, rows: readonly Float64Array[]): Chunk | null {
  if (rows.length === 0) return null;
  const columns = Object.fromEntries(
    PART_COLUMNS[task.part].map((name, c) => [name, Float64Array.from(rows, (row) => row[c])]),
  );
  return { taskKey: task.key, first, count: rows.length, columns, gradients: 0, warmupGradients: 0 };
}

/** A checkpoint stands after whole rows: its iteration says how many. */
export function portabilityStepper(task: PortabilityTask, checkpoint: Checkpoint | null): Stepper {
  const { predictor, ...settings } = task.settings;
  const work = cellWork(task.cell, { ...settings, learner: PREDICTORS[predictor](task.stream) }, task.stream);
  const cost = costOf(task.part, task.cell.environments);
  let reported = checkpoint?.iteration ?? 0;
  let rows: Float64Array[] = [];
  const done = (): boolean => reported + rows.length >= task.count;
  return {
    get done() {
      return done();
    },
    step() {
      rows.push(work.row(task.part, task.first + reported + rows.length));
      return cost;
    },
    report() {
      const chunk = chunkOf(task, reported, rows);
      reported += rows.length;
      rows = [];
      return {
        taskKey: task.key,
        chunk,
        checkpoint: { taskKey: task.key, engine: 'cpu', iteration: reported, state: {} },
        iteration: reported,
        iterations: task.count,
        done: reported >= task.count,
        failure: null,
      };
    },
  };
}
