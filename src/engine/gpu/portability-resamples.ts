// Instances drawn anew within environments, as rows of the cell itself: src/statistics/portability/outer.ts, its twin.
import { randomStream, type RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { Cell, Folds } from '../../statistics/portability/cell.ts';
import { clustersOf } from '../../statistics/portability/clusters.ts';
import { linearSums } from '../../statistics/portability/linear.ts';
import { OUTER_TASKS } from '../../statistics/portability/outer.ts';
import type { SetStream } from '../../statistics/portability/sets.ts';
import type { ClusterSums } from './portability-refits.ts';

/** Rows of one instance in one environment: for training, and in the test fold. */
interface SplitCluster {
  readonly train: Uint32Array;
  readonly test: Uint32Array;
}

/** Clusters of each environment, by first row. */
function splitClusters(cell: Cell, folds: Folds): readonly (readonly SplitCluster[])[] {
  const testing = new Uint8Array(cell.action.length);
  for (const rows of folds.test) for (const row of rows) testing[row] = 1;
  const byEnvironment: SplitCluster[][] = Array.from({ length: cell.environments }, () => []);
  for (const { environment, rows } of clustersOf(cell))
    byEnvironment[environment].push({
      train: rows.filter((row) => testing[row] === 0),
      test: rows.filter((row) => testing[row] === 1),
    });
  return byEnvironment;
}

/** Sums of the training rows of each cluster that has any. */
const sumsOf = (cell: Cell, clusters: readonly SplitCluster[]): ClusterSums =>
  clusters.filter(({ train }) => train.length > 0).map(({ train }) => linearSums(cell, train));

const rowsOf = (clusters: readonly SplitCluster[], fold: keyof SplitCluster): Uint32Array =>
  Uint32Array.from(clusters.flatMap((cluster) => [...cluster[fold]]));

export interface Resample {
  readonly folds: Folds;
  readonly sums: readonly ClusterSums[];
  /** Where the draws of the null on it come from. */
  readonly stream: SetStream;
}

/** Sums of every training cluster of each environment, as they are. Rows of neither fold count for neither. */
export function clusterSums(cell: Cell, folds: Folds): readonly ClusterSums[] {
  const training = new Uint8Array(cell.action.length);
  for (const rows of folds.train) for (const row of rows) training[row] = 1;
  const byEnvironment: Float64Array[][] = Array.from({ length: cell.environments }, () => []);
  for (const { environment, rows } of clustersOf(cell)) {
    const kept = rows.filter((row) => training[row] === 1);
    if (kept.length > 0) byEnvironment[environment].push(linearSums(cell, kept));
  }
  return byEnvironment;
}

const drawn = <Value>(values: readonly Value[], random: RandomStream): Value[] =>
  Array.from(values, () => values[Math.floor(random.uniform() * values.length)]);

/** Resample `index`, or null where it leaves a fold without rows. */
export function resamples(
  cell: Cell,
  folds: Folds,
  { seed, task }: SetStream,
): (index: number) => Resample | null {
  const byEnvironment = splitClusters(cell, folds);
  return (index) => {
    const random = randomStream(seed, task, 6);
    random.seek(index, SITE.outerResample);
    const clusters = byEnvironment.map((own) => drawn(own, random));
    const train = clusters.map((own) => rowsOf(own, 'train'));
    const test = clusters.map((own) => rowsOf(own, 'test'));
    if ([...train, ...test].some((rows) => rows.length === 0)) return null;
    const sums = clusters.map((own) => sumsOf(cell, own));
    return { folds: { train, test }, sums, stream: { seed, task: task + OUTER_TASKS * (index + 1) } };
  };
}
