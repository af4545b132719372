// What of a device's limits a task would break, so that it runs on the CPU instead.
import { messageOf } from '../failure.ts';
import { replicateJobs } from '../replicates/jobs.ts';
import type { ChainTask, ModelInstance, ReplicatesTask, Study } from '../types.ts';
import { vectorCount } from './chain-state.ts';
import type { Device } from './device.ts';
import type { Sizes } from './encode.ts';
import { encodeTask } from './seats.ts';
import { boundsOf, workgroupBytes } from './sizes.ts';

/** Tasks that a batch may hold. */
export const BATCH_SIZE = 1024;

/** Bounds by instance, since the chains of one dataset ask alike; the tuning does not change them. */
const boundsOfInstance = new WeakMap<ModelInstance, Sizes>();

function boundsFor(task: ChainTask): Sizes {
  const known = boundsOfInstance.get(task.instance);
  if (known) return known;
  const bounds = boundsOf([encodeTask({ ...task, tuning: null }).sizes]);
  boundsOfInstance.set(task.instance, bounds);
  return bounds;
}

const NO_SHADER = 'belief posteriors are sampled on the CPU, in f64';

/** Why the task does not fit the device, or null. */
export function misfit(task: ChainTask, device: Device): string | null {
  if (task.instance.family === 'beliefs') return NO_SHADER;
  const bounds = boundsFor(task);
  const needed = workgroupBytes(bounds, device.lanes);
  if (needed > device.workgroupBytes)
    return `needs ${needed} bytes of workgroup memory, ${device.label} has ${device.workgroupBytes}`;
  const bytes = 4 * bounds.dimensions * vectorCount(task.sampler) * BATCH_SIZE;
  if (bytes > device.bindingBytes)
    return `a full batch needs ${bytes} bytes of state in one buffer, ${device.label} allows ${device.bindingBytes}`;
  return null;
}

/** A chain of each study that was asked about: its replicates have the menus of one design, and so the same sizes. */
const chainOfStudy = new WeakMap<Study, ChainTask>();

/** Throws where the task's first replicate cannot be simulated. */
function chainOf(task: ReplicatesTask): ChainTask {
  const known = chainOfStudy.get(task.study);
  if (known) return known;
  const [chain] = replicateJobs(task).begin(task.first).chains;
  chainOfStudy.set(task.study, chain);
  return chain;
}

/** Why replicates cannot run on the device: as one of their chains, and no errors on purpose; or null. */
export function replicatesMisfit(task: ReplicatesTask, device: Device): string | null {
  const { study, sampler, first } = task;
  if (study.family === 'beliefs') return NO_SHADER;
  if (study.family === 'seu' && study.fault !== null) return 'an error on purpose is made in f64 only';
  try {
    return misfit({ ...chainOf(task), sampler }, device);
  } catch (error) {
    return `the sizes of replicate ${first} are not known: ${messageOf(error)}`;
  }
}
