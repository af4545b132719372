// Permutation tests: what a statistic would be if a label meant nothing.
import type { RandomStream } from '../math/random.ts';

export interface PermutationTest {
  readonly statistic: number;
  /** (1 + permutations at least as large) / (1 + permutations): never 0, and exact at any number of permutations. */
  readonly p: number;
  readonly permutations: number;
}

/** Statistics within this share of the observed one count as equal: sums in another order differ in the last bits. */
const SLACK = 1e-12;

/** Compares `observed` with `permutations` values of `permuted`, which relabels the data anew at each call. */
export function permutationTest(
  observed: number,
  permuted: () => number,
  permutations: number,
): PermutationTest {
  if (!(Number.isInteger(permutations) && permutations >= 1))
    throw new RangeError(`${permutations} permutations: needed a whole number from 1`);
  const bound = observed - SLACK * Math.abs(observed);
  let hits = 0;
  for (let i = 0; i < permutations; i++) if (permuted() >= bound) hits += 1;
  return { statistic: observed, p: (1 + hits) / (1 + permutations), permutations };
}

/** A uniformly random order of 0 … size − 1 (Fisher and Yates). */
export function randomOrder(size: number, random: RandomStream): Uint32Array {
  const order = Uint32Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const j = Math.floor(random.uniform53() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
