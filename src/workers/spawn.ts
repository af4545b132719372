// Starts a worker that holds one CPU lane.
import type { Lane, LaneHandle } from '../engine/lane.ts';
import { RemoteWorker } from './remote.ts';
import type { WorkerLike } from './remote.ts';

/** A lane in a new thread. Its calls reject when the thread breaks down. */
export const spawnCpuLane = (): LaneHandle =>
  laneOn(new Worker(new URL('./lane-worker.ts', import.meta.url), { type: 'module', name: 'luce lane' }));

/** The lane that `worker` exposes. */
export function laneOn(worker: WorkerLike): LaneHandle {
  const remote = new RemoteWorker<Lane>(worker, 'a CPU worker');
  const { proxy } = remote;
  return {
    lane: {
      prepare: (tasks, checkpoints) => remote.call(() => proxy.prepare(tasks, checkpoints)),
      advance: (gradients) => remote.call(() => proxy.advance(gradients)),
      dispose: () => remote.call(() => proxy.dispose()),
    },
    terminate: () => remote.terminate(),
  };
}
