// Runs a plan on one lane of this thread, counting CPU seconds of warmup and of sampling apart.
import { cpuLane } from '../../src/engine/cpu/lane.ts';
import type { Advance, Chunk, Task, Tuning } from '../../src/engine/types.ts';
import type { Dataset } from '../../src/formats/dataset.ts';
import { fitTasks, type FitPlan } from '../../src/instruments/seu/plan.ts';
import { tuningOf } from '../../src/engine/cpu/tune-stepper.ts';

/** Gradients of one step: short beside any warmup, so that the two clocks part cleanly. */
const STEP = 1000;

export const cpuSeconds = (): number => process.cpuUsage().user / 1e6;

export interface OneCoreRun {
  readonly chunks: readonly Chunk[];
  readonly warmupSeconds: number;
  readonly samplingSeconds: number;
}

/** A step that ends before the first kept draw is warmup. Throws where a task fails. */
export async function runOnOneCore(
  plan: FitPlan,
  datasets: ReadonlyMap<string, Dataset>,
): Promise<OneCoreRun> {
  const chunks: Chunk[] = [];
  const tunings = new Map<string, Tuning>();
  let warmupSeconds = 0;
  let samplingSeconds = 0;

  function take(task: Task, { chunk, failure }: Advance, seconds: number): void {
    if (failure !== null) throw new Error(`task ${task.key} failed: ${failure}`);
    if (task.kind === 'chain' && chunk) samplingSeconds += seconds;
    else warmupSeconds += seconds;
    if (!chunk) return;
    chunks.push(chunk);
    if (task.kind === 'tune') tunings.set(task.key, tuningOf(chunk));
  }

  async function work(task: Task): Promise<void> {
    const lane = cpuLane();
    await lane.prepare([task], []);
    for (let done = false; !done;) {
      const began = cpuSeconds();
      const [news] = await lane.advance(STEP);
      take(task, news, cpuSeconds() - began);
      done = news.done;
    }
  }

  for (const task of fitTasks(plan, datasets)) {
    const tuning = task.kind === 'chain' && task.tuneKey ? tunings.get(task.tuneKey) : undefined;
    await work(tuning ? ({ ...task, tuning } as Task) : task);
  }
  return { chunks, warmupSeconds, samplingSeconds };
}
