// The smoothers of all prompts on one resample: they read the same weighted kernels, which are made once for all of them.
import type { Arena } from '../../math/loops/arena.ts';
import { loopExports, resident, type LoopExports } from '../../math/loops/machine.ts';
import { momentLoops, momentsIn, type Fitted, type MomentLoops, type Present } from './kernel-moments.ts';
import { placedIn, findPlaces, type PlacedCases } from './placed-cases.ts';
import type { BeliefKernels, Sample } from './smoother.ts';

/** Samples of π, μ₁ and μ₀ of one prompt, whose targets are 0 or 1: all cases, those that accepted, those that declined. */
export type Samples = readonly [Sample, Sample, Sample];
/** Indices of the bandwidths of π, μ₁ and μ₀. */
export type Bandwidths = readonly [number, number, number];

interface Smoother extends Fitted {
  readonly members: PlacedCases;
  readonly ones: PlacedCases;
  /** Targets of all cases; those of members count. */
  readonly caseTargets: Float64Array;
}

function smootherIn(arena: Arena, sample: Sample, n: number): Smoother {
  const caseTargets = new Float64Array(n);
  sample.cases.forEach((i, k) => (caseTargets[i] = sample.targets[k]));
  return {
    members: placedIn(arena, sample, () => true),
    ones: placedIn(arena, sample, (target) => target === 1),
    targets: arena.doubles(n),
    caseTargets,
  };
}

/** Smoothers π, μ₁ and μ₀ of one prompt after the other: number 3 j + s is smoother s of prompt j. */
const SMOOTHERS = 3;

/** Everything that one resample after the other writes and reads. */
function workIn(
  arena: Arena,
  { beliefs, kernels }: BeliefKernels,
  samples: readonly Samples[],
  choices: number,
) {
  const n = beliefs.length;
  const smoothers = samples.flatMap((own) => own.map((sample) => smootherIn(arena, sample, n)));
  const present: Present = { size: 0, cases: arena.copyOf(new Int32Array(n)), weights: arena.doubles(n) };
  return {
    beliefs: arena.copyOf(beliefs),
    kernels: kernels.map((kernel) => arena.copyOf(kernel)),
    moments: momentsIn(arena, n),
    present,
    placeOf: new Int32Array(n),
    sums: arena.doubles(3 * n),
    /** Values of the members at hand. */
    line: arena.doubles(n),
    smoothers,
    /** Values at every place, by choice of bandwidths and smoother. */
    values: Array.from({ length: choices }, () => smoothers.map(() => arena.doubles(n))),
  };
}

type Work = ReturnType<typeof workIn>;

/** Draws a resample: its cases come in the order of π's folds. */
function draw({ present, placeOf, smoothers }: Work, drawn: Float64Array): void {
  const { cases, weights } = present;
  placeOf.fill(-1);
  let size = 0;
  for (const i of smoothers[0].members.cases)
    if (drawn[i] > 0) {
      placeOf[i] = size;
      weights[size] = drawn[i];
      cases[size++] = i;
    }
  present.size = size;
  for (const { members, ones, targets, caseTargets } of smoothers) {
    findPlaces(members, placeOf);
    findPlaces(ones, placeOf);
    for (let p = 0; p < size; p++) targets[p] = caseTargets[cases[p]];
  }
}

/** Errors of all smoothers; the sums of π, which do not depend on the decisions, are made once. */
function errorsOf(loops: MomentLoops, { moments, present, smoothers, sums, line }: Work): Float64Array {
  const errors = new Float64Array(smoothers.length);
  const fold = (k: number): void => {
    errors[k] = loops.otherFoldError(moments, present, smoothers[k], sums, line);
  };
  loops.otherFoldSums(moments, present.size, smoothers[0].members, sums);
  for (let k = 0; k < errors.length; k += SMOOTHERS) fold(k);
  for (let k = 0; k < errors.length; k++)
    if (k % SMOOTHERS !== 0) {
      loops.otherFoldSums(moments, present.size, smoothers[k].members, sums);
      fold(k);
    }
  return errors;
}

const fillMoments = (loops: MomentLoops, { moments, kernels, beliefs, present }: Work, h: number): void =>
  loops.fill(moments, kernels[h], beliefs, present);

/** The bandwidth of every smoother that predicts best across folds, the smaller where two tie. */
function bestBandwidths(loops: MomentLoops, work: Work): Int32Array {
  const best = new Int32Array(work.smoothers.length);
  const least = new Float64Array(best.length);
  work.kernels.forEach((_, h) => {
    fillMoments(loops, work, h);
    errorsOf(loops, work).forEach((error, k) => {
      if (h > 0 && !(error < least[k])) return;
      best[k] = h;
      least[k] = error;
    });
  });
  return best;
}

/** Fills the values of the smoothers that have bandwidth h under any choice; equal ones are made once. */
function fillValues(loops: MomentLoops, work: Work, choices: readonly Int32Array[], h: number): void {
  const { moments, present, smoothers, sums, values } = work;
  if (!choices.some((bandwidths) => bandwidths.includes(h))) return;
  fillMoments(loops, work, h);
  let sumsAreOfAll = false;
  smoothers.forEach(({ members, ones }, k) => {
    const [first, ...others] = choices.flatMap((bandwidths, c) =>
      bandwidths[k] === h ? [values[c][k]] : [],
    );
    if (first === undefined) return;
    const all = k % SMOOTHERS === 0;
    if (!(all && sumsAreOfAll)) loops.sums(moments, present.size, members, sums);
    sumsAreOfAll = all;
    loops.values(moments, present.size, ones, sums, first);
    for (const other of others) other.set(first);
  });
}

/** Σ w π(1 − π)|μ₁ − μ₀| over the present cases. */
function violation(
  { size, weights }: Present,
  pi: Float64Array,
  accepted: Float64Array,
  declined: Float64Array,
): number {
  let sum = 0;
  for (let p = 0; p < size; p++)
    if (pi[p] !== 0 && pi[p] !== 1)
      sum += weights[p] * pi[p] * (1 - pi[p]) * Math.abs(accepted[p] - declined[p]);
  return sum;
}

const isEmpty = ({ members }: Smoother): boolean => members.starts.at(-1) === 0;

function violations({ present, smoothers }: Work, values: readonly Float64Array[]): Float64Array {
  return Float64Array.from({ length: smoothers.length / SMOOTHERS }, (_, j) => {
    const k = SMOOTHERS * j;
    if (isEmpty(smoothers[k + 1]) || isEmpty(smoothers[k + 2])) return 0;
    return violation(present, values[k], values[k + 1], values[k + 2]);
  });
}

/**
 * Sums of w π(1 − π)|μ₁ − μ₀| over cases, by prompt, for each choice of bandwidths. A case with weight 0 is missing from
 * the resample.
 */
export type ResampledViolations = (weights: Float64Array) => readonly Float64Array[];

/**
 * Memory for one resample after the other. A choice is the bandwidths to keep, or null to choose them anew; `exports` of
 * null keeps the loops in TypeScript.
 */
export function resampledViolations(
  kernels: BeliefKernels,
  samples: readonly Samples[],
  choices: readonly (readonly Bandwidths[] | null)[],
  exports: LoopExports | null = loopExports(),
): ResampledViolations {
  const memory = resident((arena) => workIn(arena, kernels, samples, choices.length), exports);
  const loops = momentLoops(memory.loops);
  const kept = choices.map((chosen) => chosen && Int32Array.from(chosen.flat()));
  return (weights) => {
    const work = memory.arrays();
    draw(work, weights);
    const bandwidths = kept.map((own) => own ?? bestBandwidths(loops, work));
    work.kernels.forEach((_, h) => fillValues(loops, work, bandwidths, h));
    return work.values.map((values) => violations(work, values));
  };
}
