// Lanes on Node's worker threads.
import { Worker } from 'node:worker_threads';
import type { LaneHandle } from '../engine/lane.ts';
import type { Advance } from '../engine/types.ts';
import type { LaneReply, LaneRequest } from './lane-protocol.ts';

interface Pending {
  resolve(news: readonly Advance[]): void;
  reject(error: Error): void;
}

type Unnumbered<Request> = Request extends unknown ? Omit<Request, 'id'> : never;

/** A lane in a new thread; a thread that dies rejects the calls then pending. */
export function spawnThread(): LaneHandle {
  const worker = new Worker(new URL('./lane-thread.mjs', import.meta.url));
  const pending = new Map<number, Pending>();
  let next = 0;
  const failAll = (error: Error): void => {
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  worker.on('message', (reply: LaneReply) => {
    const waiting = pending.get(reply.id);
    pending.delete(reply.id);
    if (reply.ok) waiting?.resolve(reply.news);
    else waiting?.reject(new Error(reply.message));
  });
  worker.on('error', failAll);
  worker.on('exit', (code) => failAll(new Error(`a worker thread ended with code ${code}`)));
  worker.unref();
  const call = (request: Unnumbered<LaneRequest>): Promise<readonly Advance[]> =>
    new Promise((resolve, reject) => {
      const id = next++;
      pending.set(id, { resolve, reject });
      worker.postMessage({ ...request, id } as LaneRequest);
    });
  return {
    lane: {
      prepare: async (tasks, checkpoints) => void (await call({ call: 'prepare', tasks, checkpoints })),
      advance: (gradients) => call({ call: 'advance', gradients }),
      dispose: async () => void (await call({ call: 'dispose' })),
    },
    terminate: () => void worker.terminate(),
  };
}
