// The GPU engine: opens and checks a device, refuses what does not fit it, and survives one loss.
import type {
  BeliefTask,
  ChainTask,
  Checkpoint,
  Engine,
  EngineDescription,
  PortabilityTask,
  ReplicatesTask,
  Run,
  Task,
} from '../types.ts';
import { beliefsMisfit } from './beliefs-misfit.ts';
import { openBeliefs } from './beliefs-run.ts';
import { openDevice, reopenDevice, type Device } from './device.ts';
import { BATCH_SIZE, misfit, replicatesMisfit } from './misfit.ts';
import type { Pace } from './pace.ts';
import { checkArithmetic } from './portability-arithmetic.ts';
import { portabilityMisfit } from './portability-misfit.ts';
import { openPortability } from './portability-run.ts';
import { replicatesRun } from './replicates-run.ts';
import { openRun } from './run.ts';
import { selfTest } from './self-test.ts';
import { openSession, type Session } from './session.ts';

export interface GpuEngineOptions {
  readonly gpu: GPU;
  /** Milliseconds from any origin: dispatches adapt to measured time, and no result depends on it. */
  readonly now: () => number;
  /** A fixed pace instead of an adapted one: for tests of what must not depend on it. */
  readonly pace?: Pace;
  /** Chains of replicates under way at once instead of what suits the device: for the same tests. */
  readonly replicateChains?: number;
}

/** A device that passes the self-test; throws with the reason where there is none. */
async function openTested(device: Device | null): Promise<{ session: Session; result: string }> {
  if (device === null) throw new Error('no WebGPU adapter is to be had');
  const session = openSession(device);
  const { passed, result } = await selfTest(device, session.pipelines);
  if (passed) return { session, result };
  device.device.destroy();
  throw new Error(`the self-test of ${device.label} ${result}`);
}

const describe = ({ label, fallback, lanes }: Device, result: string): EngineDescription => ({
  kind: 'gpu',
  label: `GPU · ${label}`,
  fallbackAdapter: fallback,
  lanes,
  selfTest: result,
});

/** Draws of replicates that may wait for the last of their chains. */
const REPLICATE_BYTES = 256 * 2 ** 20;

const isChain = (task: Task): task is ChainTask => task.kind === 'chain';
const isBeliefs = (task: Task): task is BeliefTask => task.kind === 'beliefs';
const isPortability = (task: Task): task is PortabilityTask => task.kind === 'portability';
const isReplicates = (task: Task): task is ReplicatesTask => task.kind === 'replicates';

/** Replicates whose chains are on the device at once; those there when a run stops are lost. */
const REPLICATE_CHAINS = { fallback: 32, device: 1024 } as const;

/** Rejects with the reason where no adapter is to be had or the device fails its self-test. */
export async function openGpuEngine(options: GpuEngineOptions): Promise<Engine> {
  const { gpu, now, pace, replicateChains } = options;
  const first = await openTested(await openDevice(gpu));
  let session = first.session;
  let losses = 0;
  let giveUp: (reason: string) => void = () => undefined;
  const lost = new Promise<string>((resolve) => (giveUp = resolve));

  function end(reason: string): Error {
    giveUp(reason);
    return new Error(reason);
  }

  async function reopen(reason: string): Promise<Session> {
    losses += 1;
    if (losses > 1) throw end(`the graphics device was lost twice (${reason})`);
    const device = await reopenDevice(gpu);
    if (device === null) throw end(`the graphics device was lost (${reason}) and no other is to be had`);
    const { label, lanes } = session.opened;
    if (device.label !== label || device.lanes !== lanes)
      throw end(`the graphics device was lost (${reason}) and ${device.label} is in its place`);
    const { session: next } = await openTested(device).catch((error: Error) => {
      throw end(`the graphics device was lost (${reason}); ${error.message}`);
    });
    return next;
  }

  async function recover(dead: Session): Promise<Session> {
    if (dead === session) session = await reopen(dead.lostReason() ?? 'no reason given');
    return session;
  }

  const host = { session: () => session, recover, now, pace };

  /** A device whose doubles are wrong does nothing more. */
  async function comparisons(
    tasks: readonly PortabilityTask[],
    checkpoints: ReadonlyMap<string, Checkpoint>,
  ): Promise<Run> {
    await checkArithmetic(session).catch((error: Error) => {
      throw end(error.message);
    });
    return openPortability(host, tasks, checkpoints);
  }

  async function prepare(tasks: readonly Task[], checkpoints: ReadonlyMap<string, Checkpoint>): Promise<Run> {
    if (tasks.every(isChain)) return openRun(host, tasks, checkpoints);
    if (tasks.every(isPortability)) return comparisons(tasks, checkpoints);
    if (tasks.every(isBeliefs)) return openBeliefs(host, tasks, checkpoints);
    const other = tasks.find((task) => !isReplicates(task));
    if (other)
      throw new Error(
        `task ${other.key}: a batch is of chains, replicates, comparisons or belief fits, got a ${other.kind} task`,
      );
    const { fallback } = session.opened;
    const chains = replicateChains ?? (fallback ? REPLICATE_CHAINS.fallback : REPLICATE_CHAINS.device);
    const open = (own: readonly ChainTask[]): Promise<Run> => openRun(host, own, new Map());
    return replicatesRun(open, tasks.filter(isReplicates), checkpoints, { chains, bytes: REPLICATE_BYTES });
  }

  function refuses(task: Task): string | null {
    if (isChain(task)) return misfit(task, session.opened);
    if (isReplicates(task)) return replicatesMisfit(task, session.opened);
    if (isPortability(task)) return portabilityMisfit(task, session.opened);
    if (task.kind === 'robustness' || task.kind === 'mechanism')
      return 'its predictors are fitted on the CPU, in f64';
    if (isBeliefs(task)) return beliefsMisfit(task, session.opened);
    return 'pooled warmup runs on the CPU, in f64';
  }

  return {
    description: describe(session.opened, first.result),
    parallelRuns: 1,
    batchSize: BATCH_SIZE,
    lost,
    refuses,
    prepare,
    dispose: () => session.opened.device.destroy(),
  };
}
