// What the smoothers of all prompts read and write on one resample after the other, in one piece of memory.
import type { Arena } from '../../math/loops/arena.ts';
import { BANDWIDTHS, FOLDS, type BeliefKernels, type Sample } from './smoother.ts';

/** Samples of π, μ₁ and μ₀ of one prompt, whose targets are 0 or 1: all cases, those that accepted, those that declined. */
export type Samples = readonly [Sample, Sample, Sample];

/** Smoothers π, μ₁ and μ₀ of one prompt after the other: number 3 j + s is smoother s of prompt j. */
export const SMOOTHERS = 3;
/** Lists of a smoother's cases: without each fold, and whole. */
export const LISTS = FOLDS + 1;
/** Bytes from one entry of a row to the next: each half has the difference of beliefs twice, then six kernels. */
export const ENTRY_BYTES = 128;
/** Sums Σ k, Σ k d and Σ k d² at all bandwidths. */
const SUMS = 3 * BANDWIDTHS;

export interface SmootherMemory {
  readonly cases: number;
  readonly prompts: number;
  /** cases × cases × bandwidths. */
  readonly kernel: Float64Array;
  readonly beliefs: Float64Array;
  /** Cases of the resample, in the order of π's folds, with their weights: their places count from 0. */
  readonly present: Int32Array;
  readonly weights: Float64Array;
  /** Places where π's folds start, and the last ends. */
  readonly starts: Int32Array;
  /** Answers, prompts × cases, and outcomes. */
  readonly answers: Float64Array;
  readonly outcomes: Float64Array;
  /** Number of the list of a case's own class without its own fold, prompts × cases. */
  readonly own: Int32Array;
  /** Lists of entries, as bytes from the first: smoothers × LISTS × cases. Those with target 1 come first; π has no others. */
  readonly lists: Int32Array;
  /** How many entries of a list have target 1, and how many it has. */
  readonly counts: Int32Array;
  /** Entries of one case with all present ones, which the WebAssembly loops fill. */
  readonly row: Float64Array;
  readonly sums: Float64Array;
  /** Squared errors across folds, smoothers × bandwidths. */
  readonly errors: Float64Array;
  /** Two bandwidths of every smoother, and the violations of every prompt at each. */
  readonly pairs: Int32Array;
  readonly violations: Float64Array;
}

function ownLists(samples: readonly Samples[], cases: number): Int32Array {
  const own = new Int32Array(samples.length * cases);
  samples.forEach((classes, j) => {
    for (const s of [1, 2]) {
      const { cases: members, starts } = classes[s];
      for (let f = 0; f < FOLDS; f++)
        for (let k = starts[f]; k < starts[f + 1]; k++)
          own[j * cases + members[k]] = (SMOOTHERS * j + s) * LISTS + f;
    }
  });
  return own;
}

/** Targets of every sample's cases at the cases' places. */
function placeTargets(into: Float64Array, { cases, targets }: Sample): void {
  cases.forEach((i, k) => (into[i] = targets[k]));
}

/** Throws unless the kernels have the bandwidths that smoothers choose from. */
export function smootherMemory(
  arena: Arena,
  kernels: BeliefKernels,
  samples: readonly Samples[],
): SmootherMemory {
  if (kernels.bandwidths.length !== BANDWIDTHS)
    throw new Error(`smoothers choose among ${BANDWIDTHS} bandwidths, not ${kernels.bandwidths.length}`);
  const n = kernels.beliefs.length;
  const prompts = samples.length;
  const smoothers = SMOOTHERS * prompts;
  const answers = arena.doubles(prompts * n);
  const outcomes = arena.doubles(n);
  samples.forEach(([all, accepted, declined], j) => {
    placeTargets(answers.subarray(j * n, (j + 1) * n), all);
    placeTargets(outcomes, accepted);
    placeTargets(outcomes, declined);
  });
  return {
    cases: n,
    prompts,
    kernel: arena.copyOf(kernels.kernel),
    beliefs: arena.copyOf(kernels.beliefs),
    present: arena.copyOf(new Int32Array(n)),
    weights: arena.doubles(n),
    starts: arena.copyOf(new Int32Array(FOLDS + 1)),
    answers,
    outcomes,
    own: arena.copyOf(ownLists(samples, n)),
    lists: arena.copyOf(new Int32Array(smoothers * LISTS * n)),
    counts: arena.copyOf(new Int32Array(2 * smoothers * LISTS)),
    row: arena.doubles((n * ENTRY_BYTES) / 8),
    sums: arena.doubles(SUMS),
    errors: arena.doubles(smoothers * BANDWIDTHS),
    pairs: arena.copyOf(new Int32Array(2 * smoothers)),
    violations: arena.doubles(2 * prompts),
  };
}
