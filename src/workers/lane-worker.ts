// The thread of one CPU lane.
import { expose } from 'comlink';
import { cpuLane } from '../engine/cpu/lane.ts';
import type { Lane } from '../engine/lane.ts';
import { moving } from './moving.ts';

const lane = cpuLane();
const served: Lane = {
  prepare: (tasks, checkpoints) => lane.prepare(tasks, checkpoints),
  advance: async (gradients) => moving(await lane.advance(gradients)),
  dispose: () => lane.dispose(),
};

expose(served);
