// Starts the worker that holds the GPU, and gives the page an engine that stands for it.
import { releaseProxy } from 'comlink';
import type { Engine, Run, Task } from '../engine/types.ts';
import { RemoteWorker } from './remote.ts';
import type { WorkerLike } from './remote.ts';
import type { ServedEngine } from './serve-engine.ts';

export interface WorkerEngine extends Engine {
  /** Asks the worker which of these tasks it refuses; `refuses` then answers for them, and throws for others. */
  consider(tasks: readonly Task[]): Promise<void>;
}

/** The GPU engine in a thread of its own; rejects with the reason where there is no usable GPU. */
export const spawnGpuEngine = (): Promise<WorkerEngine> =>
  engineOn(new Worker(new URL('./gpu-worker.ts', import.meta.url), { type: 'module', name: 'luce GPU' }));

/**
 * The engine that `worker` serves; rejects with the reason when it cannot be opened. `lost` also tells of a
 * worker that breaks down, before the calls under way reject. `dispose` ends the thread with its device.
 */
export async function engineOn(worker: WorkerLike): Promise<WorkerEngine> {
  const remote = new RemoteWorker<ServedEngine>(worker, 'the GPU worker');
  const facts = await remote
    .call(() => remote.proxy.facts())
    .catch((error: unknown) => {
      remote.terminate();
      throw error;
    });
  const answers = answerBook();
  return {
    ...facts,
    lost: Promise.race([remote.crashed, remote.call(() => remote.proxy.lost())]),
    consider: async (tasks) => answers.note(tasks, await remote.call(() => remote.proxy.refusals(tasks))),
    refuses: answers.of,
    prepare: async (tasks, checkpoints) =>
      runOn(remote, await remote.call(() => remote.proxy.prepare(tasks, checkpoints))),
    dispose: () => remote.terminate(),
  };
}

/** What a task computes: the object that it shares with its like, whatever tuning it is given. */
function subjectOf(task: Task): object {
  if (
    task.kind === 'portability' ||
    task.kind === 'robustness' ||
    task.kind === 'mechanism' ||
    task.kind === 'beliefs'
  )
    return task.cell;
  if (task.kind === 'prior') return task.data;
  return 'study' in task ? task.study : task.instance;
}

/** Reasons by what a task computes and its key: a chain that was given its tuning is still the task that was asked about. */
function answerBook() {
  const known = new WeakMap<object, Map<string, string | null>>();
  return {
    note(tasks: readonly Task[], reasons: readonly (string | null)[]): void {
      tasks.forEach((task, index) => {
        const answers = known.get(subjectOf(task)) ?? new Map<string, string | null>();
        known.set(subjectOf(task), answers.set(task.key, reasons[index]));
      });
    },
    of(task: Task): string | null {
      const reason = known.get(subjectOf(task))?.get(task.key);
      if (reason === undefined)
        throw new Error(`task ${task.key}: consider it before asking whether it is refused`);
      return reason;
    },
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
