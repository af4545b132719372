// The portability matrix as a picture needs it: framings that port to one another side by side, and the floor of a pair.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { splitFolds, type Cell, type Folds } from '../../statistics/portability/cell.ts';
import { exchangeOf } from '../../statistics/portability/clusters.ts';
import { comparePredictions, meterFor, testFolds } from '../../statistics/portability/compare.ts';
import { linearLearner } from '../../statistics/portability/learner.ts';
import { quantile } from '../../statistics/quantile.ts';
import type { PortabilityMatrix } from './comparisons.ts';

/** Comparisons that the floor of a pair rests on, at least; a whole matrix is made for each exchange. */
const LEAST_DRAWS = 2000;
/** A stream of the cell apart from those of its tests. */
const FLOOR_CHAIN = 6;

export interface PairFloor {
  readonly mean: number;
  /** A pair of exchangeable environments lies above this in 5 % of cases. */
  readonly q95: number;
  readonly draws: number;
}

/** TV of every pair in one exchange of instances between environments. */
function exchanged(cell: Cell, folds: Folds, bins: number, into: number[]): void {
  const learner = linearLearner(cell, folds);
  const fold = testFolds(cell, folds, learner);
  const meter = meterFor(folds, [bins]);
  for (let source = 0; source < cell.environments; source++) {
    const fit = learner.fit([source]);
    for (let target = 0; target < cell.environments; target++) {
      if (source === target) continue;
      const test = fold(target);
      const { numerators, rows } = comparePredictions(test, fit.predict(test.rows), [bins], meter);
      into.push(numerators[0] / (2 * rows));
    }
  }
}

/**
 * Where the TV of one pair under least squares lies when framings are exchangeable: pairs of all environments pooled
 * over exchanges of whole instances. Null for fewer than two environments.
 */
export function pairFloor(cell: Cell, bins: number, seed: number, task: number): PairFloor | null {
  if (cell.environments < 2) return null;
  const pairs = cell.environments * (cell.environments - 1);
  const exchange = exchangeOf(cell);
  const values: number[] = [];
  for (let index = 1; index <= Math.max(3, Math.ceil(LEAST_DRAWS / pairs)); index++) {
    const random = randomStream(seed, task, FLOOR_CHAIN);
    random.seek(index, SITE.exchange);
    exchanged(cell, splitFolds(exchange.draw(random), random), bins, values);
  }
  const draws = Float64Array.from(values);
  return {
    mean: draws.reduce((sum, value) => sum + value, 0) / draws.length,
    q95: quantile(draws, 0.95),
    draws: draws.length,
  };
}

/** TV between two environments, the mean of both directions. */
const between = ({ tv }: PortabilityMatrix, a: number, b: number): number =>
  ((tv[a][b] ?? 0) + (tv[b][a] ?? 0)) / 2;

function meanLink(matrix: PortabilityMatrix, a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (const i of a) for (const j of b) sum += between(matrix, i, j);
  return sum / (a.length * b.length);
}

/** The two clusters whose members are nearest on average; the first of equals. */
function nearest(matrix: PortabilityMatrix, clusters: readonly (readonly number[])[]): [number, number] {
  let best: [number, number] = [0, 1];
  let least = Infinity;
  for (let i = 0; i < clusters.length; i++)
    for (let j = i + 1; j < clusters.length; j++) {
      const link = meanLink(matrix, clusters[i], clusters[j]);
      if (link < least) [least, best] = [link, [i, j]];
    }
  return best;
}

/** Environments ordered by average-linkage clustering of their mean TV, so that families stand together. */
export function clusteredOrder(matrix: PortabilityMatrix): readonly number[] {
  let clusters: (readonly number[])[] = matrix.environments.map((_, e) => [e]);
  while (clusters.length > 1) {
    const [i, j] = nearest(matrix, clusters);
    const joined = [...clusters[i], ...clusters[j]];
    clusters = clusters.map((cluster, k) => (k === i ? joined : cluster)).filter((_, k) => k !== j);
  }
  return clusters[0] ?? [];
}
