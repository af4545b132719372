// Means over posteriors of many functions of the belief: nodes without mass are passed over.
import type { BeliefPosterior } from './posterior.ts';

/** Below this share of a posterior's mass a node is left out; means of functions near 1 change by 1e-10 at most. */
const NEGLIGIBLE = 1e-12;

/** A posterior with the nodes of each pattern that hold mass: `from` … `to` − 1. */
export interface PosteriorSpans extends BeliefPosterior {
  readonly nodes: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

export function posteriorSpans(posterior: BeliefPosterior): PosteriorSpans {
  const { mass, patterns } = posterior;
  const nodes = mass.length / patterns;
  const from = new Int32Array(patterns);
  const to = new Int32Array(patterns);
  for (let p = 0; p < patterns; p++) {
    let [low, high] = [p * nodes, (p + 1) * nodes];
    while (low < high && mass[low] < NEGLIGIBLE) low++;
    while (high > low && mass[high - 1] < NEGLIGIBLE) high--;
    from[p] = low - p * nodes;
    to[p] = high - p * nodes;
  }
  return { ...posterior, nodes, from, to };
}

/** Σ mass · f over the nodes of pattern p; f begins at `row` of the table. */
export function spanMean(
  { mass, nodes, from, to }: PosteriorSpans,
  p: number,
  table: Float64Array,
  row = 0,
): number {
  const shift = row - p * nodes;
  const end = p * nodes + to[p];
  let sum = 0;
  for (let q = p * nodes + from[p]; q < end; q++) sum += mass[q] * table[q + shift];
  return sum;
}
