// How far the distance of a cell exceeds what estimation error alone would give: bootstraps over whole instances.
import { randomStream, type RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { Cell, Folds } from './cell.ts';
import { clustersOf } from './clusters.ts';
import type { SourceTarget } from './compare.ts';
import { distanceMeter, groupActions, type ActionGroups } from './distance.ts';
import { linearSums, poolSums, predictLinear, solveLinear } from './linear.ts';
import type { SetStream } from './sets.ts';

/** Sums of every training cluster of one environment. */
type ClusterSums = readonly Float64Array[];

/** Training rows of each instance of an environment, as sums for least squares. */
function clusterSums(cell: Cell, folds: Folds): readonly ClusterSums[] {
  const training = new Uint8Array(cell.environment.length);
  for (const rows of folds.train) for (const row of rows) training[row] = 1;
  const byEnvironment: Float64Array[][] = Array.from({ length: cell.environments }, () => []);
  for (const { environment, rows } of clustersOf(cell)) {
    const kept = rows.filter((row) => training[row] === 1);
    if (kept.length > 0) byEnvironment[environment].push(linearSums(cell, kept));
  }
  return byEnvironment;
}

/** As many clusters as there are, drawn with replacement, summed. */
function resampled(clusters: ClusterSums, random: RandomStream): Float64Array {
  const drawn = Array.from(clusters, () => Math.floor(random.uniform() * clusters.length));
  return poolSums(clusters, drawn);
}

/** One comparison with its fits to the data, and what a bootstrap of it needs. */
interface Prepared extends SourceTarget {
  readonly rows: Uint32Array;
  readonly groups: ActionGroups;
  readonly source: Float64Array;
  readonly own: Float64Array;
  /** √(G / (G − p)) of either fit: residuals of a fit are too small by this factor. */
  readonly sourceInflation: number;
  readonly ownInflation: number;
}

/** A fit with as many parameters as clusters has no inflation to speak of; √(G / 1) bounds it. */
const inflation = (clusters: number, parameters: number): number =>
  Math.sqrt(clusters / Math.max(1, clusters - parameters));

function prepare(
  cell: Cell,
  folds: Folds,
  sums: readonly ClusterSums[],
  whole: readonly Float64Array[],
  { sources, target }: SourceTarget,
): Prepared {
  const parameters = cell.features + 1;
  const sourceClusters = sources.reduce((count, e) => count + sums[e].length, 0);
  const rows = folds.test[target];
  return {
    sources,
    target,
    rows,
    groups: groupActions(Float64Array.from(rows, (row) => cell.action[row])),
    source: solveLinear(poolSums(whole, sources), cell).coefficients,
    own: solveLinear(whole[target], cell).coefficients,
    sourceInflation: inflation(sourceClusters, parameters),
    ownInflation: inflation(sums[target].length, parameters),
  };
}

/** b + factor · (b* − centre). */
const deviated = (
  base: Float64Array,
  drawn: Float64Array,
  centre: Float64Array,
  factor: number,
): Float64Array => base.map((value, j) => value + factor * (drawn[j] - centre[j]));

/** Mean TV over the comparisons in draw `index` of the null-imposed bootstrap, at each number of bins. */
export type NullDistance = (index: number) => Float64Array;

/**
 * The null-imposed cluster bootstrap: whole instances are drawn with replacement within environments, both predictors
 * are refitted, and their deviations from their own fits are added to the target's predictor. What is left of the
 * distance is estimation error alone.
 */
export function nullBootstrap(
  cell: Cell,
  folds: Folds,
  sets: readonly SourceTarget[],
  bins: readonly number[],
  { seed, task }: SetStream,
): NullDistance {
  const sums = clusterSums(cell, folds);
  const whole = sums.map((clusters) => poolSums(clusters, [...clusters.keys()]));
  const prepared = sets.map((set) => prepare(cell, folds, sums, whole, set));
  const meter = distanceMeter(Math.max(...prepared.map(({ rows }) => rows.length)), Math.max(...bins));
  return (index) => {
    const random = randomStream(seed, task, 3);
    random.seek(index, SITE.nullResample);
    const means = new Float64Array(bins.length);
    for (const { sources, target, rows, groups, source, own, sourceInflation, ownInflation } of prepared) {
      const drawn = sources.map((e) => resampled(sums[e], random));
      const sourceFit = solveLinear(poolSums(drawn, [...drawn.keys()]), cell).coefficients;
      const ownFit = solveLinear(resampled(sums[target], random), cell).coefficients;
      const out = predictLinear(deviated(own, sourceFit, source, sourceInflation), cell, rows);
      const inside = predictLinear(deviated(own, ownFit, own, ownInflation), cell, rows);
      meter.load(out, inside);
      bins.forEach((count, b) => {
        means[b] += meter.count(groups, count) / (2 * rows.length * prepared.length);
      });
    }
    return means;
  };
}
