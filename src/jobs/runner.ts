// Runs the tasks of a plan on the engines at hand, storing chunks as they land; stops at once and resumes anywhere.
import type { Clock } from '../engine/clock.ts';
import {
  isTuning,
  type Advance,
  type Checkpoint,
  type Chunk,
  type Engine,
  type EngineKind,
  type Run,
  type Task,
} from '../engine/types.ts';
import { isFitted } from '../inference/beliefs/parts.ts';
import { ledger, type Ledger } from './ledger.ts';
import { progressWriter, type ProgressWriter } from './progress-writer.ts';
import type { TaskState } from './run.ts';
import type { JobStore } from './store.ts';

export interface JobOptions {
  readonly runId: string;
  readonly tasks: readonly Task[];
  readonly cpu: Engine;
  /** The engine for chains where it is not the CPU. */
  readonly gpu: Engine | null;
  readonly store: JobStore;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called once, before the first step: where a resume starts from. */
  readonly onBegin?: (states: readonly TaskState[]) => void;
  /** Called after every step: where tasks stand, and the chunks that have just landed. */
  readonly onProgress: (states: readonly TaskState[], landed: readonly Chunk[]) => void;
}

export interface JobOutcome {
  /** False when stopped by the signal. */
  readonly finished: boolean;
  readonly states: readonly TaskState[];
  readonly warnings: readonly string[];
}

/**
 * Which engine a task runs on: pooled warmup, agents of a prior, what reads the fit of a belief cell or judges it, and
 * what the GPU refuses go to the CPU.
 */
interface Placement {
  readonly kind: EngineKind;
  readonly reason: string | null;
}

function placeOn(task: Task, gpu: Engine | null, begunOn: EngineKind | null): Placement {
  const reads = task.kind === 'beliefs' && !isFitted(task.part);
  const own = isTuning(task) || task.kind === 'prior' || reads;
  if (gpu === null || own || begunOn === 'cpu') return { kind: 'cpu', reason: null };
  const reason = gpu.refuses(task);
  return reason === null
    ? { kind: 'gpu', reason: null }
    : { kind: 'cpu', reason: `${task.key} runs on the CPU: ${reason}` };
}

/** Milliseconds that a failed call on the GPU waits for the loss behind it. */
const LOSS_TOLD_WITHIN = 1000;

class Job {
  private readonly warnings = new Set<string>();
  private readonly active = new Set<Promise<void>>();
  private readonly slots: Record<EngineKind, number> = { cpu: 0, gpu: 0 };
  private gpu: Engine | null;
  private stopped = false;
  private fault: unknown = null;

  constructor(
    private readonly options: JobOptions,
    private readonly tasks: Ledger,
    private readonly writer: ProgressWriter,
  ) {
    this.gpu = options.gpu;
    options.signal.addEventListener('abort', () => (this.stopped = true), { once: true });
    this.stopped = options.signal.aborted;
    void options.gpu?.lost.then((reason) => this.loseGpu(reason));
  }

  async run(): Promise<JobOutcome> {
    this.launch();
    while (this.active.size > 0) {
      await Promise.race(this.active);
      this.launch();
    }
    if (this.fault !== null) throw this.fault;
    await this.writer.flush();
    return { finished: this.tasks.finished, states: this.tasks.states(), warnings: [...this.warnings] };
  }

  private async forget(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.options.store.clearTask(this.options.runId, key);
  }

  private loseGpu(reason: string): void {
    if (this.gpu === null) return;
    this.gpu = null;
    this.warnings.add(
      `The GPU was lost: ${reason} Unfinished chains started again on the CPU; finished ones stay.`,
    );
  }

  /** Whether the device behind a failed call is lost: the call may reject before the loss is told. */
  private async isLost(gpu: Engine): Promise<boolean> {
    const { clock } = this.options;
    let cancel = (): void => undefined;
    const pause = new Promise<null>((resolve) => {
      cancel = clock.after(LOSS_TOLD_WITHIN, () => resolve(null));
    });
    const reason = await Promise.race([gpu.lost, pause]);
    cancel();
    if (reason !== null) this.loseGpu(reason);
    return reason !== null;
  }

  /** Starts as many batches as the engines have room for. */
  private launch(): void {
    if (this.stopped || this.fault !== null) return;
    const placed = this.tasks.ready().map((task) => ({ task, on: this.place(task) }));
    for (const kind of ['gpu', 'cpu'] as const) {
      const engine = kind === 'gpu' ? this.gpu : this.options.cpu;
      const waiting = placed.filter(({ on }) => on === kind).map(({ task }) => task);
      while (engine && waiting.length > 0 && this.slots[kind] < engine.parallelRuns)
        this.track(kind, this.batch(engine, kind, waiting.splice(0, engine.batchSize)));
    }
  }

  private place(task: Task): EngineKind {
    const begunOn = this.tasks.checkpoint(task.key)?.engine ?? null;
    const { kind, reason } = placeOn(task, this.gpu, begunOn);
    if (reason !== null) this.warnings.add(reason);
    return kind;
  }

  private track(kind: EngineKind, work: Promise<void>): void {
    this.slots[kind] += 1;
    const tracked: Promise<void> = work
      .catch((error) => {
        this.fault ??= error;
      })
      .finally(() => {
        this.slots[kind] -= 1;
        this.active.delete(tracked);
      });
    this.active.add(tracked);
  }

  private async batch(engine: Engine, kind: EngineKind, batch: readonly Task[]): Promise<void> {
    const keys = batch.map(({ key }) => key);
    this.tasks.start(keys, kind);
    const open = new Set(keys);
    try {
      const checkpoints = await this.checkpointsOn(kind, keys);
      await this.advanceAll(await engine.prepare(batch, checkpoints), open);
      this.tasks.release([...open], false);
    } catch (error) {
      if (kind !== 'gpu' || !(await this.isLost(engine))) throw error;
      await this.writer.flush();
      await this.forget([...open]);
      this.tasks.release([...open], true);
    }
  }

  /**
   * Where tasks of a batch go on. Those begun on the other engine start again (half a chain from each would be neither),
   * as do those whose stored draws have no checkpoint after them.
   */
  private async checkpointsOn(
    kind: EngineKind,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, Checkpoint>> {
    const begun = keys.map((key) => this.tasks.checkpoint(key)).filter((checkpoint) => checkpoint !== null);
    const stranded = begun.filter(({ engine }) => engine !== kind).map(({ taskKey }) => taskKey);
    if (stranded.length > 0)
      this.warnings.add('Unfinished chains that began on the GPU started again on the CPU.');
    await this.restart([...stranded, ...keys.filter((key) => this.tasks.orphaned(key))], kind);
    const own = begun.filter(({ engine }) => engine === kind);
    return new Map(own.map((checkpoint) => [checkpoint.taskKey, checkpoint]));
  }

  private async restart(keys: readonly string[], kind: EngineKind): Promise<void> {
    await this.forget(keys);
    this.tasks.release(keys, true);
    this.tasks.start(keys, kind);
  }

  private async advanceAll(run: Run, open: Set<string>): Promise<void> {
    try {
      while (open.size > 0 && !this.stopped && this.fault === null) {
        const news = await run.advance();
        for (const { taskKey, done } of news) if (done) open.delete(taskKey);
        await this.land(news);
      }
    } finally {
      run.dispose();
    }
  }

  private async land(news: readonly Advance[]): Promise<void> {
    this.tasks.take(news);
    await this.writer.add(news);
    const landed = news.flatMap(({ chunk }) => (chunk ? [chunk] : []));
    this.options.onProgress(this.tasks.states(), landed);
    this.launch();
  }
}

/** Rejects with what stopped it (QuotaError, a lost pool) after running steps have ended; what was stored stays. */
export async function runJob(options: JobOptions): Promise<JobOutcome> {
  const [chunks, checkpoints] = await Promise.all([
    options.store.chunks(options.runId),
    options.store.checkpoints(options.runId),
  ]);
  const tasks = ledger(options.tasks, chunks, checkpoints);
  options.onBegin?.(tasks.states());
  return new Job(options, tasks, progressWriter(options.store, options.runId, options.clock)).run();
}
