// The GPU engine: opens and checks a device, refuses what does not fit it, and survives one loss.
import { replicateJobs } from '../replicates/row.ts';
import type {
  ChainTask,
  Checkpoint,
  Engine,
  EngineDescription,
  ModelInstance,
  ReplicatesTask,
  Run,
  Task,
} from '../types.ts';
import { vectorCount } from './chain-state.ts';
import { openDevice, reopenDevice, type Device } from './device.ts';
import type { Sizes } from './encode.ts';
import { replicatesRun } from './replicates-run.ts';
import { openRun } from './run.ts';
import { encodeTask } from './seats.ts';
import type { Pace } from './pace.ts';
import { selfTest } from './self-test.ts';
import { openSession, type Session } from './session.ts';
import { boundsOf, workgroupBytes } from './sizes.ts';

export interface GpuEngineOptions {
  readonly gpu: GPU;
  /** Milliseconds from any origin: dispatches adapt to measured time, and no result depends on it. */
  readonly now: () => number;
  /** A fixed pace instead of an adapted one: for tests of what must not depend on it. */
  readonly pace?: Pace;
}

const BATCH_SIZE = 1024;

/** A device that passes the self-test; throws with the reason where there is none. */
async function openTested(device: Device | null): Promise<{ session: Session; result: string }> {
  if (device === null) throw new Error('no WebGPU adapter is to be had');
  const session = openSession(device);
  const { passed, result } = await selfTest(device, session.pipelines);
  if (passed) return { session, result };
  device.device.destroy();
  throw new Error(`the self-test of ${device.label} ${result}`);
}

/** Bounds by instance, since the chains of one dataset ask alike; the tuning does not change them. */
const boundsOfInstance = new WeakMap<ModelInstance, Sizes>();

function boundsFor(task: ChainTask): Sizes {
  const known = boundsOfInstance.get(task.instance);
  if (known) return known;
  const bounds = boundsOf([encodeTask({ ...task, tuning: null }).sizes]);
  boundsOfInstance.set(task.instance, bounds);
  return bounds;
}

/** Why the task does not fit the device, or null. */
export function misfit(task: ChainTask, device: Device): string | null {
  const bounds = boundsFor(task);
  const needed = workgroupBytes(bounds, device.lanes);
  if (needed > device.workgroupBytes)
    return `needs ${needed} bytes of workgroup memory, ${device.label} has ${device.workgroupBytes}`;
  const bytes = 4 * bounds.dimensions * vectorCount(task.sampler) * BATCH_SIZE;
  if (bytes > device.bindingBytes)
    return `a full batch needs ${bytes} bytes of state in one buffer, ${device.label} allows ${device.bindingBytes}`;
  return null;
}

const describe = ({ label, fallback, lanes }: Device, result: string): EngineDescription => ({
  kind: 'gpu',
  label: `GPU · ${label}`,
  fallbackAdapter: fallback,
  lanes,
  selfTest: result,
});

const isChain = (task: Task): task is ChainTask => task.kind === 'chain';
const isReplicates = (task: Task): task is ReplicatesTask => task.kind === 'replicates';

/** Replicates whose chains are on the device at once; those there when a run stops are lost. */
const REPLICATE_CHAINS = { fallback: 32, device: 1024 } as const;

/** Why replicates cannot run here: as their first chain, and no errors on purpose. */
function replicatesMisfit(task: ReplicatesTask, device: Device): string | null {
  if (task.study.family === 'seu' && task.study.fault !== null)
    return 'an error on purpose is made in f64 only';
  return misfit(replicateJobs(task)(task.first).chains[0], device);
}

/** Rejects with the reason where no adapter is to be had or the device fails its self-test. */
export async function openGpuEngine({ gpu, now, pace }: GpuEngineOptions): Promise<Engine> {
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

  function prepare(tasks: readonly Task[], checkpoints: ReadonlyMap<string, Checkpoint>): Promise<Run> {
    if (tasks.every(isChain)) return openRun(host, tasks, checkpoints);
    const other = tasks.find((task) => !isReplicates(task));
    if (other)
      throw new Error(`task ${other.key}: a batch is of chains or of replicates, got a ${other.kind} task`);
    const { fallback } = session.opened;
    const capacity = fallback ? REPLICATE_CHAINS.fallback : REPLICATE_CHAINS.device;
    const open = (chains: readonly ChainTask[]): Promise<Run> => openRun(host, chains, new Map());
    const dimensionOf = (chain: ChainTask): number => boundsFor(chain).dimensions;
    return Promise.resolve(
      replicatesRun(open, tasks.filter(isReplicates), checkpoints, capacity, dimensionOf),
    );
  }

  function refuses(task: Task): string | null {
    if (isChain(task)) return misfit(task, session.opened);
    if (isReplicates(task)) return replicatesMisfit(task, session.opened);
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
