// The page's state without its surface: starts, watches and reads runs for tests.
import { agentPlan, drawsOf, type AgentFit, type DrawsByTask } from './agents.ts';
import type { Chunk } from '../../../src/engine/types.ts';
import { sha256 } from '../../../src/formats/hash.ts';
import { openLuceDatabase } from '../../../src/storage/database.ts';
import { indexedDbStore } from '../../../src/storage/store.ts';
import { Luce } from '../../../src/state/luce.svelte.ts';

/** A run as this tab sees it. */
export interface Seen {
  readonly state: string | null;
  readonly headline: string | null;
  readonly problem: string | null;
  readonly warnings: readonly string[];
  readonly engine: string | null;
  readonly taskEngines: readonly (string | null)[];
  /** Iterations done and planned, by the live run or by what was stored. */
  readonly done: number;
  readonly total: number;
  /** Whether it is under way in this tab, and what was done when this tab took it up. */
  readonly live: boolean;
  readonly resumedAt: number;
}

const luce = await Luce.open('test');
const store = indexedDbStore(await openLuceDatabase());

async function start(fit: AgentFit): Promise<string> {
  const { plan, datasets } = await agentPlan(fit);
  await luce.library.add([...datasets.values()]);
  return luce.runs.start(plan);
}

function see(id: string): Seen {
  const record = luce.runs.find(id);
  const live = luce.runs.live.get(id) ?? null;
  const tasks = live ? live.states : (record?.manifest.tasks ?? []);
  return {
    state: record?.state ?? null,
    headline: record?.headline ?? null,
    problem: luce.runs.problems.get(id) ?? null,
    warnings: record?.manifest.warnings ?? [],
    engine: record?.manifest.engine?.kind ?? null,
    taskEngines: tasks.map(({ engine }) => engine),
    done: tasks.reduce((sum, { iteration }) => sum + iteration, 0),
    total: tasks.reduce((sum, { iterations }) => sum + iterations, 0),
    live: live !== null,
    resumedAt: live?.resumedAt ?? 0,
  };
}

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** Waits until `share` of the iterations are done here; throws where it cannot be seen before the end. */
async function reaches(id: string, share: number): Promise<Seen> {
  for (;;) {
    const seen = see(id);
    if (seen.total > 0 && seen.done >= seen.total)
      throw new Error(`run ${id} was over before it was looked at`);
    if (seen.live && seen.total > 0 && seen.done >= share * seen.total) return seen;
    if (!seen.live && seen.state !== 'waiting')
      throw new Error(`run ${id} is ${seen.state}: ${seen.problem}`);
    await soon();
  }
}

/** Pauses the run as soon as `share` of it is done. */
async function pauseAt(id: string, share: number): Promise<void> {
  await reaches(id, share);
  luce.runs.pause(id);
}

/** Waits until draws of the run are stored. */
async function saved(id: string): Promise<void> {
  const isDraws = ({ columns }: Chunk): boolean => 'position' in columns;
  while (!(await store.chunks(id)).some(isDraws)) await soon();
}

/** Waits until the run is no longer under way here. */
/** A run that has just been asked for waits for its engine before it is live. */
async function rests(id: string): Promise<Seen> {
  while (see(id).live || see(id).state === 'waiting') await soon();
  return see(id);
}

const page = {
  notice: () => luce.notice,
  start,
  see,
  reaches,
  pauseAt,
  saved,
  rests,
  resume: async (id: string) => {
    await luce.runs.resume(id);
    return see(id);
  },
  /** Task and first draw of every chunk stored, with the SHA-256 of its positions, oldest first within a task. */
  chunks: async (id: string) => {
    const list = await store.chunks(id);
    return Promise.all(
      list.map(async ({ taskKey, first, columns }) => {
        const { buffer } = columns.position ?? columns.positions;
        return `${taskKey} ${first} ${await sha256(new Uint8Array(buffer as ArrayBuffer))}`;
      }),
    );
  },
  stored: async (id: string): Promise<DrawsByTask> => drawsOf(await store.chunks(id)),
};
export type LucePage = typeof page;
(globalThis as unknown as { runs: LucePage }).runs = page;
