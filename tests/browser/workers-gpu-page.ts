// Opens the GPU engine in its worker, from a page, and runs chains on it.
import { chainTasks, runEngine } from './workers-tasks.ts';
import { spawnGpuEngine } from '../../src/workers/spawn-gpu.ts';

async function run(chains: number, draws: number) {
  const engine = await spawnGpuEngine();
  const tasks = chainTasks(chains, draws);
  await engine.consider(tasks);
  const refusals = tasks.map((task) => engine.refuses(task));
  const { description } = engine;
  const positions = await runEngine(engine, tasks);
  const again = await runEngine(engine, tasks);
  engine.dispose();
  return { description, refusals, positions, again };
}

const page = { run, opened: () => spawnGpuEngine().then(({ description }) => description.label, String) };
export type GpuPage = typeof page;
(globalThis as unknown as { gpuWorker: GpuPage }).gpuWorker = page;
