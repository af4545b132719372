// Instances as clusters: the rows of one x in one environment stay together when labels are exchanged or resampled.
import type { RandomStream } from '../../math/random.ts';
import { rowsByEnvironment, type Cell } from './cell.ts';

/** Rows of one instance in one environment, ascending. */
export interface Cluster {
  readonly environment: number;
  readonly instance: number;
  readonly rows: Uint32Array;
}

/** Codes of instances are below this. */
const INSTANCES = 2 ** 32;

/** Clusters by environment, then by first row. */
export function clustersOf({ environment, instance }: Cell): readonly Cluster[] {
  const known = new Map<number, number[]>();
  const byEnvironment: number[][][] = [];
  for (let row = 0; row < environment.length; row++) {
    const key = environment[row] * INSTANCES + instance[row];
    const rows = known.get(key);
    if (rows) rows.push(row);
    else {
      const first = [row];
      known.set(key, first);
      (byEnvironment[environment[row]] ??= []).push(first);
    }
  }
  return byEnvironment.flat().map((rows) => ({
    environment: environment[rows[0]],
    instance: instance[rows[0]],
    rows: Uint32Array.from(rows),
  }));
}

/** Exchanges the labels at `places` among themselves, uniformly. */
function shuffle(labels: Uint16Array, places: Uint32Array, random: RandomStream): void {
  for (let i = places.length - 1; i > 0; i--) {
    const j = Math.floor(random.uniform() * (i + 1));
    const label = labels[places[i]];
    labels[places[i]] = labels[places[j]];
    labels[places[j]] = label;
  }
}

/** Places of the clusters of environments that have several: one alone keeps its own, which could be a single row. */
function movable(clusters: readonly Cluster[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const { environment } of clusters) counts.set(environment, (counts.get(environment) ?? 0) + 1);
  return [...clusters.keys()].filter((c) => counts.get(clusters[c].environment)! > 1);
}

/** Groups of clusters among which environments are exchangeable: all of them, or those of one instance. */
function strata(clusters: readonly Cluster[], shared: boolean): readonly Uint32Array[] {
  const moving = movable(clusters);
  if (!shared) return [Uint32Array.from(moving)];
  const byInstance = new Map<number, number[]>();
  moving.forEach((c) => {
    const { instance } = clusters[c];
    const places = byInstance.get(instance);
    if (places) places.push(c);
    else byInstance.set(instance, [c]);
  });
  return [...byInstance.values()].map((places) => Uint32Array.from(places));
}

/** Relabels whole instances with environments. */
export interface Exchange {
  /** Rows of each environment under one exchange of labels, ascending. */
  draw(random: RandomStream): Uint32Array[];
}

/**
 * Permutes whole instances over environments, within each instance where x is shared by environments. Under portable
 * behaviour the relabelled data are as likely as the data: the permutation test is exact. An environment with a single
 * instance keeps it: what is left to exchange is a group all the same, and every environment can be split into folds.
 */
export function exchangeOf(cell: Cell): Exchange {
  const clusters = clustersOf(cell);
  const groups = strata(clusters, cell.shared);
  const clusterOf = new Uint32Array(cell.environment.length);
  clusters.forEach(({ rows }, c) => rows.forEach((row) => (clusterOf[row] = c)));
  const observed = Uint16Array.from(clusters, ({ environment }) => environment);
  return {
    draw(random) {
      const labels = observed.slice();
      for (const places of groups) shuffle(labels, places, random);
      const environment = new Uint16Array(cell.environment.length);
      for (let row = 0; row < environment.length; row++) environment[row] = labels[clusterOf[row]];
      return rowsByEnvironment(cell.environments, environment);
    },
  };
}
