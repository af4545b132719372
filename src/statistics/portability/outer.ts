// The sampling spread of a cell's excess: instances drawn anew within environments, framings held fixed.
import { randomStream, type RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { nullBootstrap } from './bootstrap.ts';
import type { Cell, Folds } from './cell.ts';
import { clustersOf, type Cluster } from './clusters.ts';
import type { SetStream } from './sets.ts';
import { testStatistics, type StatisticsOf } from './statistics.ts';

/** Keeps the inner draws of different resamples apart from each other and from those of other cells. */
export const OUTER_TASKS = 1 << 16;

/** Draws of the null-imposed bootstrap on each resample: their mean adds a tenth of the null's variance. */
export const INNER_DRAWS = 10;

interface Resampled {
  readonly cell: Cell;
  readonly folds: Folds;
}

/** As many clusters as each environment has, drawn with replacement. */
function drawClusters(
  byEnvironment: readonly (readonly Cluster[])[],
  random: RandomStream,
): readonly Cluster[] {
  return byEnvironment.flatMap((own) =>
    Array.from(own, () => own[Math.floor(random.uniform() * own.length)]),
  );
}

/** Copies of the clusters' rows as a cell of its own; a copy keeps its row's fold, and each cluster is a new instance. */
function assemble(cell: Cell, testing: Uint8Array, clusters: readonly Cluster[]): Resampled {
  const size = clusters.reduce((sum, { rows }) => sum + rows.length, 0);
  const x = new Float64Array(size * cell.features);
  const action = new Float64Array(size);
  const environment = new Uint16Array(size);
  const instance = new Uint32Array(size);
  const train: number[][] = Array.from({ length: cell.environments }, () => []);
  const test: number[][] = Array.from({ length: cell.environments }, () => []);
  let at = 0;
  clusters.forEach((cluster, c) => {
    for (const row of cluster.rows) {
      x.set(cell.x.subarray(row * cell.features, (row + 1) * cell.features), at * cell.features);
      action[at] = cell.action[row];
      environment[at] = cluster.environment;
      instance[at] = c;
      (testing[row] === 1 ? test : train)[cluster.environment].push(at);
      at += 1;
    }
  });
  const typed = (lists: readonly number[][]) => lists.map((list) => Uint32Array.from(list));
  return {
    cell: { ...cell, x, action, environment, instance },
    folds: { train: typed(train), test: typed(test) },
  };
}

const hasEveryFold = ({ train, test }: Folds): boolean =>
  [...train, ...test].every((rows) => rows.length > 0);

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
  { seed, task }: SetStream,
): (index: number) => Float64Array {
  const testing = new Uint8Array(cell.action.length);
  for (const rows of folds.test) for (const row of rows) testing[row] = 1;
  const byEnvironment: Cluster[][] = Array.from({ length: cell.environments }, () => []);
  for (const cluster of clustersOf(cell)) byEnvironment[cluster.environment].push(cluster);
  return (index) => {
    const random = randomStream(seed, task, 6);
    random.seek(index, SITE.outerResample);
    const drawn = assemble(cell, testing, drawClusters(byEnvironment, random));
    if (!hasEveryFold(drawn.folds)) return new Float64Array(4).fill(NaN);
    const [tv20, tvB] = testStatistics(drawn.cell, drawn.folds, settings);
    const draw = nullBootstrap(drawn.cell, drawn.folds, settings.sets, settings.bins, {
      seed,
      task: task + OUTER_TASKS * (index + 1),
    });
    const nulls = Array.from({ length: INNER_DRAWS }, (_, i) => draw(i));
    return Float64Array.of(tv20, mean(nulls, 0), tvB, mean(nulls, 1));
  };
}
