// About how long a study of replicates takes on this device, from one measured speed.
import { integer } from '../../charts/number-format.ts';
import { agentWork } from '../../engine/cpu/prior-stepper.ts';
import type { SamplerSettings } from '../../engine/types.ts';
import type { SeuContent } from '../../formats/dataset.ts';
import { BLOCK } from '../../instruments/seu/calibration/plan.ts';
import type { PriorSettings } from '../../instruments/seu/prior/report.ts';
import { formatDuration } from '../format.ts';
import { gradientWeight, type Speed } from '../setup/cost.ts';
import type { RecoveryDraft } from './recovery-draft.svelte.ts';

/** Gradients that a transition takes with the tuning of an ensemble, as a line in the number of features. */
const LEAPFROGS = { fixed: 4, perFeature: 0.3 } as const;
/** Iterations before the kept ones, and those of the ensemble's warmup as iterations of one chain. */
const BURN_IN = 100;
const ENSEMBLE_ITERATIONS = 16 * 2000;
/** In gradients of the data that the speed was measured on: one value of one quantity folded, and one replicate begun. */
const FOLDED_VALUE = 0.8;
const BEGUN = 2000;

/** Quantities that are ranked by default: β, its contrasts, δ, ψ of two alternatives, and the joint ones. */
const quantitiesOf = ({ consequences: K, features }: SeuContent): number =>
  (2 * K - 1) * features[0].length + 3 * K + 6;

/** Work of `replicates` fits and of the warmup that they share, in gradients of the measured data. */
export function replicateWork(
  content: SeuContent,
  { chains, draws, thin, warmup }: SamplerSettings,
  replicates: number,
): number {
  const step =
    (LEAPFROGS.fixed + LEAPFROGS.perFeature * content.features[0].length) * gradientWeight(content);
  const fit = (Math.min(BURN_IN, warmup) + draws * thin) * step;
  const fold = FOLDED_VALUE * quantitiesOf(content) * draws;
  return replicates * (BEGUN + chains * (fit + fold)) + ENSEMBLE_ITERATIONS * step;
}

/** Seconds on the CPU; null before the speed was measured. */
export function replicateSeconds(
  content: SeuContent,
  sampler: SamplerSettings,
  replicates: number,
  { gradientsPerSecond, workers }: Speed,
): number | null {
  if (gradientsPerSecond === null) return null;
  const busy = Math.min(workers, Math.max(1, replicates / BLOCK));
  return replicateWork(content, sampler, replicates) / gradientsPerSecond / busy;
}

/** "999 replicates: about 38 s on 2 CPU workers." */
export function costWords(count: number, noun: string, seconds: number | null, { workers }: Speed): string {
  const amount = `${integer(count)} ${noun}`;
  if (seconds === null) return `${amount}.`;
  return `${amount}: about ${formatDuration(seconds)} on ${workers} CPU ${workers === 1 ? 'worker' : 'workers'}.`;
}

export function priorCost({ draws, grid }: PriorSettings, content: SeuContent, speed: Speed): string {
  const { gradientsPerSecond, workers } = speed;
  const work = draws * agentWork(grid.length) * gradientWeight(content);
  return costWords(draws, 'agents', gradientsPerSecond && work / gradientsPerSecond / workers, speed);
}

export function recoveryCost(draft: RecoveryDraft, content: SeuContent, speed: Speed): string {
  const iterations = Number(draft.texts.iterations);
  const arms = { whole: 1, sizes: 2, matched: 3 }[draft.kind];
  const seconds = replicateSeconds(content, draft.sampler, iterations, speed);
  return costWords(iterations, 'iterations', seconds === null ? null : arms * seconds, speed);
}
