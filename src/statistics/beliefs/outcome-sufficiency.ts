// What a decision says of the outcome beyond the inferred belief (Section D, equation 10).
import { fillIndices, PORTABLE_SEED, portableStream } from './portable-draws.ts';
import { resampledSmoothers } from './resampled-smoothers.ts';
import type { Samples } from './smoother-memory.ts';
import { beliefKernels, sampleOf, type BeliefKernels } from './smoother.ts';

/** Held-out cases with their inferred beliefs, outcomes and decisions, none missing. */
export interface OutcomeStudy {
  readonly beliefs: Float64Array;
  readonly outcomes: Float64Array;
  /** Answers 0 or 1 of every case, by prompt. */
  readonly decisions: readonly Float64Array[];
  /** Pr(y = 1) in the domain: the statistic is divided by it. */
  readonly prevalence: number;
}

/** Prompts with fewer answers of either kind are left out. */
const MIN_CLASS = 6;

export interface PromptViolation {
  /** Place among the study's decisions. */
  readonly prompt: number;
  /** E[π(1 − π)|μ₁ − μ₀|] over prevalence. */
  readonly violation: number;
  /** Bandwidths of π, μ₁ and μ₀, on the probability scale. */
  readonly bandwidths: readonly [number, number, number];
}

export interface OutcomeSufficiency {
  readonly prompts: readonly PromptViolation[];
  /** Prompts with too few answers of one kind. */
  readonly excluded: readonly number[];
  /** Mean over the prompts that remain. Noise alone makes it positive: read it beside its null. */
  readonly mean: number;
}

interface Prepared {
  readonly kernels: BeliefKernels;
  readonly eligible: readonly number[];
  readonly samples: readonly Samples[];
}

const countOf = (answers: Float64Array, value: number): number =>
  answers.reduce((count, answer) => count + (answer === value ? 1 : 0), 0);

function prepare({ beliefs, outcomes, decisions }: OutcomeStudy): Prepared {
  const kernels = beliefKernels(beliefs);
  const eligible = [...decisions.keys()].filter(
    (j) => countOf(decisions[j], 0) >= MIN_CLASS && countOf(decisions[j], 1) >= MIN_CLASS,
  );
  const samples = eligible.map((j): Samples => [
    sampleOf(kernels, decisions[j], () => true),
    sampleOf(kernels, outcomes, (i) => decisions[j][i] === 1),
    sampleOf(kernels, outcomes, (i) => decisions[j][i] === 0),
  ]);
  return { kernels, eligible, samples };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const everyCase = (n: number): Float64Array => new Float64Array(n).fill(1);

/** The statistic of every prompt with enough answers of both kinds. */
export function outcomeSufficiency(study: OutcomeStudy): OutcomeSufficiency {
  const { kernels, eligible, samples } = prepare(study);
  const n = study.beliefs.length;
  const excluded = [...study.decisions.keys()].filter((j) => !eligible.includes(j));
  if (eligible.length === 0) return { prompts: [], excluded, mean: NaN };
  const { bandwidths, chosen } = resampledSmoothers(kernels, samples)(everyCase(n));
  const widths = Array.from(bandwidths, (h) => kernels.bandwidths[h]);
  const prompts = eligible.map((prompt, k): PromptViolation => {
    const [pi, accepted, declined] = widths.slice(3 * k, 3 * k + 3);
    return { prompt, violation: chosen[k] / n / study.prevalence, bandwidths: [pi, accepted, declined] };
  });
  return { prompts, excluded, mean: mean(prompts.map(({ violation }) => violation)) };
}

/** Mean violations of one resample; NaN without a prompt. */
export interface DrawnViolation {
  /** With bandwidths chosen anew (the paper's "refits all smoothers"). */
  readonly chosen: number;
  /** With those of the cases as they are. */
  readonly kept: number;
}

/** Resample `index`, from 0: it depends on the index alone. */
export type SufficiencyDraw = (index: number) => DrawnViolation;

/** Joint draws of cases for all prompts together; prompts stay those of the study, cases stay in their folds. */
export function sufficiencyDraw(study: OutcomeStudy): SufficiencyDraw {
  const { kernels, samples } = prepare(study);
  if (samples.length === 0) return () => ({ chosen: NaN, kept: NaN });
  const n = study.beliefs.length;
  const smooth = resampledSmoothers(kernels, samples);
  const { bandwidths } = smooth(everyCase(n));
  const weights = new Float64Array(n);
  const drawn = new Int32Array(n);
  const ofSums = (sums: Float64Array): number => mean(Array.from(sums, (sum) => sum / n / study.prevalence));
  return (index) => {
    fillIndices(drawn, n, portableStream(PORTABLE_SEED, index * n));
    weights.fill(0);
    for (let k = 0; k < n; k++) weights[drawn[k]]++;
    const { chosen, kept } = smooth(weights, bandwidths);
    return { chosen: ofSums(chosen), kept: ofSums(kept) };
  };
}
