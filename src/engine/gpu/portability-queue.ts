// Rows of tasks in order: their comparisons wait for the device, and rows that are done wait to be reported.
import { failedTask } from '../failure.ts';
import type { Advance, Checkpoint, PortabilityTask } from '../types.ts';
import type { Found } from './portability-cell.ts';
import type { Question } from './portability-folds.ts';
import { report, seatOf, settle, type OpenRow, type Seat } from './portability-seat.ts';
import { siteOf, type Site } from './portability-site.ts';

/** One comparison that waits. */
export interface Waiting {
  readonly site: Site;
  readonly question: Question;
  readonly row: OpenRow;
}

export interface Queue {
  /** Has `most` comparisons wait, fewer at the end or after a row that was made in f64. */
  fill(most: number): void;
  /** The first that wait, of one cell, at most `most`; asked for again until they are answered. */
  next(most: number): readonly Waiting[];
  /** Answers to the first of those that wait. */
  answer(found: readonly Found[]): void;
  /** News of tasks since the last time. */
  news(): Advance[];
}

/** Tasks of one cell, under the same settings and numbers, share what is made of it. */
function siteCache(most: (task: PortabilityTask) => number): (task: PortabilityTask) => Site {
  const known: { readonly task: PortabilityTask; readonly site: Site }[] = [];
  return (task) => {
    const same = known.find(
      (one) =>
        one.task.cell === task.cell &&
        one.task.settings === task.settings &&
        one.task.stream.seed === task.stream.seed &&
        one.task.stream.task === task.stream.task,
    );
    if (same) return same.site;
    const site = siteOf(task, most(task));
    known.push({ task, site });
    return site;
  };
}

/** `most`: rows of the largest fold that the device sorts for a task. */
export function openQueue(
  tasks: readonly PortabilityTask[],
  checkpoints: ReadonlyMap<string, Checkpoint>,
  most: (task: PortabilityTask) => number,
): Queue {
  const siteFor = siteCache(most);
  const seats = tasks.map((task) => seatOf(task, checkpoints.get(task.key) ?? null));
  const waiting: Waiting[] = [];
  const failed = new Set<Seat>();
  const failures: Advance[] = [];
  let at = 0;

  /** Whatever throws fails the task of that row alone. */
  function attempt(seat: Seat, work: () => void): void {
    if (failed.has(seat)) return;
    try {
      work();
    } catch (error) {
      failed.add(seat);
      failures.push(failedTask(seat.task, 'gpu', seat.checkpoint, error));
    }
  }

  const isOpened = (seat: Seat): boolean => failed.has(seat) || seat.opened >= seat.task.count;

  function openRow(seat: Seat): void {
    const site = siteFor(seat.task);
    const asked = site.row(seat.task.part, seat.task.first + seat.opened);
    const row = { seat, asked, found: [] };
    seat.opened += 1;
    seat.open.push(row);
    for (const question of asked.questions) waiting.push({ site, question, row });
    settle(seat);
  }

  function fill(most: number): void {
    while (waiting.length < most && at < seats.length) {
      const seat = seats[at];
      if (isOpened(seat)) {
        at += 1;
        continue;
      }
      const [asked, done] = [waiting.length, seat.rows.length];
      attempt(seat, () => openRow(seat));
      // A row that was made here may have taken long: news first.
      if (waiting.length === asked && seat.rows.length > done) return;
    }
  }

  return {
    fill,
    next(most) {
      fill(most);
      const many = waiting.slice(0, most);
      const other = many.findIndex(({ site }) => site !== many[0].site);
      return other < 0 ? many : many.slice(0, other);
    },
    answer(found) {
      waiting.splice(0, found.length).forEach(({ row }, i) => {
        row.found.push(found[i]);
        attempt(row.seat, () => settle(row.seat));
      });
    },
    news() {
      const grown = seats.filter((seat) => !failed.has(seat) && seat.rows.length > 0);
      return [...grown.map(report), ...failures.splice(0)];
    },
  };
}
