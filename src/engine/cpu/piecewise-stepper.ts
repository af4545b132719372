// Rows of a cell one after another, each made in short pieces; a checkpoint stands after whole rows.
import type { BeliefTask, Checkpoint, Chunk, EngineKind, MechanismTask, RobustnessTask } from '../types.ts';
import type { Stepper } from './stepper.ts';

export interface PiecewiseRows {
  readonly columns: readonly string[];
  /** Numbers of each column in a row; 1 throughout where absent. */
  readonly widths?: readonly number[];
  /** Work of one piece in gradient evaluations of a small model, which lanes count in. */
  readonly cost: number;
  /** Whose checkpoints they are; the CPU engine's by default. */
  readonly engine?: EngineKind;
  /** Row `index` of the part, from 0. */
  row(index: number): Generator<undefined, Float64Array>;
}

type PiecewiseTask = BeliefTask | MechanismTask | RobustnessTask;

function chunkOf(
  { key }: PiecewiseTask,
  { columns, widths }: Pick<PiecewiseRows, 'columns' | 'widths'>,
  first: number,
  rows: readonly Float64Array[],
): Chunk | null {
  if (rows.length === 0) return null;
  let start = 0;
  const named = columns.map((name, c) => {
    const width = widths?.[c] ?? 1;
    const column = new Float64Array(rows.length * width);
    rows.forEach((row, r) => column.set(row.subarray(start, start + width), r * width));
    start += width;
    return [name, column] as const;
  });
  return {
    taskKey: key,
    first,
    count: rows.length,
    columns: Object.fromEntries(named),
    gradients: 0,
    warmupGradients: 0,
  };
}

/** A row that is not whole when a task stops is made anew. */
export function piecewiseStepper(
  task: PiecewiseTask,
  checkpoint: Checkpoint | null,
  { columns, widths, cost, engine = 'cpu', row }: PiecewiseRows,
): Stepper {
  let reported = checkpoint?.iteration ?? 0;
  let rows: Float64Array[] = [];
  let current: Generator<undefined, Float64Array> | null = null;
  return {
    get done() {
      return reported + rows.length >= task.count;
    },
    step() {
      current ??= row(task.first + reported + rows.length);
      const next = current.next();
      if (next.done) {
        rows.push(next.value);
        current = null;
      }
      return cost;
    },
    report() {
      const chunk = chunkOf(task, { columns, widths }, reported, rows);
      reported += rows.length;
      rows = [];
      return {
        taskKey: task.key,
        chunk,
        checkpoint: { taskKey: task.key, engine, iteration: reported, state: {} },
        iteration: reported,
        iterations: task.count,
        done: reported >= task.count,
        failure: null,
      };
    },
  };
}
