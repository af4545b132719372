// The beta density of stated probabilities at every node: it anchors the belief to the probability scale (A.2).
import { fillLogGammaAndDigamma } from '../../math/digamma.ts';
import { log, log1p } from '../../math/elementary.ts';
import type { Grid } from './grid.ts';

/** Reports are kept this far from 0 and 1 inside the likelihood, and only there (A.2). */
export const REPORT_CLIP = 1e-4;

/** Logarithms of distinct reports; NaN for a report that is missing. */
export interface DistinctReports {
  readonly count: number;
  readonly logP: Float64Array;
  readonly logQ: Float64Array;
}

export const clipReport = (p: number, clip: number): number => Math.min(Math.max(p, clip), 1 - clip);

export function distinctReports(values: readonly number[], clip: number): DistinctReports {
  const clipped = values.map((p) => clipReport(p, clip));
  return {
    count: values.length,
    logP: Float64Array.from(clipped, log),
    logQ: Float64Array.from(clipped, (p) => log1p(-p)),
  };
}

/** The normaliser of Beta(zφ, (1 − z)φ) and its slope in φ at the first axis's nodes. */
export interface BetaNormaliser {
  readonly value: Float64Array;
  readonly slope: Float64Array;
  readonly logGammas: Float64Array;
  readonly digammas: Float64Array;
}

export function betaNormaliser({ first }: Grid): BetaNormaliser {
  const vector = (length: number): Float64Array => new Float64Array(length);
  return {
    value: vector(first),
    slope: vector(first),
    logGammas: vector(first + 1),
    digammas: vector(first + 1),
  };
}

/** Fills −log B(zφ, (1 − z)φ) and its derivative. Nodes are symmetric, so (1 − z_q)φ is the mirrored node's zφ. */
export function fillBetaNormaliser(grid: Grid, phi: number, work: BetaNormaliser): void {
  const { value, slope, logGammas, digammas } = work;
  const n = grid.first;
  for (let q = 0; q < n; q++) fillLogGammaAndDigamma(grid.z[q * grid.second] * phi, q, logGammas, digammas);
  fillLogGammaAndDigamma(phi, n, logGammas, digammas);
  for (let q = 0; q < n; q++) {
    const mirror = n - 1 - q;
    const z = grid.z[q * grid.second];
    value[q] = logGammas[n] - logGammas[q] - logGammas[mirror];
    slope[q] = digammas[n] - z * digammas[q] - (1 - z) * digammas[mirror];
  }
}

/** Writes the log density of report r at the first axis's nodes into `logs` from `start`; returns the largest. */
export function fillReportLogs(
  grid: Grid,
  phi: number,
  normaliser: Float64Array,
  { logP, logQ }: DistinctReports,
  r: number,
  logs: Float64Array,
  start: number,
): number {
  const odds = phi * (logP[r] - logQ[r]);
  const level = (phi - 1) * logQ[r] - logP[r];
  let largest = -Infinity;
  for (let q = 0; q < grid.first; q++) {
    const value = grid.z[q * grid.second] * odds + level + normaliser[q];
    logs[start + q] = value;
    if (value > largest) largest = value;
  }
  return largest;
}

/**
 * d/dφ of Σ counts · log density for one report; `counts` are posterior masses over all nodes from `start`.
 */
export function reportSlope(
  grid: Grid,
  slope: Float64Array,
  { logP, logQ }: DistinctReports,
  r: number,
  counts: Float64Array,
  start: number,
): number {
  const odds = logP[r] - logQ[r];
  let sum = 0;
  for (let q = 0; q < grid.first; q++) {
    let count = 0;
    for (let s = start + q * grid.second; s < start + (q + 1) * grid.second; s++) count += counts[s];
    sum += count * (grid.z[q * grid.second] * odds + logQ[r] + slope[q]);
  }
  return sum;
}
