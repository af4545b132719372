// The rows that an evaluation multiplies: joint answers of bundled outputs, and densities of distinct reports.
import { numberKeys, type Bundle, type Patterns } from './bundles.ts';
import type { BeliefCell } from './cell.ts';
import type { Grid } from './grid.ts';
import type { BeliefModel, ReportTerm } from './model.ts';
import {
  betaNormaliser,
  distinctReports,
  fillBetaNormaliser,
  fillReportDensities,
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
  /** Log of the largest density of each row, which the table leaves out; of a missing report 0. */
  readonly largest: Float64Array;
  /** Densities of the row at hand at the first axis's nodes. */
  readonly line: Float64Array;
  /** Posterior masses of all reports that are there, by node. */
  readonly totals: Float64Array;
}

export interface BundleRows extends Rows {
  readonly bundle: Bundle;
  /** Table and masses of every level; the last are the bundle's own. */
  readonly tables: readonly Float64Array[];
  readonly levelMasses: readonly Float64Array[];
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
    largest: new Float64Array(count),
    line: new Float64Array(grid.first),
    totals: new Float64Array(grid.nodes),
    table: new Float64Array(count * grid.nodes),
    masses: new Float64Array(count * grid.nodes),
  };
}

/** table[start … start + Q) ← value, or value · root. */
function setRow(table: Float64Array, start: number, root: Float64Array | null, Q: number): void {
  if (root === null) table.fill(1, start, start + Q);
  else table.set(root, start);
}

/**
 * Fills the densities at natural parameters, times `root` where one is given; missing reports have density 1. A row's
 * largest density is left out and kept beside it.
 */
export function fillReportRows(
  { grid }: BeliefModel,
  theta: Float64Array,
  rows: ReportRows,
  root: Float64Array | null,
): void {
  const { term, count, reports, normaliser, largest, line, table } = rows;
  const phi = theta[term.phi];
  fillBetaNormaliser(grid, phi, normaliser);
  for (let r = 0; r < count; r++) {
    setRow(table, r * grid.nodes, root, grid.nodes);
    if (Number.isNaN(reports.logP[r])) continue;
    largest[r] = fillReportDensities(grid, phi, normaliser, reports, r, line);
    multiplyByLine(table, r * grid.nodes, line, grid.second);
  }
}

/** Multiplies a row by densities that go by the first axis alone. */
function multiplyByLine(table: Float64Array, start: number, line: Float64Array, second: number): void {
  if (second === 1) for (let q = 0; q < line.length; q++) table[start + q] *= line[q];
  else
    for (let q = 0; q < line.length; q++)
      for (let s = start + q * second; s < start + (q + 1) * second; s++) table[s] *= line[q];
}

/** target row ← source row · factor row. */
function multiplyRows(
  target: Float64Array,
  to: number,
  source: Float64Array,
  from: number,
  factors: Float64Array,
  at: number,
  Q: number,
): void {
  for (let q = 0; q < Q; q++) target[to + q] = source[from + q] * factors[at + q];
}

function addRows(target: Float64Array, to: number, source: Float64Array, from: number, Q: number): void {
  for (let q = 0; q < Q; q += 4) {
    target[to + q] += source[from + q];
    target[to + q + 1] += source[from + q + 1];
    target[to + q + 2] += source[from + q + 2];
    target[to + q + 3] += source[from + q + 3];
  }
}

/** Fills the products of the members' category probabilities, times `root` where one is given. */
export function fillBundleRows(
  { bundle, tables }: BundleRows,
  probability: Float64Array,
  root: Float64Array | null,
  Q: number,
): void {
  bundle.levels.forEach(({ count, parent, answer }, level) => {
    const table = tables[level];
    for (let b = 0; b < count; b++) {
      const to = b * Q;
      if (level === 0) setRow(table, to, root, Q);
      const source = level === 0 ? table : tables[level - 1];
      const from = level === 0 ? to : parent[b] * Q;
      if (answer[b] >= 0) multiplyRows(table, to, source, from, probability, answer[b] * Q, Q);
      else if (level > 0) table.set(source.subarray(from, from + Q), to);
    }
  });
}

/** Adds the bundle's posterior masses to the counts of each member's answer. */
export function spreadMasses({ bundle, levelMasses }: BundleRows, counts: Float64Array, Q: number): void {
  for (let level = bundle.levels.length - 1; level >= 0; level--) {
    const { count, parent, answer } = bundle.levels[level];
    const masses = levelMasses[level];
    if (level > 0) levelMasses[level - 1].fill(0);
    for (let b = 0; b < count; b++) {
      if (answer[b] >= 0) addRows(counts, answer[b] * Q, masses, b * Q, Q);
      if (level > 0) addRows(levelMasses[level - 1], parent[b] * Q, masses, b * Q, Q);
    }
  }
}

/** Adds row r's masses to `totals`; returns Σ mass · (z · odds + logQ), its share of d/dφ without the normaliser's. */
function addReportMasses({ z, nodes }: Grid, rows: ReportRows, r: number): number {
  const { masses, totals, reports } = rows;
  const start = r * nodes;
  let even = 0;
  let odd = 0;
  let evenZ = 0;
  let oddZ = 0;
  for (let q = 0; q < nodes; q += 2) {
    const first = masses[start + q];
    const second = masses[start + q + 1];
    totals[q] += first;
    totals[q + 1] += second;
    even += first;
    odd += second;
    evenZ += first * z[q];
    oddZ += second * z[q + 1];
  }
  const logQ = reports.logQ[r];
  return (reports.logP[r] - logQ) * (evenZ + oddZ) + logQ * (even + odd);
}

/** d/dφ of the log likelihood, from the masses that met each report. */
export function reportRowsSlope({ grid }: BeliefModel, rows: ReportRows): number {
  const { count, reports, normaliser, totals } = rows;
  totals.fill(0);
  let slope = 0;
  for (let r = 0; r < count; r++) if (!Number.isNaN(reports.logP[r])) slope += addReportMasses(grid, rows, r);
  for (let q = 0; q < totals.length; q++)
    slope += totals[q] * normaliser.slope[grid.second === 1 ? q : Math.floor(q / grid.second)];
  return slope;
}

export function bundleRows(bundle: Bundle, Q: number): BundleRows {
  const tables = bundle.levels.map(({ count }) => new Float64Array(count * Q));
  const levelMasses = bundle.levels.map(({ count }) => new Float64Array(count * Q));
  const last = bundle.levels.length - 1;
  return {
    bundle,
    tables,
    levelMasses,
    count: bundle.levels[last].count,
    of: bundle.of,
    table: tables[last],
    masses: levelMasses[last],
  };
}

/** Calls `visit` with the category row of every answer that pattern p holds within the bundle. */
export function visitAnswers({ levels, of }: Bundle, p: number, visit: (row: number) => void): void {
  let b = of[p];
  for (let level = levels.length - 1; level >= 0; level--) {
    if (levels[level].answer[b] >= 0) visit(levels[level].answer[b]);
    if (level > 0) b = levels[level].parent[b];
  }
}
