// The noise floor of a cell: the test statistics when whole instances are exchanged between framings.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { splitFolds, type Cell } from './cell.ts';
import { exchangeOf } from './clusters.ts';
import type { SetStream } from './sets.ts';
import { testStatistics, type StatisticsOf } from './statistics.ts';

/** Makes one permuted data set after the other, each with folds of its own: number 1 is the first. */
export function permutations(
  cell: Cell,
  settings: StatisticsOf,
  { seed, task }: SetStream,
): (index: number) => Float64Array {
  const exchange = exchangeOf(cell);
  return (index) => {
    const random = randomStream(seed, task, 2);
    random.seek(index, SITE.exchange);
    return testStatistics(cell, splitFolds(exchange.draw(random), random), settings);
  };
}

/** Values within this share of the observed one count as ties: sums in another order differ in the last bits. */
const SLACK = 1e-12;

/** How an observed statistic stands among permuted ones. */
export interface Placed {
  /** (1 + permutations at least as large) / (1 + permutations). */
  readonly p: number;
  /** The same with a random place among ties: exactly uniform under the null. `place` is uniform in (0, 1). */
  readonly randomised: number;
}

function tally(observed: number, permuted: ArrayLike<number>): { above: number; tied: number } {
  const slack = SLACK * Math.abs(observed);
  let above = 0;
  let tied = 0;
  for (let i = 0; i < permuted.length; i++) {
    if (permuted[i] > observed + slack) above += 1;
    else if (permuted[i] >= observed - slack) tied += 1;
  }
  return { above, tied };
}

/** Large values count against portability. */
export function placeAmong(observed: number, permuted: ArrayLike<number>, place: number): Placed {
  const { above, tied } = tally(observed, permuted);
  const total = 1 + permuted.length;
  return { p: (1 + above + tied) / total, randomised: (1 + above + Math.floor(place * (tied + 1))) / total };
}

/** p-values of every member of a set within the set itself: share of members at least as large. */
function ranksWithin(values: Float64Array): Float64Array {
  const order = Uint32Array.from(values.keys()).sort((i, j) => values[j] - values[i]);
  const p = new Float64Array(values.length);
  for (let k = order.length - 1, last = order.length; k >= 0; k--) {
    const tied =
      k + 1 < order.length && values[order[k]] - values[order[k + 1]] <= SLACK * Math.abs(values[order[k]]);
    if (!tied) last = k + 1;
    p[order[k]] = last / order.length;
  }
  return p;
}

/**
 * The least of several p-values, for the observed data (entry 0) and for each permutation put in their place: from 1 /
 * (1 + permutations) to 1. Its own p-value is how entry 0 stands among the rest (Westfall and Young 1993).
 */
export function leastP(observed: ArrayLike<number>, permuted: readonly ArrayLike<number>[]): Float64Array {
  const size = 1 + (permuted[0]?.length ?? 0);
  const least = new Float64Array(size).fill(1);
  permuted.forEach((values, k) => {
    const p = ranksWithin(
      Float64Array.from({ length: size }, (_, i) => (i === 0 ? observed[k] : values[i - 1])),
    );
    p.forEach((value, i) => (least[i] = Math.min(least[i], value)));
  });
  return least;
}

/** The minimum over several p-values, calibrated by the same permutations. */
export function minimumP(
  observed: ArrayLike<number>,
  permuted: readonly ArrayLike<number>[],
  place: number,
): Placed {
  const negated = leastP(observed, permuted).map((value) => -value);
  return placeAmong(negated[0], negated.subarray(1), place);
}
