// The smoothers of all prompts on one resample, at all bandwidths together.
import { loopExports, resident, type LoopExports } from '../../math/loops/machine.ts';
import { smootherLoops, type SmootherLoops } from './smoother-loops.ts';
import {
  ENTRY_BYTES,
  LISTS,
  SMOOTHERS,
  smootherMemory,
  type Samples,
  type SmootherMemory,
} from './smoother-memory.ts';
import { BANDWIDTHS, FOLDS, type BeliefKernels, type Sample } from './smoother.ts';

export interface ResampledSmoothers {
  /** Index of the bandwidth that predicts best across folds, the smaller where two tie, by smoother: π, μ₁ and μ₀ in turn. */
  readonly bandwidths: Int32Array;
  /** Σ w π(1 − π)|μ₁ − μ₀| over cases, by prompt: at these bandwidths, and at those that were to be kept. */
  readonly chosen: Float64Array;
  readonly kept: Float64Array;
}

/** Cases of a fold and a target, whose places a resample looks up. */
interface Ordered {
  readonly ones: readonly Int32Array[];
  readonly zeros: readonly Int32Array[];
}

function orderedCases({ cases, targets, starts }: Sample): Ordered {
  const ofTarget = (target: number): Int32Array[] =>
    Array.from({ length: FOLDS }, (_, f) =>
      cases.slice(starts[f], starts[f + 1]).filter((_, k) => targets[starts[f] + k] === target),
    );
  return { ones: ofTarget(1), zeros: ofTarget(0) };
}

/** Appends the present cases of the folds but one to a list from entry `at`; returns where it ends. */
function append(
  folds: readonly Int32Array[],
  without: number,
  placeOf: Int32Array,
  lists: Int32Array,
  at: number,
): number {
  for (let f = 0; f < FOLDS; f++) {
    if (f === without) continue;
    const cases = folds[f];
    for (let k = 0; k < cases.length; k++) {
      const place = placeOf[cases[k]];
      if (place >= 0) lists[at++] = place * ENTRY_BYTES;
    }
  }
  return at;
}

function fillLists(
  { cases, lists, counts }: SmootherMemory,
  ordered: readonly Ordered[],
  placeOf: Int32Array,
): void {
  ordered.forEach(({ ones, zeros }, k) => {
    for (let f = 0; f < LISTS; f++) {
      const list = k * LISTS + f;
      const start = list * cases;
      const middle = append(ones, f, placeOf, lists, start);
      const end = k % SMOOTHERS === 0 ? middle : append(zeros, f, placeOf, lists, middle);
      counts[2 * list] = middle - start;
      counts[2 * list + 1] = end - start;
    }
  });
}

/** Finds the present cases in the order of π's folds, and their places; returns how many there are. */
function findPresent(
  { present, weights, starts }: SmootherMemory,
  all: Sample,
  drawn: Float64Array,
  placeOf: Int32Array,
): number {
  placeOf.fill(-1);
  let size = 0;
  for (let f = 0; f < FOLDS; f++) {
    starts[f] = size;
    for (let k = all.starts[f]; k < all.starts[f + 1]; k++) {
      const i = all.cases[k];
      if (!(drawn[i] > 0)) continue;
      placeOf[i] = size;
      weights[size] = drawn[i];
      present[size++] = i;
    }
  }
  starts[FOLDS] = size;
  return size;
}

function bestBandwidths(errors: Float64Array): Int32Array {
  return Int32Array.from({ length: errors.length / BANDWIDTHS }, (_, k) => {
    const own = errors.subarray(k * BANDWIDTHS, (k + 1) * BANDWIDTHS);
    let best = 0;
    for (let h = 1; h < BANDWIDTHS; h++) if (own[h] < own[best]) best = h;
    return best;
  });
}

function choose(loops: SmootherLoops, memory: SmootherMemory, size: number): Int32Array {
  memory.errors.fill(0);
  loops.addFoldErrors(memory, size);
  return bestBandwidths(memory.errors);
}

/** Violations by prompt at two choices of bandwidths. */
function violations(
  loops: SmootherLoops,
  memory: SmootherMemory,
  size: number,
  choices: readonly [Int32Array, Int32Array],
): [Float64Array, Float64Array] {
  choices.forEach((own, lane) => own.forEach((h, k) => (memory.pairs[2 * k + lane] = h)));
  memory.violations.fill(0);
  loops.addViolations(memory, size);
  const ofLane = (lane: number): Float64Array => memory.violations.filter((_, k) => k % 2 === lane);
  return [ofLane(0), ofLane(1)];
}

/** Smoothers on cases with these weights, 0 where a resample lacks a case; `kept` are bandwidths to hold, or else those chosen. */
export type SmoothResample = (weights: Float64Array, kept?: Int32Array) => ResampledSmoothers;

/** Memory for one resample after the other; `exports` of null keeps the loops in TypeScript. */
export function resampledSmoothers(
  kernels: BeliefKernels,
  samples: readonly Samples[],
  exports: LoopExports | null = loopExports(),
): SmoothResample {
  const home = resident((arena) => smootherMemory(arena, kernels, samples), exports);
  const loops = smootherLoops(home.loops);
  const ordered = samples.flatMap((own) => own.map(orderedCases));
  const placeOf = new Int32Array(kernels.beliefs.length);
  return (weights, kept) => {
    const memory = home.arrays();
    const size = findPresent(memory, samples[0][0], weights, placeOf);
    fillLists(memory, ordered, placeOf);
    const bandwidths = choose(loops, memory, size);
    const [chosen, held] = violations(loops, memory, size, [bandwidths, kept ?? bandwidths]);
    return { bandwidths, chosen, kept: held };
  };
}
