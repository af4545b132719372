// A CPU lane in a thread of the command.
import { parentPort } from 'node:worker_threads';
import { cpuLane } from '../engine/cpu/lane.ts';
import type { Advance } from '../engine/types.ts';
import type { LaneReply, LaneRequest } from './lane-protocol.ts';

const lane = cpuLane();

async function answer(request: LaneRequest): Promise<readonly Advance[]> {
  switch (request.call) {
    case 'prepare':
      await lane.prepare(request.tasks, request.checkpoints);
      return [];
    case 'advance':
      return lane.advance(request.gradients);
    case 'dispose':
      await lane.dispose();
      return [];
  }
}

parentPort?.on('message', (request: LaneRequest) => {
  answer(request).then(
    (news) => parentPort?.postMessage({ id: request.id, ok: true, news } satisfies LaneReply),
    (error: unknown) =>
      parentPort?.postMessage({ id: request.id, ok: false, message: String(error) } satisfies LaneReply),
  );
});
