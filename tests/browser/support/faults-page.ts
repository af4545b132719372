// Runs whole plans in a page, on real workers that break down at given places.
import { agentPlan, clock, drawsOf, type AgentFit, type DrawsByTask } from './agents.ts';
import { cpuPool } from '../../../src/engine/cpu/pool.ts';
import { fitTasks } from '../../../src/instruments/seu/plan.ts';
import { memoryStore } from '../../../src/jobs/memory-store.ts';
import type { TaskState } from '../../../src/jobs/run.ts';
import { runJob } from '../../../src/jobs/runner.ts';
import { engineOn, type WorkerEngine } from '../../../src/workers/spawn-gpu.ts';
import { laneOn } from '../../../src/workers/spawn.ts';

/** What happens when the chains of a condition have done this share of their iterations. */
export interface Fault {
  readonly condition: number;
  readonly share: number;
  readonly kind: 'kill a worker' | 'destroy the device';
}

export interface Outcome {
  readonly draws: DrawsByTask;
  readonly warnings: readonly string[];
  /** CPU workers started, dead ones counted. */
  readonly workers: number;
  /** Faults in the order in which they happened, with the share that was done. */
  readonly happened: readonly { readonly fault: Fault; readonly share: number }[];
  /** The engine of each task at the end. */
  readonly engines: Readonly<Record<string, string | null>>;
}

const shareOf = (states: readonly TaskState[], condition: number): number => {
  const own = states.filter(({ key }) => key.startsWith(`c00${condition}/k`));
  const sum = (value: (state: TaskState) => number): number =>
    own.reduce((total, state) => total + value(state), 0);
  return sum(({ iteration }) => iteration) / sum(({ iterations }) => iterations);
};

/** Workers are ended as a browser ends them: the pool is not told. */
function cpu(size: number) {
  const workers: Worker[] = [];
  const spawn = () => {
    workers.push(
      new Worker(new URL('../../../src/workers/lane-worker.ts', import.meta.url), { type: 'module' }),
    );
    return laneOn(workers.at(-1)!);
  };
  const engine = cpuPool({ size, spawn, clock, leaseMilliseconds: 3_000, stepMilliseconds: 50 });
  return { engine, workers };
}

/** Kept over runs, with the losses it has seen. */
let gpuEngine: Promise<WorkerEngine> | null = null;
const openGpu = (): Promise<WorkerEngine> =>
  (gpuEngine ??= engineOn(new Worker(new URL('./gpu-worker.ts', import.meta.url), { type: 'module' })));

const destroyer = new BroadcastChannel('luce test: destroy the device');

/** One CPU worker where there is a GPU, so that conditions reach it one after the other; else two. */
async function run(fit: AgentFit, faults: readonly Fault[]): Promise<Outcome> {
  const { plan, datasets } = await agentPlan(fit);
  const tasks = fitTasks(plan, datasets);
  const gpu = fit.engine === 'gpu' ? await openGpu() : null;
  await gpu?.consider(tasks);
  const { engine, workers } = cpu(gpu ? 1 : 2);
  const store = memoryStore();
  const waiting = [...faults];
  const happened: Outcome['happened'][number][] = [];

  function strike(states: readonly TaskState[]): void {
    const [fault] = waiting;
    const share = fault ? shareOf(states, fault.condition) : 0;
    if (!fault || share < fault.share) return;
    happened.push({ fault: waiting.shift()!, share });
    if (fault.kind === 'destroy the device') destroyer.postMessage(null);
    else workers[0].terminate();
  }

  const { warnings, states } = await runJob({
    runId: 'run',
    tasks,
    cpu: engine,
    gpu,
    store,
    clock,
    signal: new AbortController().signal,
    onProgress: strike,
  });
  engine.dispose();
  const draws = await drawsOf(await store.chunks('run'));
  const engines = Object.fromEntries(states.map(({ key, engine: kind }) => [key, kind]));
  return { draws, warnings, workers: workers.length, happened, engines };
}

const page = { run };
export type FaultsPage = typeof page;
(globalThis as unknown as { faults: FaultsPage }).faults = page;
