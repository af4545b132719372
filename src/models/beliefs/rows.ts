// The rows that an evaluation multiplies: joint answers of bundled outputs, and densities of distinct reports.
import { exp } from '../../math/elementary.ts';
import { numberKeys, type Bundle, type Patterns } from './bundles.ts';
import type { BeliefCell } from './cell.ts';
import type { BeliefModel, ReportTerm } from './model.ts';
import {
  betaNormaliser,
  distinctReports,
  fillBetaNormaliser,
  fillReportLogs,
  reportSlope,
  type BetaNormaliser,
  type DistinctReports,
} from './reports.ts';

/** Rows of one bundle, or of one stated probability: products to multiply by, and the posterior masses that met them. */
export interface Rows {
  readonly count: number;
  readonly of: Int32Array;
  readonly table: Float64Array;
  readonly masses: Float64Array;
}

export interface ReportRows extends Rows {
  readonly term: ReportTerm;
  readonly reports: DistinctReports;
  readonly normaliser: BetaNormaliser;
  /** Log densities at the first axis's nodes, and the largest of each row, which the table leaves out. */
  readonly logs: Float64Array;
  readonly largest: Float64Array;
}

export interface BundleRows extends Rows {
  readonly bundle: Bundle;
}

export function reportRows(
  { grid }: BeliefModel,
  term: ReportTerm,
  { responses, outputs }: BeliefCell,
  { example }: Patterns,
  clip: number,
): ReportRows {
  const values = Array.from(example, (i) => responses[i * outputs.length + term.output]);
  const numbered = numberKeys(values.map(String));
  const count = numbered.example.length;
  return {
    term,
    count,
    of: numbered.of,
    reports: distinctReports(
      Array.from(numbered.example, (p) => values[p]),
      clip,
    ),
    normaliser: betaNormaliser(grid),
    logs: new Float64Array(count * grid.first),
    largest: new Float64Array(count),
    table: new Float64Array(count * grid.nodes),
    masses: new Float64Array(count * grid.nodes),
  };
}

/** Fills the densities at natural parameters; missing reports have rows of ones. */
export function fillReportRows({ grid }: BeliefModel, theta: Float64Array, rows: ReportRows): void {
  const { term, count, reports, normaliser, logs, largest, table } = rows;
  const phi = theta[term.phi];
  fillBetaNormaliser(grid, phi, normaliser);
  for (let r = 0; r < count; r++) {
    const start = r * grid.first;
    if (Number.isNaN(reports.logP[r])) table.fill(1, r * grid.nodes, (r + 1) * grid.nodes);
    else {
      largest[r] = fillReportLogs(grid, phi, normaliser.value, reports, r, logs, start);
      for (let q = 0; q < grid.first; q++)
        table.fill(
          exp(logs[start + q] - largest[r]),
          r * grid.nodes + q * grid.second,
          r * grid.nodes + (q + 1) * grid.second,
        );
    }
  }
}

/** Fills the products of the members' category probabilities. */
export function fillBundleRows({ bundle, table }: BundleRows, probability: Float64Array, Q: number): void {
  const { count, members, rows } = bundle;
  for (let b = 0; b < count; b++) {
    const start = b * Q;
    table.fill(1, start, start + Q);
    for (let m = 0; m < members; m++) {
      const row = rows[b * members + m] * Q;
      if (row >= 0) for (let q = 0; q < Q; q++) table[start + q] *= probability[row + q];
    }
  }
}

/** Adds the bundle's posterior masses to the counts of each member's answer. */
export function spreadMasses({ bundle, masses }: BundleRows, counts: Float64Array, Q: number): void {
  const { count, members, rows } = bundle;
  for (let b = 0; b < count; b++)
    for (let m = 0; m < members; m++) {
      const row = rows[b * members + m] * Q;
      if (row >= 0) for (let q = 0; q < Q; q++) counts[row + q] += masses[b * Q + q];
    }
}

/** d/dφ of the log likelihood, from the masses that met each report. */
export function reportRowsSlope({ grid }: BeliefModel, rows: ReportRows): number {
  const { count, reports, normaliser, masses } = rows;
  let slope = 0;
  for (let r = 0; r < count; r++)
    if (!Number.isNaN(reports.logP[r]))
      slope += reportSlope(grid, normaliser.slope, reports, r, masses, r * grid.nodes);
  return slope;
}

export const bundleRows = (bundle: Bundle, Q: number): BundleRows => ({
  bundle,
  count: bundle.count,
  of: bundle.of,
  table: new Float64Array(bundle.count * Q),
  masses: new Float64Array(bundle.count * Q),
});
