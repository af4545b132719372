// Starts the worker that holds the GPU, and gives the page an engine that stands for it.
import { releaseProxy } from 'comlink';
import type { Engine, Run, Task } from '../engine/types.ts';
import { RemoteWorker } from './remote.ts';
import type { WorkerLike } from './remote.ts';
import type { EngineFacts, ServedEngine } from './serve-engine.ts';

/** Why a task does not fit an engine with these facts, or null: asked on the page, without the worker. */
export type Refusal = (facts: EngineFacts, task: Task) => string | null;

/**
 * The engine that `worker` serves; rejects with the reason when it cannot be opened. `lost` also tells of a
 * worker that breaks down, before the calls under way reject. `dispose` ends the thread with its device.
 */
export async function engineOn(worker: WorkerLike, refusal: Refusal): Promise<Engine> {
  const remote = new RemoteWorker<ServedEngine>(worker, 'the GPU worker');
  const facts = await remote
    .call(() => remote.proxy.facts())
    .catch((error: unknown) => {
      remote.terminate();
      throw error;
    });
  return {
    ...facts,
    lost: Promise.race([remote.crashed, remote.call(() => remote.proxy.lost())]),
    refuses: (task) => refusal(facts, task),
    prepare: async (tasks, checkpoints) =>
      runOn(remote, await remote.call(() => remote.proxy.prepare(tasks, checkpoints))),
    dispose: () => remote.terminate(),
  };
}

type RemoteRun = Awaited<ReturnType<RemoteWorker<ServedEngine>['proxy']['prepare']>>;

function runOn(remote: RemoteWorker<ServedEngine>, run: RemoteRun): Run {
  return {
    advance: () => remote.call(() => run.advance()),
    dispose: () => {
      const release = () => run[releaseProxy]();
      remote.call(() => run.dispose()).then(release, release);
    },
  };
}
