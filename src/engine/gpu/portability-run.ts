// Rows of portability on the GPU: dispatches of about 50 ms, fits made while the device works, recovery from a loss.
import type { Advance, Checkpoint, PortabilityTask, Run } from '../types.ts';
import { AIM_MILLISECONDS, nextSize } from './pace.ts';
import { openCell, type CellOnDevice, type Found } from './portability-cell.ts';
import { capacityOf, mostRows, roomFor, type Room } from './portability-layout.ts';
import { openQueue, type Waiting } from './portability-queue.ts';
import type { Site } from './portability-site.ts';
import type { RunHost } from './run.ts';
import { sessionAfter } from './session.ts';

/** Comparisons of the first dispatch. */
const FIRST = 64;
/** News goes out at once at first, then at most twice a second. */
const FIRST_NEWS = 2 * AIM_MILLISECONDS;
const NEWS_INTERVAL = 500;

interface Held {
  readonly site: Site;
  readonly room: Room;
  readonly cell: CellOnDevice;
}

/** Starts `tasks`, each from its checkpoint where it has one. */
export async function openPortability(
  host: RunHost,
  tasks: readonly PortabilityTask[],
  checkpoints: ReadonlyMap<string, Checkpoint>,
): Promise<Run> {
  let session = host.session();
  const { lanes, workgroupBytes } = session.opened;
  const queue = openQueue(tasks, checkpoints, ({ settings }) =>
    mostRows(lanes, workgroupBytes, settings.bins),
  );
  let held: Held | null = null;
  let size = host.pace?.chains ?? FIRST;
  let interval = FIRST_NEWS;
  let disposed = false;

  /** The site on the device, with room for the largest fold so far. */
  async function openSite(site: Site, rows: number): Promise<Held> {
    const room = roomFor(rows, Math.max(...site.bins));
    if (room === null) throw new Error(`a device does not sort ${rows} test rows at once`);
    if (held?.site === site && held.room.half >= room.half) return held;
    held?.cell.dispose();
    held = null;
    held = { site, room, cell: await openCell(session, site.cell, site.bins, room) };
    return held;
  }

  /** Asks the device as much as it has room for, and has the next comparisons made while it works. */
  async function ask(waiting: readonly Waiting[]): Promise<Found[]> {
    const rows = Math.max(...waiting.map(({ question }) => question.fold.rows));
    const { cell, room } = await openSite(waiting[0].site, rows);
    const asked = waiting.slice(0, capacityOf(room));
    const began = host.now();
    const answers = cell.ask(asked.map(({ question }) => question));
    queue.fill(asked.length + size);
    const found = await answers;
    session.check();
    if (!host.pace && asked.length === size) size = nextSize(size, host.now() - began);
    return found;
  }

  async function survive(waiting: readonly Waiting[]): Promise<Found[]> {
    for (;;)
      try {
        return await ask(waiting);
      } catch (error) {
        session = await sessionAfter(session, error, host.recover);
        held = null;
      }
  }

  /** One dispatch; false where everything is answered. */
  async function dispatchOnce(): Promise<boolean> {
    const waiting = queue.next(size);
    if (waiting.length === 0) return false;
    queue.answer(await survive(waiting));
    return true;
  }

  return {
    async advance(): Promise<readonly Advance[]> {
      const began = host.now();
      while (!disposed && (await dispatchOnce()) && host.now() - began < interval);
      interval = Math.min(NEWS_INTERVAL, 2 * interval);
      return queue.news();
    },
    dispose() {
      disposed = true;
      held?.cell.dispose();
      held = null;
    },
  };
}
