// How far the distance of a cell exceeds what estimation error alone would give: bootstraps over whole instances.
import { randomStream, type RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { Cell, Folds } from './cell.ts';
import { clustersOf } from './clusters.ts';
import type { SourceTarget } from './compare.ts';
import { distanceMeter, groupActions, type ActionGroups } from './distance.ts';
import { addSums, linearSums, poolSums, predictLinear, solveLinear } from './linear.ts';
import type { SetStream } from './sets.ts';

/** Sums of every training cluster of one environment, end to end, and of all of them. */
interface ClusterSums {
  readonly clusters: number;
  readonly sums: Float64Array;
  readonly whole: Float64Array;
}

/** Training rows of each instance of an environment, as sums for least squares. */
function clusterSums(cell: Cell, folds: Folds): readonly ClusterSums[] {
  const training = new Uint8Array(cell.environment.length);
  for (const rows of folds.train) for (const row of rows) training[row] = 1;
  const byEnvironment: Float64Array[][] = Array.from({ length: cell.environments }, () => []);
  for (const { environment, rows } of clustersOf(cell)) {
    const kept = rows.filter((row) => training[row] === 1);
    if (kept.length > 0) byEnvironment[environment].push(linearSums(cell, kept));
  }
  return byEnvironment.map(endToEnd);
}

function endToEnd(list: readonly Float64Array[]): ClusterSums {
  const whole = poolSums(list, [...list.keys()]);
  const sums = new Float64Array(list.length * whole.length);
  list.forEach((own, c) => sums.set(own, c * whole.length));
  return { clusters: list.length, sums, whole };
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
  { sources, target }: SourceTarget,
): Prepared {
  const parameters = cell.features + 1;
  const sourceClusters = sources.reduce((count, e) => count + sums[e].clusters, 0);
  const rows = folds.test[target];
  return {
    sources,
    target,
    rows,
    groups: groupActions(Float64Array.from(rows, (row) => cell.action[row])),
    source: solveLinear(
      poolSums(
        sums.map(({ whole }) => whole),
        sources,
      ),
      cell,
    ).coefficients,
    own: solveLinear(sums[target].whole, cell).coefficients,
    sourceInflation: inflation(sourceClusters, parameters),
    ownInflation: inflation(sums[target].clusters, parameters),
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
  const prepared = sets.map((set) => prepare(cell, folds, sums, set));
  const drawn = new Float64Array(sums[0].whole.length);
  const pooled = new Float64Array(drawn.length);
  const meter = distanceMeter(Math.max(...prepared.map(({ rows }) => rows.length)), Math.max(...bins));
  return (index) => {
    const random = randomStream(seed, task, 3);
    random.seek(index, SITE.nullResample);
    const means = new Float64Array(bins.length);
    for (const { sources, target, rows, groups, source, own, sourceInflation, ownInflation } of prepared) {
      pooled.fill(0);
      for (const e of sources) {
        resample(sums[e], random, drawn);
        addSums(drawn, pooled);
      }
      const sourceFit = solveLinear(pooled, cell).coefficients;
      resample(sums[target], random, drawn);
      const ownFit = solveLinear(drawn, cell).coefficients;
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
