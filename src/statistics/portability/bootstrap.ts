// How far the distance of a cell exceeds what estimation error alone would give: bootstraps over whole instances.
import { randomStream, type RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { Cell, Folds } from './cell.ts';
import { clustersOf } from './clusters.ts';
import type { SourceTarget } from './compare.ts';
import { distanceMeter, groupActions } from './distance.ts';
import { addSums, linearSums, poolSums, predictLinear, solveLinear } from './linear.ts';
import type { SetStream } from './sets.ts';

/** Sums for least squares of every training cluster of one environment, end to end, and of all of them. */
export interface ClusterSums {
  readonly clusters: number;
  readonly sums: Float64Array;
  readonly whole: Float64Array;
}

/** From the sums of each cluster of an environment. */
export function endToEnd(list: readonly Float64Array[]): ClusterSums {
  const whole = poolSums(list, [...list.keys()]);
  const sums = new Float64Array(list.length * whole.length);
  list.forEach((own, c) => sums.set(own, c * whole.length));
  return { clusters: list.length, sums, whole };
}

/** Training rows of each instance, as sums by environment. */
export function clusterSums(cell: Cell, folds: Folds): readonly ClusterSums[] {
  const training = new Uint8Array(cell.environment.length);
  for (const rows of folds.train) for (const row of rows) training[row] = 1;
  const byEnvironment: Float64Array[][] = Array.from({ length: cell.environments }, () => []);
  for (const { environment, rows } of clustersOf(cell)) {
    const kept = rows.filter((row) => training[row] === 1);
    if (kept.length > 0) byEnvironment[environment].push(linearSums(cell, kept));
  }
  return byEnvironment.map(endToEnd);
}

/** As many clusters as there are, drawn with replacement, summed into `drawn`. */
function resample({ clusters, sums }: ClusterSums, random: RandomStream, drawn: Float64Array): void {
  const length = drawn.length | 0;
  const next = (): number => ((random.uniform() * clusters) | 0) * length;
  const whole = clusters - (clusters % 4);
  drawn.fill(0);
  for (let c = 0; c < whole; c += 4) {
    const a = next();
    const b = next();
    const d = next();
    const e = next();
    for (let i = 0; i < length; i++)
      drawn[i] = drawn[i] + sums[a + i] + sums[b + i] + sums[d + i] + sums[e + i];
  }
  for (let c = whole; c < clusters; c++) {
    const a = next();
    for (let i = 0; i < length; i++) drawn[i] += sums[a + i];
  }
}

/** A fit to the data with the factor √(G / (G − p)) by which residuals of a fit to G clusters are too small. */
interface Base {
  readonly coefficients: Float64Array;
  readonly inflation: number;
}

/** A fit with as many parameters as clusters has no inflation to speak of; √(G / 1) bounds it. */
const baseOf = (cell: Cell, sums: Float64Array, clusters: number): Base => ({
  coefficients: solveLinear(sums, cell).coefficients,
  inflation: Math.sqrt(clusters / Math.max(1, clusters - cell.features - 1)),
});

/** What the target's own predictor becomes when a refit deviates from its base: b + factor · (b* − base). */
const deviated = (own: Float64Array, refit: Float64Array, { coefficients, inflation }: Base): Float64Array =>
  own.map((value, j) => value + inflation * (refit[j] - coefficients[j]));

/** Intercepts and slopes of a comparison's transported and own predictor. */
export interface Refit {
  readonly target: number;
  readonly out: Float64Array;
  readonly inside: Float64Array;
}

/**
 * Draw `index` of the null-imposed cluster bootstrap, comparison by comparison: whole instances are drawn with
 * replacement within environments, both predictors are refitted, and their deviations from their own fits are added to
 * the target's predictor.
 */
export function nullRefits(
  cell: Cell,
  sums: readonly ClusterSums[],
  sets: readonly SourceTarget[],
  { seed, task }: SetStream,
): (index: number) => readonly Refit[] {
  const whole = sums.map((own) => own.whole);
  const prepared = sets.map(({ sources, target }) => {
    const clusters = sources.reduce((count, e) => count + sums[e].clusters, 0);
    const source = baseOf(cell, poolSums(whole, sources), clusters);
    return { sources, target, source, own: baseOf(cell, whole[target], sums[target].clusters) };
  });
  const drawn = new Float64Array(whole[0].length);
  const pooled = new Float64Array(drawn.length);
  return (index) => {
    const random = randomStream(seed, task, 3);
    random.seek(index, SITE.nullResample);
    return prepared.map(({ sources, target, source, own }) => {
      pooled.fill(0);
      for (const e of sources) {
        resample(sums[e], random, drawn);
        addSums(drawn, pooled);
      }
      const sourceFit = solveLinear(pooled, cell).coefficients;
      resample(sums[target], random, drawn);
      const ownFit = solveLinear(drawn, cell).coefficients;
      return {
        target,
        out: deviated(own.coefficients, sourceFit, source),
        inside: deviated(own.coefficients, ownFit, own),
      };
    });
  };
}

/** Mean TV over the comparisons in draw `index` of the null-imposed bootstrap, at each number of bins. */
export type NullDistance = (index: number) => Float64Array;

/** The distance that estimation error alone leaves. `sums` are those of the training rows, where they are at hand. */
export function nullBootstrap(
  cell: Cell,
  folds: Folds,
  sets: readonly SourceTarget[],
  bins: readonly number[],
  stream: SetStream,
  sums: readonly ClusterSums[] = clusterSums(cell, folds),
): NullDistance {
  const refits = nullRefits(cell, sums, sets, stream);
  const tested = sets.map(({ target }) => {
    const rows = folds.test[target];
    return { rows, groups: groupActions(Float64Array.from(rows, (row) => cell.action[row])) };
  });
  const meter = distanceMeter(Math.max(...tested.map(({ rows }) => rows.length)), Math.max(...bins));
  return (index) => {
    const means = new Float64Array(bins.length);
    refits(index).forEach(({ out, inside }, k) => {
      const { rows, groups } = tested[k];
      meter.load(predictLinear(out, cell, rows), predictLinear(inside, cell, rows));
      bins.forEach((count, b) => {
        means[b] += meter.count(groups, count) / (2 * rows.length * tested.length);
      });
    });
    return means;
  };
}
