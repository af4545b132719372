// What the outcome-sufficiency statistic is where decisions say nothing beyond the belief: never 0, since noise counts.
import { quantile } from '../quantile.ts';
import { outcomeSufficiency, type OutcomeStudy } from './outcome-sufficiency.ts';
import { PORTABLE_SEED, portableStream, type PortableStream } from './portable-draws.ts';
import { beliefKernels, bestBandwidth, localLinear, sampleOf, smoothAt } from './smoother.ts';

export interface SufficiencyNull {
  /** Mean violation of every simulated study. */
  readonly values: Float64Array;
  readonly mean: number;
  /** The 95 % quantile. */
  readonly upper: number;
  /** (1 + studies with at least the observed mean) / (1 + studies). */
  readonly p: number;
}

/**
 * The null of `observed` from `studies` simulated ones. Simulate a fitted model to count its measurement error too: a
 * belief from the posterior, the outcome and all answers from that belief, and the belief inferred anew.
 */
export function sufficiencyNull(
  observed: number,
  simulate: (study: number) => OutcomeStudy,
  studies: number,
): SufficiencyNull {
  const values = Float64Array.from({ length: studies }, (_, s) => outcomeSufficiency(simulate(s)).mean);
  const hits = values.filter((value) => value >= observed).length;
  return {
    values,
    mean: values.reduce((sum, value) => sum + value, 0) / studies,
    upper: quantile(values, 0.95),
    p: (1 + hits) / (1 + studies),
  };
}

/** Pr(y = 1) of every case by local linear regression on the belief. */
export function outcomeProbabilities({ beliefs, outcomes }: OutcomeStudy): Float64Array {
  const kernels = beliefKernels(beliefs);
  const sample = sampleOf(kernels, outcomes, () => true);
  const weights = new Float64Array(beliefs.length).fill(1);
  const h = bestBandwidth(kernels, sample, weights);
  return beliefs.map((_, i) => smoothAt(kernels, h, sample, weights, i));
}

/**
 * Pr(y = 1) as a function of the belief, by the same regression; beliefs beyond the cases' range count as its ends, and
 * where no case is within reach the outcomes' mean stands in.
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

/** Studies with the beliefs and decisions as they are and outcomes drawn given the belief alone. */
export function independentOutcomes(
  study: OutcomeStudy,
  stream: PortableStream = portableStream(PORTABLE_SEED),
): () => OutcomeStudy {
  const probabilities = outcomeProbabilities(study);
  return () => ({ ...study, outcomes: probabilities.map((p) => (stream() < p ? 1 : 0)) });
}
