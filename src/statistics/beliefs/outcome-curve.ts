// The outcome's probability given the belief: what a study without any further tie to the outcome is simulated from.
import type { OutcomeStudy } from './outcome-sufficiency.ts';
import { beliefKernels, bestBandwidth, localLinear, sampleOf } from './smoother.ts';

/**
 * Pr(y = 1) as a function of the belief, by local linear regression at the bandwidth that predicts left-out folds best.
 * Beliefs beyond the cases' range count as its ends; where no case is within reach the outcomes' mean stands in.
 */
export function outcomeCurve({ beliefs, outcomes }: Pick<OutcomeStudy, 'beliefs' | 'outcomes'>) {
  const kernels = beliefKernels(beliefs);
  const weights = new Float64Array(beliefs.length).fill(1);
  const sample = sampleOf(kernels, outcomes, () => true);
  const bandwidth = kernels.bandwidths[bestBandwidth(kernels, sample, weights)];
  const [least, most] = [Math.min(...beliefs), Math.max(...beliefs)];
  const overall = outcomes.reduce((sum, y) => sum + y, 0) / outcomes.length;
  return (belief: number): number =>
    localLinear(beliefs, outcomes, bandwidth, Math.min(Math.max(belief, least), most)) ?? overall;
}
