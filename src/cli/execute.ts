// Runs a plan from the command line and hands over its chunks: the same runner as the page's, other adapters.
import type { Chunk, Task } from '../engine/types.ts';
import type { Dataset } from '../formats/dataset.ts';
import { fitTasks, type FitPlan } from '../instruments/seu/plan.ts';
import { memoryStore } from '../jobs/memory-store.ts';
import type { Manifest, Plan, TaskState } from '../jobs/run.ts';
import { runJob } from '../jobs/runner.ts';
import { workersOf, type Arguments } from './arguments.ts';
import { systemClock } from './clock.ts';
import { openEngines } from './engines.ts';
import { fileStore } from './file-store.ts';
import type { OutputDirectory } from './output.ts';
import { progressLine, type Counted } from './progress.ts';
import { VERSION } from './version.ts';

export interface Executed {
  readonly chunks: readonly Chunk[];
  readonly states: readonly TaskState[];
  readonly manifest: Manifest;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Stopped by an interrupt before it was done: no report, and the exit status that shells give to interrupts. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** The manifest of a plan before any of it is run. */
export const newManifest = (plan: Plan, warnings: readonly string[]): Manifest => ({
  app: 'luce',
  version: VERSION,
  plan,
  engine: null,
  seconds: 0,
  cpuSeconds: 0,
  warnings,
  tasks: [],
});

const RUN_ID = 'run';

const cpuNow = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const warn = (message: string): void => void process.stderr.write(`luce: ${message}\n`);

/** Aborts on the first interrupt (what is done is stored); a second one ends the process. */
function onInterrupt(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const stop = (): void => {
    warn('stopping after the step in flight');
    controller.abort();
  };
  process.once('SIGINT', stop);
  return { signal: controller.signal, release: () => process.off('SIGINT', stop) };
}

const goingOn = (output: OutputDirectory | null): string =>
  output
    ? 'stopped; the same command with --resume goes on from there'
    : 'stopped; nothing is kept without --out';

/** A plan with the tasks that it stands for, and how they are counted. */
export interface Work {
  readonly plan: Plan;
  readonly tasks: readonly Task[];
  /** Chains over all tasks: many are worth a GPU. */
  readonly chains: number;
  readonly counted?: Counted;
}

export const execute = (
  plan: FitPlan,
  datasets: ReadonlyMap<string, Dataset>,
  args: Arguments,
  output: OutputDirectory | null,
  warnings: readonly string[] = [],
): Promise<Executed> => {
  const tasks = fitTasks(plan, datasets);
  return executeWork({ plan, tasks, chains: tasks.length }, args, output, warnings);
};

export async function executeWork(
  { plan, tasks, chains, counted }: Work,
  args: Arguments,
  output: OutputDirectory | null,
  warnings: readonly string[] = [],
): Promise<Executed> {
  const began = systemClock.now();
  const cpuBegan = cpuNow();
  const engines = await openEngines(plan.engine, workersOf(args), chains);
  for (const message of [...warnings, ...engines.warnings]) warn(message);
  const store = output ? await fileStore(output.path, RUN_ID) : memoryStore();
  const manifest = (states: readonly TaskState[], more: readonly string[]): Manifest => ({
    app: 'luce',
    version: VERSION,
    plan,
    engine: (engines.gpu ?? engines.cpu).description,
    seconds: (systemClock.now() - began) / 1000,
    cpuSeconds: cpuNow() - cpuBegan,
    warnings: [...warnings, ...engines.warnings, ...more],
    tasks: states,
  });
  const interrupt = onInterrupt();
  try {
    await output?.manifest(manifest([], []));
    const line = progressLine(counted);
    const outcome = await runJob({
      runId: RUN_ID,
      tasks,
      cpu: engines.cpu,
      gpu: engines.gpu,
      store,
      clock: systemClock,
      signal: interrupt.signal,
      onProgress: (states) => line.update(states),
    });
    line.clear();
    outcome.warnings.forEach(warn);
    const finished = manifest(outcome.states, outcome.warnings);
    await output?.manifest(finished);
    if (!outcome.finished) throw new Interrupted(goingOn(output));
    return {
      chunks: await store.chunks(RUN_ID),
      states: outcome.states,
      manifest: finished,
      seconds: finished.seconds,
      cpuSeconds: finished.cpuSeconds ?? NaN,
    };
  } finally {
    interrupt.release();
    engines.dispose();
  }
}
