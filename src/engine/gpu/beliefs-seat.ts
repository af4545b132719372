// One task of belief fits under way: its rows move in pieces until they ask, and wait for the answer.
import type { Asking, Question } from '../../inference/beliefs/asking.ts';
import { partColumns } from '../../inference/beliefs/columns.ts';
import { fittedRows } from '../../inference/beliefs/work.ts';
import type { InSteps } from '../../inference/in-steps.ts';
import type { Evaluated } from '../../inference/lbfgs.ts';
import { piecewiseStepper } from '../cpu/piecewise-stepper.ts';
import type { Stepper } from '../cpu/stepper.ts';
import { failedTask } from '../failure.ts';
import type { Advance, BeliefTask, Checkpoint } from '../types.ts';

export interface BeliefSeat {
  readonly task: BeliefTask;
  /** Done or failed. */
  readonly closed: boolean;
  /** What it waits to be told. */
  readonly question: Question | null;
  /** Moves on to the next question or the end of a piece; only without an open question. */
  step(): void;
  /** Tells the answer that `work` makes; what that throws fails the task. */
  answer(work: () => Evaluated): void;
  /** Rows that are new, or how the task failed; null where nothing is new. */
  news(): Advance | null;
}

/** Where a question waits, and then its answer. */
interface Slot {
  question: Question | null;
  answer: Evaluated | null;
}

/** Leaves questions in the slot; goes on when the answer is there. */
function* throughSlot<Result>(asking: Asking<Result>, slot: Slot): InSteps<Result> {
  let next = asking.next();
  while (!next.done) {
    slot.question = next.value ?? null;
    yield;
    next = slot.answer === null ? asking.next() : asking.next(slot.answer);
    slot.answer = null;
  }
  return next.value;
}

function stepperOf(task: BeliefTask, checkpoint: Checkpoint | null, slot: Slot): Stepper {
  const columns = partColumns(task.part, task.cell, task.rows, task.settings);
  const rows = fittedRows(task, true);
  return piecewiseStepper(task, checkpoint, {
    columns: columns.map(({ name }) => name),
    widths: columns.map(({ width }) => width),
    cost: 0,
    engine: 'gpu',
    row: (index) => throughSlot(rows(index), slot),
  });
}

export function beliefSeat(task: BeliefTask, checkpoint: Checkpoint | null): BeliefSeat {
  const slot: Slot = { question: null, answer: null };
  let stepper: Stepper | null = null;
  let failure: Advance | null = null;
  let failed = false;
  let told = false;

  /** Whatever throws fails this task alone. */
  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      failed = true;
      slot.question = null;
      failure = failedTask(task, 'gpu', checkpoint, error);
    }
  }

  function newRows(): Advance | null {
    if (stepper === null || failed || told) return null;
    const report = stepper.report();
    told = report.done;
    return report.chunk !== null || report.done ? report : null;
  }

  return {
    task,
    get closed() {
      return failed || (stepper?.done ?? false);
    },
    get question() {
      return slot.question;
    },
    step() {
      attempt(() => {
        stepper ??= stepperOf(task, checkpoint, slot);
        if (!stepper.done) stepper.step();
      });
    },
    answer(work) {
      attempt(() => {
        slot.answer = work();
        slot.question = null;
        stepper!.step();
      });
    },
    news() {
      const news = failure ?? newRows();
      failure = null;
      return news;
    },
  };
}
