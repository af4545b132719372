// The smoothers of all prompts on one resample: they read the same weighted kernels, which are made once for all of them.
import { FOLDS, localValue, presentSample, type BeliefKernels, type Sample } from './smoother.ts';

/** Samples of π, μ₁ and μ₀ of one prompt: all cases, those that accepted, those that declined. */
export type Samples = readonly [Sample, Sample, Sample];
/** Indices of the bandwidths of π, μ₁ and μ₀. */
export type Bandwidths = readonly [number, number, number];

/** w K, w K d and w K d² of every two present cases, row by row; d is the difference of their beliefs. */
interface Moments {
  readonly zeroth: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
}

function fillMoments(
  { zeroth, first, second }: Moments,
  { beliefs }: BeliefKernels,
  kernel: Float64Array,
  cases: Int32Array,
  weights: Float64Array,
): void {
  const n = beliefs.length;
  const size = cases.length;
  for (let p = 0, at = 0; p < size; p++) {
    const row = cases[p] * n;
    const belief = beliefs[cases[p]];
    for (let q = 0; q < size; q++, at++) {
      const j = cases[q];
      const d = beliefs[j] - belief;
      const weight = weights[j] * kernel[row + j];
      const moment = weight * d;
      zeroth[at] = weight;
      first[at] = moment;
      second[at] = moment * d;
    }
  }
}

/** Cases of a sample by their places among the present cases, fold after fold. */
interface Placed {
  readonly places: Int32Array;
  readonly targets: Float64Array;
  readonly starts: Int32Array;
}

const placedBy = ({ cases, targets, starts }: Sample, place: Int32Array): Placed => ({
  places: cases.map((i) => place[i]),
  targets,
  starts,
});

/** The cases whose target is 1, in their folds. */
function accepting({ targets, starts }: Placed): Placed {
  const places: number[] = [];
  const ends = new Int32Array(FOLDS + 1);
  for (let f = 0; f < FOLDS; f++) {
    for (let p = starts[f]; p < starts[f + 1]; p++) if (targets[p] === 1) places.push(p);
    ends[f + 1] = places.length;
  }
  return { places: Int32Array.from(places), targets: new Float64Array(places.length).fill(1), starts: ends };
}

/** Σ w K, Σ w K d, Σ w K d², and the first two over targets of 1. */
interface Sums {
  s0: number;
  s1: number;
  s2: number;
  t0: number;
  t1: number;
}
const noSums = (): Sums => ({ s0: 0, s1: 0, s2: 0, t0: 0, t1: 0 });

/** Sums over a sample at the case whose row of moments begins at `row`, without entries `from` … `to` − 1. */
function addUp(
  { zeroth, first, second }: Moments,
  row: number,
  { places, targets }: Placed,
  from: number,
  to: number,
  into: Sums,
): void {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let t0 = 0;
  let t1 = 0;
  for (let side = 0; side < 2; side++) {
    const end = side === 0 ? from : places.length;
    for (let k = side === 0 ? 0 : to; k < end; k++) {
      const at = row + places[k];
      const weight = zeroth[at];
      const moment = first[at];
      const target = targets[k];
      s0 += weight;
      s1 += moment;
      s2 += second[at];
      t0 += weight * target;
      t1 += moment * target;
    }
  }
  into.s0 = s0;
  into.s1 = s1;
  into.s2 = s2;
  into.t0 = t0;
  into.t1 = t1;
}

/** The last two sums alone, over cases whose targets are all 1. */
function addTargets(
  { zeroth, first }: Moments,
  row: number,
  { places }: Placed,
  from: number,
  to: number,
  into: Sums,
): void {
  let t0 = 0;
  let t1 = 0;
  for (let side = 0; side < 2; side++) {
    const end = side === 0 ? from : places.length;
    for (let k = side === 0 ? 0 : to; k < end; k++) {
      t0 += zeroth[row + places[k]];
      t1 += first[row + places[k]];
    }
  }
  into.t0 = t0;
  into.t1 = t1;
}

interface Prompt {
  readonly all: Placed;
  readonly accepting: Placed;
  readonly accepted: Placed;
  readonly declined: Placed;
}

const valueOf = ({ s0, s1, s2, t0, t1 }: Sums): number => localValue(s0, s1, s2, t0, t1);

/** Weighted squared error of every case of a sample predicted from the other folds. */
function foldError(moments: Moments, size: number, sample: Placed, own: Float64Array, sums: Sums): number {
  const { places, targets, starts } = sample;
  let error = 0;
  for (let f = 0; f < FOLDS; f++)
    for (let k = starts[f]; k < starts[f + 1]; k++) {
      addUp(moments, places[k] * size, sample, starts[f], starts[f + 1], sums);
      error += own[places[k]] * (targets[k] - valueOf(sums)) ** 2;
    }
  return error;
}

/** The same of every prompt's decisions on all cases: what does not depend on the decisions is added up once. */
function decisionErrors(
  moments: Moments,
  size: number,
  prompts: readonly Prompt[],
  own: Float64Array,
  sums: Sums,
): Float64Array {
  const errors = new Float64Array(prompts.length);
  const { starts } = prompts[0].all;
  for (let f = 0; f < FOLDS; f++)
    for (let p = starts[f]; p < starts[f + 1]; p++) {
      addUp(moments, p * size, prompts[0].all, starts[f], starts[f + 1], sums);
      for (let j = 0; j < prompts.length; j++) {
        const { all, accepting: ones } = prompts[j];
        addTargets(moments, p * size, ones, ones.starts[f], ones.starts[f + 1], sums);
        errors[j] += own[p] * (all.targets[p] - valueOf(sums)) ** 2;
      }
    }
  return errors;
}

const leastOf = (errors: readonly number[]): number =>
  errors.reduce((best, error, h) => (error < errors[best] ? h : best), 0);

/** Sums of w π(1 − π)|μ₁ − μ₀| over cases, by prompt. `chosen` are bandwidths to keep; null chooses them anew. */
export type ResampledViolations = (
  weights: Float64Array,
  chosen: readonly Bandwidths[] | null,
) => Float64Array;

/** Memory for one resample after the other; a case that a resample lacks has weight 0. */
export function resampledViolations(
  kernels: BeliefKernels,
  samples: readonly Samples[],
): ResampledViolations {
  const n = kernels.beliefs.length;
  const moments = kernels.kernels.map((): Moments => ({
    zeroth: new Float64Array(n * n),
    first: new Float64Array(n * n),
    second: new Float64Array(n * n),
  }));
  const place = new Int32Array(n);
  const sums = noSums();

  function placed(weights: Float64Array): {
    readonly cases: Int32Array;
    readonly prompts: readonly Prompt[];
  } {
    const { cases } = presentSample(samples[0][0], weights);
    cases.forEach((i, p) => (place[i] = p));
    const prompts = samples.map((own): Prompt => {
      const [all, accepted, declined] = own.map((sample) => placedBy(presentSample(sample, weights), place));
      return { all, accepting: accepting(all), accepted, declined };
    });
    return { cases, prompts };
  }

  function best(prompts: readonly Prompt[], own: Float64Array): readonly Bandwidths[] {
    const byBandwidth = moments.map((at) => {
      const decisions = decisionErrors(at, own.length, prompts, own, sums);
      return prompts.map(({ accepted, declined }, j) => [
        decisions[j],
        foldError(at, own.length, accepted, own, sums),
        foldError(at, own.length, declined, own, sums),
      ]);
    });
    return prompts.map((_, j) => {
      const of = (smoother: number): number => leastOf(byBandwidth.map((errors) => errors[j][smoother]));
      return [of(0), of(1), of(2)];
    });
  }

  function violation(
    { all, accepted, declined }: Prompt,
    [h, h1, h0]: Bandwidths,
    own: Float64Array,
  ): number {
    if (accepted.places.length === 0 || declined.places.length === 0) return 0;
    let sum = 0;
    const valueAt = (bandwidth: number, p: number, sample: Placed): number => {
      addUp(moments[bandwidth], p * own.length, sample, 0, 0, sums);
      return valueOf(sums);
    };
    for (let p = 0; p < own.length; p++) {
      const pi = valueAt(h, p, all);
      if (pi === 0 || pi === 1) continue;
      const gap = valueAt(h1, p, accepted) - valueAt(h0, p, declined);
      sum += own[p] * pi * (1 - pi) * Math.abs(gap);
    }
    return sum;
  }

  return (weights, chosen) => {
    const { cases, prompts } = placed(weights);
    const needed = chosen && new Set(chosen.flat());
    kernels.kernels.forEach((kernel, h) => {
      if (!needed || needed.has(h)) fillMoments(moments[h], kernels, kernel, cases, weights);
    });
    const own = Float64Array.from(cases, (i) => weights[i]);
    const bandwidths = chosen ?? best(prompts, own);
    return Float64Array.from(prompts, (prompt, j) => violation(prompt, bandwidths[j], own));
  };
}
