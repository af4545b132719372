// Belief fits on the GPU: searches side by side ask for densities, which come in one dispatch, and end here in f64.
import type { Evaluated } from '../../inference/lbfgs.ts';
import type { Advance, BeliefTask, Checkpoint, Run } from '../types.ts';
import type { FoundMasses } from './beliefs-gradient.ts';
import { openMarginals, type Marginals } from './beliefs-marginals.ts';
import type { BeliefProblem } from './beliefs-pack.ts';
import { noAnswer, questionMaker } from './beliefs-question.ts';
import { beliefSeat, type BeliefSeat } from './beliefs-seat.ts';
import { AIM_MILLISECONDS, nextSize } from './pace.ts';
import type { RunHost } from './run.ts';
import { sessionAfter } from './session.ts';

/** Problems of the first dispatch. */
const FIRST = 16;
/** Bytes of problems on the device at once. */
const MOST_BYTES = 2 ** 27;
/** News goes out at once at first, then at most twice a second. */
const FIRST_NEWS = 2 * AIM_MILLISECONDS;
const NEWS_INTERVAL = 500;

/** Starts `tasks`, each from its checkpoint where it has one. */
export async function openBeliefs(
  host: RunHost,
  tasks: readonly BeliefTask[],
  checkpoints: ReadonlyMap<string, Checkpoint>,
): Promise<Run> {
  let session = host.session();
  const seats = tasks.map((task) => beliefSeat(task, checkpoints.get(task.key) ?? null));
  const ready = questionMaker();
  let marginals: Marginals | null = null;
  let size = host.pace?.chains ?? FIRST;
  let interval = FIRST_NEWS;
  let disposed = false;

  const open = (): BeliefSeat[] => seats.filter(({ closed }) => !closed);

  /** Moves those that wait for nothing, a piece each in turn, for as long as a dispatch takes; whether there were any. */
  function work(own: readonly BeliefSeat[]): boolean {
    const began = host.now();
    let free = own.filter(({ closed, question }) => !closed && question === null);
    const any = free.length > 0;
    while (free.length > 0 && host.now() - began < AIM_MILLISECONDS) {
      for (const seat of free) seat.step();
      free = free.filter(({ closed, question }) => !closed && question === null);
    }
    return any;
  }

  async function find(problems: readonly BeliefProblem[], others: readonly BeliefSeat[]) {
    const { bindingBytes } = session.opened;
    marginals ??= await openMarginals(session, Math.min(bindingBytes, MOST_BYTES));
    const began = host.now();
    const finding = marginals.find(problems);
    finding.catch(() => undefined);
    const worked = work(others);
    const found = await finding;
    session.check();
    if (!host.pace && !worked && problems.length === size) size = nextSize(size, host.now() - began);
    return found;
  }

  /** After a loss the same problems are asked of a new device: nothing that was found is lost. */
  async function survive(problems: readonly BeliefProblem[], others: readonly BeliefSeat[]) {
    for (;;)
      try {
        return await find(problems, others);
      } catch (error) {
        marginals = null;
        session = await sessionAfter(session, error, host.recover);
      }
  }

  /** One dispatch of what waits for answers; the others move on meanwhile. */
  async function dispatchOnce(): Promise<void> {
    const all = open();
    const asking = all.filter(({ question }) => question !== null).slice(0, size);
    const others = all.filter((seat) => !asking.includes(seat));
    const questions = asking.map((seat) => ready(seat.question!));
    const problems = questions.map(({ problem }) => problem).filter((problem) => problem !== null);
    if (problems.length === 0) work(others);
    const found: FoundMasses[] = problems.length > 0 ? await survive(problems, others) : [];
    let at = 0;
    asking.forEach((seat, i) => {
      const { problem, answer } = questions[i];
      const masses = problem === null ? null : found[at++];
      seat.answer((): Evaluated => (masses === null ? noAnswer(seat.question!) : answer(masses)));
    });
  }

  return {
    async advance(): Promise<readonly Advance[]> {
      const began = host.now();
      while (!disposed && open().length > 0 && host.now() - began < interval) await dispatchOnce();
      interval = Math.min(NEWS_INTERVAL, 2 * interval);
      return seats.map((seat) => seat.news()).filter((news) => news !== null);
    },
    dispose() {
      disposed = true;
      marginals?.dispose();
      marginals = null;
    },
  };
}
