// Errors across folds and violations of one resample, in TypeScript or by the twin in wasm/loops/smoothers.ts: the same bits.
import type { LoopExports } from '../../math/loops/machine.ts';
import { BANDWIDTHS, FOLDS, localValue } from './smoother.ts';
import { ENTRY_BYTES, LISTS, SMOOTHERS, type SmootherMemory } from './smoother-memory.ts';

export interface SmootherLoops {
  /** Adds the weighted squared errors of all smoothers across folds, at all bandwidths. */
  addFoldErrors(memory: SmootherMemory, size: number): void;
  /** Adds Σ w π(1 − π)|μ₁ − μ₀| by prompt at two bandwidths of each smoother; 0 without a case of either class. */
  addViolations(memory: SmootherMemory, size: number): void;
}

/** Sums Σ k, Σ k d and Σ k d² over entries, and the first two over those with target 1. */
interface Sums {
  s0: number;
  s1: number;
  s2: number;
  t0: number;
  t1: number;
}

const noSums = (): Sums => ({ s0: 0, s1: 0, s2: 0, t0: 0, t1: 0 });

/** Adds the case at a place to the sums of case `one` at bandwidth h. */
function addPlace(
  { cases, kernel, beliefs, present, weights }: SmootherMemory,
  one: number,
  h: number,
  place: number,
  sums: Sums,
): void {
  const other = present[place];
  const k = weights[place] * kernel[(one * cases + other) * BANDWIDTHS + h];
  const d = beliefs[other] - beliefs[one];
  const moment = k * d;
  sums.s0 += k;
  sums.s1 += moment;
  sums.s2 += moment * d;
}

/** Sums of case `one` over all places but those from `from` to `to` − 1. */
function sumsWithout(
  memory: SmootherMemory,
  one: number,
  h: number,
  from: number,
  to: number,
  size: number,
): Sums {
  const sums = noSums();
  for (let place = 0; place < from; place++) addPlace(memory, one, h, place, sums);
  for (let place = to; place < size; place++) addPlace(memory, one, h, place, sums);
  return sums;
}

/** Sums over a list; those of target 1 are its first entries. */
function listSums(memory: SmootherMemory, one: number, h: number, list: number): Sums {
  const { cases, lists, counts } = memory;
  const sums = noSums();
  const [ones, count] = [counts[2 * list], counts[2 * list + 1]];
  for (let at = 0; at < count; at++) {
    addPlace(memory, one, h, lists[list * cases + at] / ENTRY_BYTES, sums);
    if (at === ones - 1) [sums.t0, sums.t1] = [sums.s0, sums.s1];
  }
  return sums;
}

const valueOf = ({ s0, s1, s2, t0, t1 }: Sums): number => localValue(s0, s1, s2, t0, t1);

/** Value at case `one` from sums over all entries, of which a list has those with target 1. */
function sharedValue(memory: SmootherMemory, one: number, h: number, all: Sums, list: number): number {
  const { s0, s1 } = listSums(memory, one, h, list);
  return localValue(all.s0, all.s1, all.s2, s0, s1);
}

function addErrorsAt(memory: SmootherMemory, place: number, fold: number, size: number): void {
  const { cases, prompts, present, weights, starts, answers, outcomes, own, errors } = memory;
  const one = present[place];
  for (let h = 0; h < BANDWIDTHS; h++) {
    const all = sumsWithout(memory, one, h, starts[fold], starts[fold + 1], size);
    for (let j = 0; j < prompts; j++) {
      const at = j * cases + one;
      const add = (smoother: number, miss: number): void => {
        errors[smoother * BANDWIDTHS + h] += weights[place] * (miss * miss);
      };
      const k = SMOOTHERS * j;
      add(k, answers[at] - sharedValue(memory, one, h, all, k * LISTS + fold));
      add(Math.floor(own[at] / LISTS), outcomes[one] - valueOf(listSums(memory, one, h, own[at])));
    }
  }
}

function addViolationsAt(memory: SmootherMemory, place: number, size: number): void {
  const { prompts, present, weights, counts, pairs, violations } = memory;
  const one = present[place];
  const ofAll = Array.from({ length: BANDWIDTHS }, (_, h) => sumsWithout(memory, one, h, size, size, size));
  const whole = (smoother: number): number => smoother * LISTS + FOLDS;
  for (let j = 0; j < prompts; j++) {
    const k = SMOOTHERS * j;
    if (counts[2 * whole(k + 1) + 1] === 0 || counts[2 * whole(k + 2) + 1] === 0) continue;
    for (const lane of [0, 1]) {
      const h = pairs[2 * k + lane];
      const pi = sharedValue(memory, one, h, ofAll[h], whole(k));
      if (pi === 0 || pi === 1) continue;
      const own = (s: number): number =>
        valueOf(listSums(memory, one, pairs[2 * (k + s) + lane], whole(k + s)));
      violations[2 * j + lane] += weights[place] * pi * (1 - pi) * Math.abs(own(1) - own(2));
    }
  }
}

const PLAIN: SmootherLoops = {
  addFoldErrors(memory, size) {
    for (let f = 0; f < FOLDS; f++)
      for (let place = memory.starts[f]; place < memory.starts[f + 1]; place++)
        addErrorsAt(memory, place, f, size);
  },
  addViolations(memory, size) {
    for (let place = 0; place < size; place++) addViolationsAt(memory, place, size);
  },
};

const fastLoops = ({ addFoldErrors, addViolations }: LoopExports): SmootherLoops => ({
  addFoldErrors(memory, size) {
    addFoldErrors(
      memory.kernel.byteOffset,
      memory.cases,
      memory.beliefs.byteOffset,
      memory.present.byteOffset,
      memory.weights.byteOffset,
      size,
      memory.starts.byteOffset,
      memory.prompts,
      memory.answers.byteOffset,
      memory.outcomes.byteOffset,
      memory.own.byteOffset,
      memory.lists.byteOffset,
      memory.counts.byteOffset,
      memory.row.byteOffset,
      memory.sums.byteOffset,
      memory.errors.byteOffset,
    );
  },
  addViolations(memory, size) {
    addViolations(
      memory.kernel.byteOffset,
      memory.cases,
      memory.beliefs.byteOffset,
      memory.present.byteOffset,
      memory.weights.byteOffset,
      size,
      memory.prompts,
      memory.pairs.byteOffset,
      memory.lists.byteOffset,
      memory.counts.byteOffset,
      memory.row.byteOffset,
      memory.sums.byteOffset,
      memory.violations.byteOffset,
    );
  },
});

/** The loops for memory of `exports`, or on the heap. */
export const smootherLoops = (exports: LoopExports | null): SmootherLoops =>
  exports === null ? PLAIN : fastLoops(exports);
