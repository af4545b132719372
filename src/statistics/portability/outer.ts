// The sampling spread of a cell's excess: instances drawn anew within environments, framings held fixed.
import { randomStream, type RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { endToEnd, nullBootstrap, type ClusterSums } from './bootstrap.ts';
import type { Cell, Folds } from './cell.ts';
import { clustersOf } from './clusters.ts';
import { linearSums } from './linear.ts';
import type { SetStream } from './sets.ts';
import { testStatistics, type StatisticsOf } from './statistics.ts';

/** Keeps the inner draws of different resamples apart from each other and from those of other cells. */
const OUTER_TASKS = 1 << 16;

/** Draws of the null-imposed bootstrap on each resample: their mean adds a tenth of the null's variance. */
export const INNER_DRAWS = 10;

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

/** As many clusters as there are, drawn with replacement. */
const drawn = (clusters: readonly SplitCluster[], random: RandomStream): readonly SplitCluster[] =>
  Array.from(clusters, () => clusters[Math.floor(random.uniform() * clusters.length)]);

const rowsOf = (clusters: readonly SplitCluster[], fold: keyof SplitCluster): Uint32Array =>
  Uint32Array.from(clusters.flatMap((cluster) => [...cluster[fold]]));

/** Sums of the clusters that have training rows. */
const sumsOf = (cell: Cell, clusters: readonly SplitCluster[]): ClusterSums =>
  endToEnd(clusters.filter(({ train }) => train.length > 0).map(({ train }) => linearSums(cell, train)));

/** A resample as rows of the cell itself, each as often as it was drawn, in the fold that it had. */
export interface Resample {
  readonly folds: Folds;
  readonly sums: readonly ClusterSums[];
  /** Where the draws of the null on it come from. */
  readonly stream: SetStream;
}

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

const mean = (rows: readonly Float64Array[], k: number): number =>
  rows.reduce((sum, row) => sum + row[k], 0) / rows.length;

/**
 * Resample `index`: mean TV and mean null TV at the first number of bins, then at the second. A resample that leaves a
 * fold without rows has NaN.
 */
export function outerResamples(
  cell: Cell,
  folds: Folds,
  settings: StatisticsOf,
  stream: SetStream,
): (index: number) => Float64Array {
  const draw = resamples(cell, folds, stream);
  return (index) => {
    const resample = draw(index);
    if (resample === null) return new Float64Array(4).fill(NaN);
    const [tv20, tvB] = testStatistics(cell, resample.folds, settings);
    const { sets, bins } = settings;
    const distance = nullBootstrap(cell, resample.folds, sets, bins, resample.stream, resample.sums);
    const nulls = Array.from({ length: INNER_DRAWS }, (_, i) => distance(i));
    return Float64Array.of(tv20, mean(nulls, 0), tvB, mean(nulls, 1));
  };
}
