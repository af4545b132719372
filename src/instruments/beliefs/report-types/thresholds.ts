// What a report says of the belief at which a decision is taken: thresholds, choice curves, other clips.
import type { BeliefEstimator } from '../../../inference/beliefs/fit.ts';
import type { FramingDifference } from '../coherence/framing-shifts.ts';
import type { Bounded, PromptRow } from './scores.ts';

/** A decision's implied threshold (Figure 5). */
export interface ThresholdRow {
  readonly prompt: string;
  readonly framing: string;
  /** As instructed; null without an instruction. */
  readonly nominal: number | null;
  /** logit⁻¹(−α/β). */
  readonly implied: number;
  /** Ends of a 95 % interval by the delta method on the logit scale; null where the fit's curvature gives none. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly alpha: number;
  readonly beta: number;
  /** Share of answers 1 among the training cases. */
  readonly rate: number;
  /** Why the threshold means nothing; null where it does. */
  readonly caution: string | null;
}

/** A decision over fits to training cases drawn with replacement: ends of 95 % percentile intervals (type 7). */
export interface RefitThreshold extends Pick<
  ThresholdRow,
  'prompt' | 'framing' | 'nominal' | 'implied' | 'caution'
> {
  /** Of logit⁻¹(−α/β) over refits; null where no refit has one. */
  readonly median: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  /** β of the fit to the cases as they are, with its interval. */
  readonly slope: Bounded;
  /** Refits with a slope so near 0 that their threshold means nothing, and their share; they count in the interval. */
  readonly weak: number;
  readonly weakShare: number;
}

export interface RefitsReport {
  /** As planned, and as far as they have landed. */
  readonly refits: number;
  readonly landed: number;
  /** What they go by; early stopping belongs to the main fit alone. */
  readonly estimator: BeliefEstimator;
  /** Training cases that each draws. */
  readonly cases: number;
  readonly thresholds: readonly RefitThreshold[];
  readonly differences: readonly FramingDifference[];
}

export interface CurvePoint {
  readonly z: number;
  /** Nadaraya–Watson estimate and its pointwise 95 % band of resampled cases, the bandwidth held. */
  readonly rate: number;
  readonly lower: number;
  readonly upper: number;
}

/** Figure 3: how often a decision is taken along the inferred belief, beside the fitted choice curve. */
export interface CurveReport extends PromptRow {
  readonly bandwidth: number;
  readonly points: readonly CurvePoint[];
  /** Pr(1 | z) of the fitted model at its nodes; of the first axis only where the model has one. */
  readonly fitted: readonly { readonly z: number; readonly rate: number }[];
  /** Beliefs and answers of the test cases. */
  readonly cases: readonly { readonly z: number; readonly answer: number }[];
}

/** How the fit depends on how far reports are kept from 0 and 1. */
export interface ClipRow {
  readonly clip: number;
  readonly phi: readonly number[];
  readonly thresholds: readonly { readonly prompt: string; readonly implied: number }[];
}
