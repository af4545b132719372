// Cells cut to one size, so that their distances rest on equally many rows: whole instances are kept, drawn at random.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { Cell } from './cell.ts';
import { clustersOf, type Cluster } from './clusters.ts';

/** What is kept of one environment. */
export interface CutSize {
  /** Rows of one instance, at most. */
  readonly draws: number;
  /** Rows in all. */
  readonly rows: number;
}

/** Clusters of each environment of a cell. */
export function clustersByEnvironment(cell: Cell): readonly (readonly Cluster[])[] {
  const groups: Cluster[][] = Array.from({ length: cell.environments }, () => []);
  for (const cluster of clustersOf(cell)) groups[cluster.environment].push(cluster);
  return groups;
}

const mostDraws = (clusters: readonly Cluster[]): number =>
  Math.max(...clusters.map(({ rows }) => rows.length));

const rowsUpTo = (clusters: readonly Cluster[], draws: number): number =>
  clusters.reduce((sum, { rows }) => sum + Math.min(draws, rows.length), 0);

/**
 * The largest size that every group of clusters can be cut to: as many draws of an instance as the group with the
 * fewest has, then as many rows as the smallest group has left. Many instances with few draws stay many instances.
 */
export function commonSize(groups: readonly (readonly Cluster[])[]): CutSize {
  const draws = Math.min(...groups.map(mostDraws));
  return { draws, rows: Math.min(...groups.map((clusters) => rowsUpTo(clusters, draws))) };
}

/** A chain of its own; one instance has one place and one choice of draws wherever its code occurs. */
const SUBSAMPLE_CHAIN = 7;

interface Placed {
  readonly place: number;
  readonly instance: number;
  readonly rows: readonly number[];
}

/** The cluster's place in the drawing and its rows in random order. */
function placed({ instance, rows }: Cluster, seed: number): Placed {
  const random = randomStream(seed, 0, SUBSAMPLE_CHAIN);
  random.seek(instance, SITE.folds);
  const place = random.uniform53();
  const order = Array.from(rows);
  for (let i = 0; i + 1 < order.length; i++) {
    const j = i + Math.floor(random.uniform() * (order.length - i));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return { place, instance, rows: order };
}

/**
 * Rows kept of one environment, ascending. Instances are taken whole, in a random order that depends on the seed and
 * their codes alone, so that cells which show the same instances keep the same ones; the last may be cut short.
 */
export function keptRows(clusters: readonly Cluster[], { draws, rows }: CutSize, seed: number): Uint32Array {
  const order = clusters
    .map((cluster) => placed(cluster, seed))
    .sort((a, b) => a.place - b.place || a.instance - b.instance);
  const kept = order.flatMap((cluster) => cluster.rows.slice(0, draws)).slice(0, rows);
  return Uint32Array.from(kept).sort();
}

/** The given rows (ascending) of the given environments as a cell of its own; environment k is `environments[k]`. */
export function restrictCell(cell: Cell, environments: readonly number[], rows: Uint32Array): Cell {
  const { features } = cell;
  const code = new Map(environments.map((environment, place) => [environment, place]));
  const x = new Float64Array(rows.length * features);
  rows.forEach((row, i) => x.set(cell.x.subarray(row * features, (row + 1) * features), i * features));
  return {
    ...cell,
    environments: environments.length,
    x,
    action: Float64Array.from(rows, (row) => cell.action[row]),
    environment: Uint16Array.from(rows, (row) => code.get(cell.environment[row])!),
    instance: Uint32Array.from(rows, (row) => cell.instance[row]),
  };
}
