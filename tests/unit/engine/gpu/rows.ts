// Replicates as the GPU engine runs them, with chains of the f64 engine in place of a device's.
import { cpuLane } from '../../../../src/engine/cpu/lane.ts';
import { replicatesRun, type Room } from '../../../../src/engine/gpu/replicates-run.ts';
import type { Advance, ChainTask, Checkpoint, Chunk, ReplicatesTask } from '../../../../src/engine/types.ts';

export interface GpuRows {
  readonly news: readonly Advance[];
  readonly chunks: readonly Chunk[];
  /** The chains that were under way together, in turn. */
  readonly boards: readonly (readonly ChainTask[])[];
}

export interface Way extends Partial<Room> {
  /** Gradients between readings; default all. */
  readonly gradients?: number;
  readonly checkpoints?: ReadonlyMap<string, Checkpoint>;
  /** Stops after so many steps. */
  readonly steps?: number;
}

/** Steps that no run here comes near. */
const ENDLESS = 10_000;

export async function gpuRows(tasks: readonly ReplicatesTask[], way: Way = {}): Promise<GpuRows> {
  const { gradients = 1e9, chains = 1024, bytes = 2 ** 28, checkpoints = new Map(), steps = Infinity } = way;
  const boards: (readonly ChainTask[])[] = [];
  const open = async (own: readonly ChainTask[]) => {
    boards.push(own);
    const lane = cpuLane();
    await lane.prepare(own, []);
    return { advance: () => lane.advance(gradients), dispose: () => undefined };
  };
  const run = replicatesRun(open, tasks, checkpoints, { chains, bytes });
  const news: Advance[] = [];
  const left = new Set(tasks.map(({ key }) => key));
  for (let step = 0; left.size > 0 && step < steps; step++) {
    if (step === ENDLESS) throw new Error(`${[...left].join(' ')} not done after ${step} steps`);
    for (const item of await run.advance()) {
      news.push(item);
      if (item.done) left.delete(item.taskKey);
    }
  }
  run.dispose();
  return { news, chunks: news.flatMap(({ chunk }) => (chunk ? [chunk] : [])), boards };
}
