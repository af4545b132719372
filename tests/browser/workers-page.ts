// What the worker tests do inside a page, with the real workers.
import { clock } from './support/agents.ts';
import { chainTasks, runEngine, runLane } from './workers-tasks.ts';
import { cpuPool } from '../../src/engine/cpu/pool.ts';
import type { LaneHandle } from '../../src/engine/lane.ts';
import { laneOn, spawnCpuLane } from '../../src/workers/spawn.ts';

async function inWorker(draws: number, gradients: number) {
  const { lane, terminate } = spawnCpuLane();
  const positions = await runLane(lane, chainTasks(2, draws), gradients);
  terminate();
  return positions;
}

/** Two workers; the first that is started is killed between its first steps. */
async function poolWithDeath(draws: number) {
  const handles: LaneHandle[] = [];
  const spawn = () => {
    handles.push(spawnCpuLane());
    return handles.at(-1)!;
  };
  const pool = cpuPool({ size: 2, spawn, clock, leaseMilliseconds: 8_000, stepMilliseconds: 20 });
  let steps = 0;
  const positions = await runEngine(pool, chainTasks(2, draws), () => {
    steps += 1;
    if (steps === 2) handles[0].terminate();
  });
  pool.dispose();
  return { positions, started: handles.length };
}

async function broken() {
  const worker = new Worker(new URL('./workers-broken.ts', import.meta.url), { type: 'module' });
  const { lane } = laneOn(worker);
  await lane.prepare([], []);
  return lane.advance(1).then(
    () => 'answered',
    (error: Error) => error.message,
  );
}

/** A worker whose script is not there. */
async function absent() {
  const { lane } = laneOn(new Worker('/blank/nothing-here.ts', { type: 'module' }));
  return lane.prepare([], []).then(
    () => 'answered',
    (error: Error) => error.message,
  );
}

const page = { inWorker, poolWithDeath, broken, absent };
export type WorkersPage = typeof page;
(globalThis as unknown as { workers: WorkersPage }).workers = page;
