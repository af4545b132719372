// The worker's end of an engine: what crosses to the page is plain data, draws that move, and runs as proxies.
import { proxy } from 'comlink';
import type { ProxyMarked } from 'comlink';
import type { Advance, Checkpoint, Engine, EngineDescription, Task } from '../engine/types.ts';
import { moving } from './moving.ts';

/** What of an engine never changes. */
export interface EngineFacts {
  readonly description: EngineDescription;
  readonly parallelRuns: number;
  readonly batchSize: number;
}

export interface ServedRun {
  advance(): Promise<readonly Advance[]>;
  dispose(): void;
}

export interface ServedEngine {
  /** Rejects with the reason when the engine cannot be opened here. */
  facts(): Promise<EngineFacts>;
  lost(): Promise<string>;
  /** Why each task cannot run here, or null. */
  refusals(tasks: readonly Task[]): Promise<readonly (string | null)[]>;
  prepare(
    tasks: readonly Task[],
    checkpoints: ReadonlyMap<string, Checkpoint>,
  ): Promise<ServedRun & ProxyMarked>;
}

/** Serves an engine that is being opened; each method waits for it. */
export function serveEngine(opening: Promise<Engine>): ServedEngine {
  opening.catch(() => undefined);
  return {
    facts: async () => {
      const { description, parallelRuns, batchSize } = await opening;
      return { description, parallelRuns, batchSize };
    },
    lost: async () => (await opening).lost,
    refusals: async (tasks) => {
      const engine = await opening;
      return tasks.map((task) => engine.refuses(task));
    },
    prepare: async (tasks, checkpoints) => {
      const run = await (await opening).prepare(tasks, checkpoints);
      return proxy({ advance: async () => moving(await run.advance()), dispose: () => run.dispose() });
    },
  };
}
