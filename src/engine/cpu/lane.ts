// A CPU lane in this thread: it steps its tasks in turn until the asked-for gradients are spent.
import type { Lane } from '../lane.ts';
import type { Advance, Checkpoint, Task } from '../types.ts';
import { beliefsStepper } from './beliefs-stepper.ts';
import { chainStepper } from './chain-stepper.ts';
import { mechanismStepper } from './mechanism-stepper.ts';
import { portabilityStepper } from './portability-stepper.ts';
import { priorStepper } from './prior-stepper.ts';
import { replicatesStepper } from './replicates-stepper.ts';
import { robustnessStepper } from './robustness-stepper.ts';
import type { Stepper } from './stepper.ts';
import { tuneStepper } from './tune-stepper.ts';

interface Seat {
  readonly task: Task;
  stepper: Stepper | null;
  checkpoint: Checkpoint | null;
  failure: string | null;
}

function stepperFor(task: Task, checkpoint: Checkpoint | null): Stepper {
  switch (task.kind) {
    case 'chain':
      return chainStepper(task, checkpoint);
    case 'replicates':
      return replicatesStepper(task, checkpoint);
    case 'portability':
      return portabilityStepper(task, checkpoint);
    case 'robustness':
      return robustnessStepper(task, checkpoint);
    case 'mechanism':
      return mechanismStepper(task, checkpoint);
    case 'beliefs':
      return beliefsStepper(task, checkpoint);
    case 'prior':
      return priorStepper(task, checkpoint);
    case 'tune':
    case 'ensemble':
      return tuneStepper(task, checkpoint);
  }
}

/** A failed task reports once, with its message and the checkpoint it had. */
const failed = ({ task, checkpoint }: Seat, failure: string): Advance => ({
  taskKey: task.key,
  chunk: null,
  checkpoint: checkpoint ?? { taskKey: task.key, engine: 'cpu', iteration: 0, state: {} },
  iteration: checkpoint?.iteration ?? 0,
  iterations: 0,
  done: true,
  failure,
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function work(seat: Seat, gradients: number): Advance {
  try {
    seat.stepper ??= stepperFor(seat.task, seat.checkpoint);
    for (let spent = 0; spent < gradients && !seat.stepper.done;) spent += seat.stepper.step();
    return seat.stepper.report();
  } catch (error) {
    seat.failure = messageOf(error);
    return failed(seat, seat.failure);
  }
}

const finished = (seat: Seat): boolean => seat.failure !== null || (seat.stepper?.done ?? false);

export function cpuLane(): Lane {
  let seats: Seat[] = [];
  return {
    async prepare(tasks, checkpoints) {
      seats = tasks.map((task) => ({
        task,
        stepper: null,
        checkpoint: checkpoints.find(({ taskKey }) => taskKey === task.key) ?? null,
        failure: null,
      }));
    },
    async advance(gradients) {
      const open = seats.filter((seat) => !finished(seat));
      return open.map((seat) => work(seat, gradients / open.length));
    },
    async dispose() {
      seats = [];
    },
  };
}
