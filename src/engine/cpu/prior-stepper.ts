// Agents of a prior predictive, some at a time: what they choose under the prior, and at every point of a grid.
import { priorGrid, type PriorGrid, type PriorPoint } from '../../models/seu/prior-grid.ts';
import { linkPrior } from '../../models/seu/prior-draws.ts';
import { PRIOR_COLUMNS, priorPredictive, type PriorPredictive } from '../../models/seu/prior-predictive.ts';
import type { Checkpoint, Chunk, PriorTask } from '../types.ts';
import type { Stepper } from './stepper.ts';

/** Agents of one step. */
const AGENTS = 10;

/**
 * Work of one agent in gradients of the same data, which lanes count in: about 30 to draw it and have it choose, 8 more
 * at each point of a grid (19 µs and 5 µs where a gradient of 25 menus took 0.6 µs).
 */
export const agentWork = (points: number): number => 30 + 8 * points;

/** Columns of agents from `first` of the task on; those of the grid are points × agents. */
function chunkOf(task: PriorTask, first: number, rows: PriorPredictive, grid: PriorGrid | null): Chunk {
  const columns = {
    ...Object.fromEntries(PRIOR_COLUMNS.map((name) => [name, rows[name]])),
    maximal: rows.maximal,
    ...(grid && { grid_alpha: grid.alpha, grid_rate: grid.rate, grid_expected_rate: grid.expectedRate }),
  };
  return { taskKey: task.key, first, count: rows.count, columns, gradients: 0, warmupGradients: 0 };
}

/** A checkpoint stands after whole steps: its iteration says how many agents have chosen. */
export function priorStepper(task: PriorTask, checkpoint: Checkpoint | null): Stepper {
  const { model, data, grid, stream, first, count } = task;
  const points = grid.map((alpha): PriorPoint => ({ alpha, link: linkPrior(model) }));
  let reported = checkpoint?.iteration ?? 0;
  let waiting = 0;

  /** Agents are drawn when they are reported: a step only counts them, so that a chunk holds them in one piece. */
  function take(): Chunk | null {
    if (waiting === 0) return null;
    const from = first + reported;
    const rows = priorPredictive(model, data, stream.seed, from, waiting);
    const rates = points.length === 0 ? null : priorGrid(model, data, points, stream.seed, from, waiting);
    return chunkOf(task, reported, rows, rates);
  }

  return {
    get done() {
      return reported + waiting >= count;
    },
    step() {
      const agents = Math.min(AGENTS, count - reported - waiting);
      waiting += agents;
      return agents * agentWork(grid.length);
    },
    report() {
      const chunk = take();
      reported += waiting;
      waiting = 0;
      return {
        taskKey: task.key,
        chunk,
        checkpoint: { taskKey: task.key, engine: 'cpu', iteration: reported, state: {} },
        iteration: reported,
        iterations: count,
        done: reported >= count,
        failure: null,
      };
    },
  };
}
