// The one order of extremes that gives bands, p-values and sizes alike.
//
// Every count at every boundary has two binomial tails. All (boundary, side, count) stand in one order, smallest tail
// first, ties by boundary from the left and low before high. A band leaves out a beginning of the order; a p-value is
// the probability that uniform ranks meet the order as early as a sample does. Without the rule for ties the two
// mirrored limits would move together, and coverage would change in steps twice as coarse.
import { firstKept } from './discrete.ts';
import { insideProbability, type CountLimits } from './paths.ts';
import type { RankReference } from './reference.ts';

/** A place in the order. */
export interface Extreme {
  /** The binomial tail at and beyond the count. */
  readonly tail: number;
  /** 2 · boundary for a low count, 2 · boundary + 1 for a high one. */
  readonly place: number;
}

/** Before every extreme. */
const NO_EXTREME: Extreme = { tail: 0, place: -1 };

/** After every extreme of a sample that has no inner boundary. */
const LAST_EXTREME: Extreme = { tail: Infinity, place: 0 };

/** Below this, 1 − P(inside) has lost its digits, and the sum of the tails, which bounds it from above, stands instead. */
const CANCELLED = 1e-9;

const precedence = (a: Extreme, b: Extreme): number => a.tail - b.tail || a.place - b.place;

/** The extreme at which a sample meets the order, from its counts below each edge. */
export function extremeOf({ replicates, lowTails, highTails }: RankReference, counts: Int32Array): Extreme {
  let earliest = LAST_EXTREME;
  for (let j = 1; j < counts.length - 1; j++) {
    const low = { tail: lowTails[j][counts[j]], place: 2 * j };
    const high = { tail: highTails[j][replicates - counts[j]], place: 2 * j + 1 };
    const own = precedence(low, high) < 0 ? low : high;
    if (precedence(own, earliest) < 0) earliest = own;
  }
  return earliest;
}

/** The counts at each boundary that stand after `last` in the order. */
export function limitsAfter(reference: RankReference, last: Extreme): CountLimits {
  const { replicates, edges, lowTails, highTails } = reference;
  const end = edges.length - 1;
  const lower = new Int32Array(edges.length);
  const upper = new Int32Array(edges.length);
  for (let j = 1; j < end; j++) {
    lower[j] = firstKept(lowTails[j], last.tail, last.place < 2 * j);
    upper[j] = replicates - firstKept(highTails[j], last.tail, last.place < 2 * j + 1);
  }
  lower[end] = upper[end] = replicates;
  return { lower, upper };
}

function sumOfTails(reference: RankReference, { lower, upper }: CountLimits): number {
  const { replicates, edges, lowTails, highTails } = reference;
  let sum = 0;
  for (let j = 1; j < edges.length - 1; j++) {
    if (lower[j] > 0) sum += lowTails[j][lower[j] - 1];
    if (upper[j] < replicates) sum += highTails[j][replicates - upper[j] - 1];
  }
  return sum;
}

/** Probability that uniform ranks meet the order at `last` or before; an upper bound of it below 1e-9. */
export function exitProbability(reference: RankReference, last: Extreme): number {
  if (last === LAST_EXTREME) return 1;
  const limits = limitsAfter(reference, last);
  const bound = sumOfTails(reference, limits);
  if (bound < CANCELLED) return bound;
  const exit = 1 - insideProbability(reference.replicates, reference.cells, limits);
  return Math.max(exit, Math.min(bound, CANCELLED));
}

/** In order: the extremes with tails up to `size`, without those before the last at most `safe` of each side. */
function extremesUpTo(reference: RankReference, safe: number, size: number): Extreme[] {
  const { edges, lowTails, highTails } = reference;
  const found: Extreme[] = [];
  for (let j = 1; j < edges.length - 1; j++)
    for (const [side, tails] of [lowTails[j], highTails[j]].entries())
      for (let c = Math.max(0, firstKept(tails, safe, false) - 1); c < tails.length && tails[c] <= size; c++)
        found.push({ tail: tails[c], place: 2 * j + side });
  return found.sort(precedence);
}

/** The last extreme that uniform ranks reach with probability at most `size`, with that probability. */
export function criticalExtreme(
  reference: RankReference,
  size: number,
): { readonly last: Extreme; readonly exit: number } {
  const sides = 2 * Math.max(1, reference.edges.length - 2);
  const extremes = extremesUpTo(reference, size / sides, size);
  let low = -1;
  let high = extremes.length;
  let exit = 0;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const reached = exitProbability(reference, extremes[middle]);
    if (reached <= size) [low, exit] = [middle, reached];
    else high = middle;
  }
  return { last: low < 0 ? NO_EXTREME : extremes[low], exit };
}
