// What a decision says of the outcome beyond the inferred belief (Section D, equation 10).
import { fillIndices, percentileEnds, PORTABLE_SEED, portableStream, type Ends } from './portable-draws.ts';
import { resampledViolations, type Bandwidths, type Samples } from './resampled-smoothers.ts';
import { beliefKernels, bestBandwidth, sampleOf, smoothAt, type BeliefKernels } from './smoother.ts';

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

const chooseBandwidths = (kernels: BeliefKernels, samples: Samples, weights: Float64Array): Bandwidths => [
  bestBandwidth(kernels, samples[0], weights),
  bestBandwidth(kernels, samples[1], weights),
  bestBandwidth(kernels, samples[2], weights),
];

/** Weighted mean of π(1 − π)|μ₁ − μ₀| over cases; `total` is the sum of the weights. */
function violationOf(
  kernels: BeliefKernels,
  [all, accepted, declined]: Samples,
  [h, h1, h0]: Bandwidths,
  weights: Float64Array,
  total: number,
): number {
  if (accepted.cases.length === 0 || declined.cases.length === 0) return 0;
  let sum = 0;
  for (const i of all.cases) {
    const pi = smoothAt(kernels, h, all, weights, i);
    if (pi === 0 || pi === 1) continue;
    const gap = smoothAt(kernels, h1, accepted, weights, i) - smoothAt(kernels, h0, declined, weights, i);
    sum += weights[i] * pi * (1 - pi) * Math.abs(gap);
  }
  return sum / total;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The statistic of every prompt with enough answers of both kinds. */
export function outcomeSufficiency(study: OutcomeStudy): OutcomeSufficiency {
  const { kernels, eligible, samples } = prepare(study);
  const n = study.beliefs.length;
  const weights = new Float64Array(n).fill(1);
  const prompts = samples.map((own, k): PromptViolation => {
    const [h, h1, h0] = chooseBandwidths(kernels, own, weights);
    const violation = violationOf(kernels, own, [h, h1, h0], weights, n) / study.prevalence;
    const { bandwidths } = kernels;
    return { prompt: eligible[k], violation, bandwidths: [bandwidths[h], bandwidths[h1], bandwidths[h0]] };
  });
  const excluded = [...study.decisions.keys()].filter((j) => !eligible.includes(j));
  return { prompts, excluded, mean: mean(prompts.map(({ violation }) => violation)) };
}

export interface SufficiencyDraws {
  /** Mean violation of every resample. */
  readonly values: Float64Array;
  readonly mean: number;
  /** Central 95 %: it cannot reach 0, and resampling adds to the statistic's own bias. */
  readonly ends: Ends;
}

/** Bandwidths chosen anew in every resample (the paper's "refits all smoothers"), or kept from the cases as they are. */
export type BandwidthChoice = 'chosen' | 'kept';

export interface SufficiencyDrawSettings {
  readonly resamples?: number;
  readonly bandwidths?: BandwidthChoice;
}

/** Mean violations of resample `index`, from 0, by choice: they depend on the index alone; NaN without a prompt. */
export type SufficiencyDraw = (index: number) => readonly number[];

/** Joint draws of cases for all prompts together; prompts stay those of the study, cases stay in their folds. */
export function sufficiencyDraw(study: OutcomeStudy, choices: readonly BandwidthChoice[]): SufficiencyDraw {
  const { kernels, samples } = prepare(study);
  if (samples.length === 0) return () => choices.map(() => NaN);
  const n = study.beliefs.length;
  const weights = new Float64Array(n).fill(1);
  const bandwidths = choices.map((choice) =>
    choice === 'kept' ? samples.map((own) => chooseBandwidths(kernels, own, weights)) : null,
  );
  const violations = resampledViolations(kernels, samples, bandwidths);
  const drawn = new Int32Array(n);
  return (index) => {
    fillIndices(drawn, n, portableStream(PORTABLE_SEED, index * n));
    weights.fill(0);
    for (let k = 0; k < n; k++) weights[drawn[k]]++;
    return violations(weights).map((sums) => mean(Array.from(sums, (sum) => sum / n / study.prevalence)));
  };
}

/** Mean and interval of draws that have been made. */
export const summariseDraws = (values: Float64Array): SufficiencyDraws => ({
  values,
  mean: mean(Array.from(values)),
  ends: percentileEnds(values),
});

export function resampledSufficiency(
  study: OutcomeStudy,
  { resamples = 2000, bandwidths = 'chosen' }: SufficiencyDrawSettings = {},
): SufficiencyDraws {
  const draw = sufficiencyDraw(study, [bandwidths]);
  return summariseDraws(Float64Array.from({ length: resamples }, (_, b) => draw(b)[0]));
}
