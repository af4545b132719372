// A task on its way to the device and back: rows in order, and the news of them.
import { PART_COLUMNS } from '../../statistics/portability/work.ts';
import type { Advance, Checkpoint, Chunk, PortabilityTask } from '../types.ts';
import type { Found } from './portability-cell.ts';
import type { AskedRow } from './portability-rows.ts';

/** Rows that wait for answers, in order, and rows that are done and not yet reported. */
export interface Seat {
  readonly task: PortabilityTask;
  readonly checkpoint: Checkpoint | null;
  readonly open: OpenRow[];
  opened: number;
  reported: number;
  rows: Float64Array[];
}

export interface OpenRow {
  readonly seat: Seat;
  readonly asked: AskedRow;
  readonly found: Found[];
}

function chunkOf({ task, reported, rows }: Seat): Chunk | null {
  if (rows.length === 0) return null;
  const columns = Object.fromEntries(
    PART_COLUMNS[task.part].map((name, c) => [name, Float64Array.from(rows, (row) => row[c])]),
  );
  return {
    taskKey: task.key,
    first: reported,
    count: rows.length,
    columns,
    gradients: 0,
    warmupGradients: 0,
  };
}

/** A checkpoint stands after whole rows: its iteration says how many. */
export function report(seat: Seat): Advance {
  const { task, rows } = seat;
  const chunk = chunkOf(seat);
  seat.reported += rows.length;
  seat.rows = [];
  return {
    taskKey: task.key,
    chunk,
    checkpoint: { taskKey: task.key, engine: 'gpu', iteration: seat.reported, state: {} },
    iteration: seat.reported,
    iterations: task.count,
    done: seat.reported >= task.count,
    failure: null,
  };
}

export function seatOf(task: PortabilityTask, checkpoint: Checkpoint | null): Seat {
  const done = checkpoint?.iteration ?? 0;
  return { task, checkpoint, open: [], opened: done, reported: done, rows: [] };
}

const isAnswered = ({ asked, found }: OpenRow): boolean => found.length === asked.questions.length;

/** Takes what is answered off the front: rows land in order. */
export function settle({ open, rows }: Seat): void {
  while (open.length > 0 && isAnswered(open[0])) {
    const { asked, found } = open.shift()!;
    rows.push(asked.columns(found));
  }
}
