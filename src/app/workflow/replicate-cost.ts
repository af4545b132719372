// About how long a study of replicates takes on this device, from one measured speed.
import { integer } from '../../charts/number-format.ts';
import type { SamplerSettings } from '../../engine/types.ts';
import type { SeuContent } from '../../formats/dataset.ts';
import { formatDuration } from '../format.ts';
import { gradientWeight, type Speed } from '../setup/cost.ts';
import type { RecoveryDraft } from './recovery-draft.svelte.ts';

/** Gradients a transition takes with a tuning of the ensemble, as a line in the number of features. */
const LEAPFROGS = { fixed: 5, perFeature: 0.5 } as const;
/** Iterations before the kept ones, and those of the ensemble's warmup in iterations of one chain. */
const BURN_IN = 100;
const ENSEMBLE_ITERATIONS = 16 * 150;
/** Folding a kept draw costs about as much as this many gradients. */
const FOLD = 4;

/** Gradients of `replicates` fits and of the warmup that they share. */
export function replicateGradients(
  content: SeuContent,
  { chains, draws, thin, warmup }: SamplerSettings,
  replicates: number,
): number {
  const step = LEAPFROGS.fixed + LEAPFROGS.perFeature * content.features[0].length;
  const each = chains * ((Math.min(BURN_IN, warmup) + draws * thin) * step + FOLD * draws);
  return replicates * each + ENSEMBLE_ITERATIONS * step;
}

/** Seconds on the CPU; null before the speed was measured. */
export function replicateSeconds(
  content: SeuContent,
  sampler: SamplerSettings,
  replicates: number,
  { gradientsPerSecond, workers }: Speed,
): number | null {
  if (gradientsPerSecond === null) return null;
  const gradients = replicateGradients(content, sampler, replicates) * gradientWeight(content);
  return gradients / gradientsPerSecond / Math.min(workers, Math.max(1, replicates / 10));
}

/** "999 replicates: about 38 s on 2 CPU workers." */
export function costWords(count: number, noun: string, seconds: number | null, { workers }: Speed): string {
  const amount = `${integer(count)} ${noun}`;
  if (seconds === null) return `${amount}.`;
  return `${amount}: about ${formatDuration(seconds)} on ${workers} CPU ${workers === 1 ? 'worker' : 'workers'}.`;
}

export function recoveryCost(draft: RecoveryDraft, content: SeuContent, speed: Speed): string {
  const iterations = Number(draft.texts.iterations);
  const arms = { whole: 1, sizes: 2, matched: 3 }[draft.kind];
  const seconds = replicateSeconds(content, draft.sampler, iterations, speed);
  return costWords(iterations, 'iterations', seconds === null ? null : arms * seconds, speed);
}
