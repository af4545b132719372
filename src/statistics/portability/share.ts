// Means over rows that come in clusters, and how far chance would move them.
import { Z90 } from '../../math/normal.ts';

export interface ClusterMean {
  readonly mean: number;
  /** Standard error when clusters are drawn, not rows; null for a single cluster. */
  readonly se: number | null;
  readonly clusters: number;
}

/** Mean of `values` with the sandwich error over clusters, corrected by G / (G − 1); null without values. */
export function clusterMean(values: ArrayLike<number>, cluster: ArrayLike<number>): ClusterMean | null {
  const n = values.length;
  if (n === 0) return null;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += values[i];
  const mean = sum / n;
  const totals = new Map<number, number>();
  for (let i = 0; i < n; i++) totals.set(cluster[i], (totals.get(cluster[i]) ?? 0) + values[i] - mean);
  let squares = 0;
  for (const total of totals.values()) squares += total * total;
  const clusters = totals.size;
  return { mean, clusters, se: clusters > 1 ? Math.sqrt((squares * clusters) / (clusters - 1)) / n : null };
}

/**
 * Wilson's 90 % interval of a share at the sample size that its error over clusters amounts to: never more than the
 * rows, nor fewer than the clusters. A share of 0 or 1 has no error of its own and counts its clusters.
 */
export function shareInterval({ mean, se, clusters }: ClusterMean, rows: number): readonly [number, number] {
  const spread = mean * (1 - mean);
  const effective = spread > 0 && se !== null && se > 0 ? spread / (se * se) : clusters;
  const n = Math.min(rows, Math.max(clusters, effective));
  const z2 = Z90 * Z90;
  const middle = (mean + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z90 / (1 + z2 / n)) * Math.sqrt(spread / n + z2 / (4 * n * n));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
