// A task's replicates one by one: the chains to run for each, and its row when they are done or when anything throws.
import { messageOf } from '../failure.ts';
import { replicationOf } from '../models.ts';
import type { ChainTask, Chunk, ModelInstance, ReplicatesTask } from '../types.ts';
import { failedRow, foldRow, type ReplicateRow } from './row.ts';

/** Iterations that a tuned chain forgets its start in; it starts at a draw of the ensemble, never at the truth. */
const BURN_IN = 100;

/** A replicate under way: its chains as tasks, and what their chunks come to. */
export interface ReplicateJob {
  readonly chains: readonly ChainTask[];
  /** `chunks` are those of each chain in turn, all its draws in order. Throws where some are missing. */
  fold(chunks: readonly (readonly Chunk[])[]): ReplicateRow;
}

/** Replicates by absolute index. */
export interface ReplicateJobs {
  /** Throws where the replicate cannot be simulated. */
  begin(index: number): ReplicateJob;
  /** The row of a replicate of which anything threw or failed, whatever it was. */
  failed(index: number, error: unknown): ReplicateRow;
}

/** Kept draws at the start of each chain that are burn-in: a tuned chain has no warmup of its own. */
export const burnInDraws = ({ sampler: { name, warmup, thin } }: ReplicatesTask): number =>
  name === 'hmc' ? Math.ceil(Math.min(warmup, BURN_IN) / thin) : 0;

/** Throws where the study has no replicates at all: its models or its seed do not fit. */
export function replicateJobs(task: ReplicatesTask): ReplicateJobs {
  const { stream, sampler, tuning, tuneKey } = task;
  const { replicate, quantities } = replicationOf(task.study, stream.seed);
  const dropped = burnInDraws(task);
  const Q = quantities.length;

  function chainTask(fitted: ModelInstance, index: number, chain: number): ChainTask {
    return {
      kind: 'chain',
      key: `${task.key}/r${index}/k${chain}`,
      // The chain number also picks the start among the pilot's positions, so it counts over all replicates.
      stream: { seed: stream.seed, task: stream.task, chain: index * sampler.chains + chain },
      instance: fitted,
      sampler: { ...sampler, draws: dropped + sampler.draws },
      tuneKey,
      tuning,
    };
  }

  function truthOf(index: number): Float64Array | null {
    try {
      return replicate(index).truth;
    } catch {
      return null;
    }
  }

  return {
    begin(index) {
      const simulated = replicate(index);
      return {
        chains: Array.from({ length: sampler.chains }, (_, chain) =>
          chainTask(simulated.fitted, index, chain),
        ),
        fold: (chunks) => foldRow(task, simulated, Q, index, { chunks, dropped }),
      };
    },
    failed: (index, error) => failedRow(truthOf(index), Q, messageOf(error)),
  };
}
