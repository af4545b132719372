// The beta density of stated probabilities at every node: it anchors the belief to the probability scale (A.2).
import { fillLogGammaAndDigamma } from '../../math/digamma.ts';
import { exp, log, log1p } from '../../math/elementary.ts';
import type { Grid } from './grid.ts';

/** Reports are kept this far from 0 and 1 inside the likelihood, and only there (A.2). */
export const REPORT_CLIP = 1e-4;
/** A clip beyond this would change reports that people mean. */
export const MOST_CLIP = 0.1;

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
  /** e^{value − largest}. */
  readonly scaled: Float64Array;
  /** The largest value, and how far the smallest is below it. */
  largest: number;
  range: number;
  readonly logGammas: Float64Array;
  readonly digammas: Float64Array;
}

const onHeap = (length: number): Float64Array => new Float64Array(length);

export function betaNormaliser({ first }: Grid, vector: typeof onHeap = onHeap): BetaNormaliser {
  return {
    value: vector(first),
    slope: vector(first),
    scaled: vector(first),
    largest: 0,
    range: 0,
    logGammas: vector(first + 1),
    digammas: vector(first + 1),
  };
}

/** Fills −log B(zφ, (1 − z)φ) and its derivative. Nodes are symmetric, so (1 − z_q)φ is the mirrored node's zφ. */
export function fillBetaNormaliser(grid: Grid, phi: number, work: BetaNormaliser): void {
  const { value, slope, scaled, logGammas, digammas } = work;
  const n = grid.first;
  for (let q = 0; q < n; q++) fillLogGammaAndDigamma(grid.z[q * grid.second] * phi, q, logGammas, digammas);
  fillLogGammaAndDigamma(phi, n, logGammas, digammas);
  let largest = -Infinity;
  let smallest = Infinity;
  for (let q = 0; q < n; q++) {
    const mirror = n - 1 - q;
    const z = grid.z[q * grid.second];
    value[q] = logGammas[n] - logGammas[q] - logGammas[mirror];
    slope[q] = digammas[n] - z * digammas[q] - (1 - z) * digammas[mirror];
    if (value[q] > largest) largest = value[q];
    if (value[q] < smallest) smallest = value[q];
  }
  work.largest = largest;
  work.range = largest - smallest;
  for (let q = 0; q < n; q++) scaled[q] = exp(value[q] - largest);
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

/** Up to this exponent, products of exponentials and their reciprocals neither overflow nor vanish. */
const SAFE_EXPONENT = 600;

/** Whether densities of a report with these odds can be products. */
export const isTiltable = ({ range }: BetaNormaliser, odds: number): boolean =>
  0.5 * Math.abs(odds) + range < SAFE_EXPONENT;

/** φ times the log odds of report r. */
export const oddsOf = ({ logP, logQ }: DistinctReports, phi: number, r: number): number =>
  phi * (logP[r] - logQ[r]);

/** The log of the largest density of report r, from its ratio to the normaliser's largest. */
export const largestLog = (
  most: number,
  { largest }: BetaNormaliser,
  reports: DistinctReports,
  phi: number,
  r: number,
): number =>
  log(most) + largest + 0.5 * oddsOf(reports, phi, r) + (phi - 1) * reports.logQ[r] - reports.logP[r];

/**
 * Writes e^{(z − ½) odds} times the scaled normaliser over the largest into `line`; returns the largest. The nodes are
 * symmetric, so the exponential at one is the reciprocal of its mirror's: half as many exponentials.
 */
export function tiltLine(z: Float64Array, scaled: Float64Array, odds: number, line: Float64Array): number {
  let most = 0;
  for (let q = 0, mirror = z.length - 1; q < mirror; q++, mirror--) {
    const tilt = exp((z[q] - 0.5) * odds);
    const low = tilt * scaled[q];
    const high = scaled[mirror] / tilt;
    line[q] = low;
    line[mirror] = high;
    if (low > most) most = low;
    if (high > most) most = high;
  }
  const scale = 1 / most;
  for (let q = 0; q < line.length; q++) line[q] *= scale;
  return most;
}

/** Multiplies a row by densities that go by the first axis alone. */
export function multiplyByLine(table: Float64Array, start: number, line: Float64Array, second: number): void {
  for (let q = 0; q < line.length; q++)
    for (let s = start + q * second; s < start + (q + 1) * second; s++) table[s] *= line[q];
}

/** Writes the density of report r at the first axis's nodes, over its largest, into `line`; returns the largest's log. */
export function fillSteepDensities(
  grid: Grid,
  phi: number,
  { value }: BetaNormaliser,
  reports: DistinctReports,
  r: number,
  line: Float64Array,
): number {
  const most = fillReportLogs(grid, phi, value, reports, r, line, 0);
  for (let q = 0; q < line.length; q++) line[q] = exp(line[q] - most);
  return most;
}
