// Refits of the null-imposed bootstrap as predictors to compare: src/statistics/portability/bootstrap.ts, its twin.
import { randomStream, type RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { Cell } from '../../statistics/portability/cell.ts';
import type { SourceTarget } from '../../statistics/portability/compare.ts';
import { poolSums, solveLinear } from '../../statistics/portability/linear.ts';
import type { SetStream } from '../../statistics/portability/sets.ts';

/** Sums for least squares of every training cluster of one environment. */
export type ClusterSums = readonly Float64Array[];

/** Intercepts and slopes of a comparison's transported and own predictor. */
export interface Refit {
  readonly target: number;
  readonly out: Float64Array;
  readonly inside: Float64Array;
}

const every = (list: readonly unknown[]): number[] => [...list.keys()];

/** As many clusters as there are, drawn with replacement, summed. */
function resampled(clusters: ClusterSums, random: RandomStream): Float64Array {
  const drawn = Array.from(clusters, () => Math.floor(random.uniform() * clusters.length));
  return poolSums(clusters, drawn);
}

/** A fit with the factor by which its residuals are too small: √(G / (G − p)) of G clusters. */
interface Base {
  readonly coefficients: Float64Array;
  readonly inflation: number;
}

function baseOf(cell: Cell, sums: Float64Array, clusters: number): Base {
  const parameters = cell.features + 1;
  return {
    coefficients: solveLinear(sums, cell).coefficients,
    inflation: Math.sqrt(clusters / Math.max(1, clusters - parameters)),
  };
}

/** What the target's predictor becomes when another's refit deviates from its base. */
const deviated = (own: Float64Array, refit: Float64Array, { coefficients, inflation }: Base): Float64Array =>
  own.map((value, j) => value + inflation * (refit[j] - coefficients[j]));

/** Draw `index` of the null: refits of every comparison, in order. */
export function nullRefits(
  cell: Cell,
  sums: readonly ClusterSums[],
  sets: readonly SourceTarget[],
  { seed, task }: SetStream,
): (index: number) => readonly Refit[] {
  const whole = sums.map((clusters) => poolSums(clusters, every(clusters)));
  const prepared = sets.map(({ sources, target }) => {
    const clusters = sources.reduce((count, e) => count + sums[e].length, 0);
    return {
      sources,
      target,
      source: baseOf(cell, poolSums(whole, sources), clusters),
      own: baseOf(cell, whole[target], sums[target].length),
    };
  });
  return (index) => {
    const random = randomStream(seed, task, 3);
    random.seek(index, SITE.nullResample);
    return prepared.map(({ sources, target, source, own }) => {
      const drawn = sources.map((e) => resampled(sums[e], random));
      const sourceFit = solveLinear(poolSums(drawn, every(drawn)), cell).coefficients;
      const ownFit = solveLinear(resampled(sums[target], random), cell).coefficients;
      return {
        target,
        out: deviated(own.coefficients, sourceFit, source),
        inside: deviated(own.coefficients, ownFit, own),
      };
    });
  };
}
