// When a GPU is worth its start, the same for the page and the command line.
import type { PortabilityTask, Task } from './types.ts';

/** From this many chains on a hardware GPU is used by `auto`; one small fit is faster on the CPU. */
export const CHAINS_WORTH_A_GPU = 64;

/** Comparisons of portability that keep a CPU worker busy as long as a chain of a small model: a few tenths of a second. */
const COMPARISONS_A_CHAIN = 2000;

/** Draws of the null on each outer resample, and its own distances. */
const COMPARISONS_A_RESAMPLE = 11;

function comparisonsOf({ part, count, cell }: PortabilityTask): number {
  if (part === 'splits' || part === 'pairs') return count;
  return count * cell.environments * (part === 'outer' ? COMPARISONS_A_RESAMPLE : 1);
}

/** Chains side by side that tasks are worth; pooled warmup, priors and other predictors stay on the CPU. */
export function chainsWorthOf(tasks: readonly Task[]): number {
  let chains = 0;
  let comparisons = 0;
  for (const task of tasks) {
    if (task.kind === 'chain') chains += 1;
    if (task.kind === 'replicates') chains += task.count * task.sampler.chains;
    if (task.kind === 'portability' && task.settings.predictor === 'ols') comparisons += comparisonsOf(task);
  }
  return chains + Math.trunc(comparisons / COMPARISONS_A_CHAIN);
}
