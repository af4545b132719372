// A batch of tasks on the GPU: dispatches of about 50 ms, readings at most twice a second, and recovery from a loss.
import type { Advance, ChainTask, Checkpoint, Run } from '../types.ts';
import { openBatch, type Batch } from './batch.ts';
import type { Device } from './device.ts';
import type { Sizes } from './encode.ts';
import { AIM_MILLISECONDS, FIRST_PACE, nextPace, type Pace } from './pace.ts';
import { siteCache, takeSeat, type Seat } from './seats.ts';
import { sessionAfter, type Session } from './session.ts';
import { boundsOf, workgroupBytes } from './sizes.ts';

/** Time between readings: short at first, so that a small fit is not kept waiting. */
const FIRST_READING = 2 * AIM_MILLISECONDS;
const READING_INTERVAL = 500;

export interface RunHost {
  session(): Session;
  /** A new session after the loss of `lost`; rejects when there will be none. */
  recover(lost: Session): Promise<Session>;
  readonly now: () => number;
  /** Chains and leapfrogs of every dispatch, in place of an adapted pace: for tests. */
  readonly pace?: Pace;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const failed = (task: ChainTask, checkpoint: Checkpoint | undefined, error: unknown): Advance => ({
  taskKey: task.key,
  chunk: null,
  checkpoint: checkpoint ?? { taskKey: task.key, engine: 'gpu', iteration: 0, state: {} },
  iteration: checkpoint?.iteration ?? 0,
  iterations: 0,
  done: true,
  failure: messageOf(error),
});

/** Cut where the arrays that hold every dataset so far would exceed the workgroup's memory, though each alone fits. */
function fitting(
  seats: readonly Seat[],
  { lanes, workgroupBytes: room }: Device,
): readonly (readonly Seat[])[] {
  const groups: { readonly seats: Seat[]; bounds: Sizes }[] = [];
  for (const seat of seats) {
    const last = groups.at(-1);
    const { sizes } = seat.site.dataset;
    const joint = boundsOf([...(last ? [last.bounds] : []), sizes]);
    if (last && workgroupBytes(joint, lanes) <= room) {
      last.seats.push(seat);
      last.bounds = joint;
    } else groups.push({ seats: [seat], bounds: boundsOf([sizes]) });
  }
  return groups.map(({ seats: own }) => own);
}

/** Seats of the same sampler and family together, in order of first appearance, as many as one batch can hold. */
export function alike(seats: readonly Seat[], device: Device): readonly (readonly Seat[])[] {
  const groups = new Map<string, Seat[]>();
  for (const seat of seats) {
    const key = `${seat.task.sampler.name} ${seat.site.dataset.shader}`;
    groups.set(key, [...(groups.get(key) ?? []), seat]);
  }
  return [...groups.values()].flatMap((group) => fitting(group, device));
}

/** Starts `tasks`, each from its checkpoint where it has one. */
export async function openRun(
  host: RunHost,
  tasks: readonly ChainTask[],
  given: ReadonlyMap<string, Checkpoint>,
): Promise<Run> {
  const checkpoints = new Map(given);
  const open = new Map(tasks.map((task) => [task.key, task]));
  const siteOf = siteCache();
  let session = host.session();
  let failures: Advance[] = [];
  let batches: Batch[] = [];
  let paces: Pace[] = [];
  let interval = FIRST_READING;

  function seat(task: ChainTask): Seat | null {
    const checkpoint = checkpoints.get(task.key);
    try {
      return takeSeat(task, siteOf(task), checkpoint ?? null);
    } catch (error) {
      failures.push(failed(task, checkpoint, error));
      open.delete(task.key);
      return null;
    }
  }

  async function start(): Promise<void> {
    batches = [];
    const seats = [...open.values()].map(seat).filter((one) => one !== null);
    for (const own of alike(seats, session.opened))
      batches.push(await openBatch(session.opened, session.pipelines, own));
    paces = batches.map(() => host.pace ?? FIRST_PACE);
  }

  /** One dispatch of a batch, and the pace of its next. */
  async function dispatchOnce(batch: Batch, index: number): Promise<void> {
    const began = host.now();
    await batch.work(paces[index]);
    if (!host.pace) paces[index] = nextPace(paces[index], host.now() - began, batch.open());
  }

  async function work(): Promise<void> {
    const began = host.now();
    do {
      for (const [index, batch] of batches.entries()) if (batch.open() > 0) await dispatchOnce(batch, index);
    } while (host.now() - began < interval && session.lostReason() === null);
    interval = Math.min(READING_INTERVAL, 2 * interval);
  }

  async function step(): Promise<readonly Advance[]> {
    await work();
    const news: Advance[] = [];
    for (const batch of batches) if (batch.open() > 0) news.push(...(await batch.read()));
    session.check();
    return news;
  }

  /** Does `work`, after a loss again from the last checkpoints on a new device. */
  async function survive<Result>(started: boolean, work: () => Promise<Result>): Promise<Result> {
    for (let ready = started; ; ready = false)
      try {
        if (!ready) await start();
        return await work();
      } catch (error) {
        session = await sessionAfter(session, error, host.recover);
      }
  }

  function settle(news: readonly Advance[]): readonly Advance[] {
    for (const item of news) {
      checkpoints.set(item.taskKey, item.checkpoint);
      if (item.done) open.delete(item.taskKey);
    }
    return news;
  }

  await survive(false, () => Promise.resolve());
  return {
    async advance() {
      const early = failures;
      failures = [];
      if (open.size === 0) return early;
      return [...early, ...settle(await survive(true, step))];
    },
    dispose() {
      batches.forEach((batch) => batch.dispose());
      batches = [];
      open.clear();
    },
  };
}
