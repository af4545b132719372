// The rows that an evaluation multiplies: joint answers of bundled outputs, and densities of distinct reports.
import type { Arena } from '../../math/loops/arena.ts';
import { numberKeys, type Bundle, type Patterns } from './bundles.ts';
import type { BeliefCell } from './cell.ts';
import type { Grid } from './grid.ts';
import type { BeliefModel, ReportTerm } from './model.ts';
import type { LevelRows, NodeLoops, ReportLine, Rows } from './node-loops.ts';
import {
  betaNormaliser,
  distinctReports,
  fillBetaNormaliser,
  fillSteepDensities,
  isTiltable,
  largestLog,
  multiplyByLine,
  oddsOf,
  type DistinctReports,
} from './reports.ts';

export interface ReportRows extends Rows, ReportLine {
  readonly term: ReportTerm;
  /** Row of every pattern. */
  readonly of: Int32Array;
  readonly reports: DistinctReports;
  /** Log of the largest density of each row, which the table leaves out; of a missing report 0. */
  readonly largest: Float64Array;
  /** Posterior masses of all reports that are there, by node, and Σ mass and Σ mass · z of each. */
  readonly totals: Float64Array;
  readonly shares: Float64Array;
}

export interface BundleRows extends Rows {
  readonly bundle: Bundle;
  /** Rows of every level; the last are the bundle's own. */
  readonly levels: readonly LevelRows[];
}

/** Offsets of rows of Q nodes, in bytes. */
const offsetsOf = (arena: Arena, of: Int32Array, Q: number): Int32Array =>
  arena.copyOf(of.map((row) => 8 * Q * row));

function firstAxis({ z, first, second }: Grid): Float64Array {
  return Float64Array.from({ length: first }, (_, q) => z[q * second]);
}

export function reportRows(
  arena: Arena,
  { grid }: BeliefModel,
  term: ReportTerm,
  { responses, outputs }: BeliefCell,
  { example }: Patterns,
  clip: number,
): ReportRows {
  const values = Array.from(example, (i) => responses[i * outputs.length + term.output]);
  const { of, example: first } = numberKeys(values.map(String));
  const distinct = distinctReports(
    Array.from(first, (p) => values[p]),
    clip,
  );
  const vector = (length: number): Float64Array => arena.doubles(length);
  return {
    term,
    count: first.length,
    of,
    offsets: offsetsOf(arena, of, grid.nodes),
    reports: { ...distinct, logP: arena.copyOf(distinct.logP) },
    normaliser: betaNormaliser(grid, vector),
    largest: new Float64Array(first.length),
    z: arena.copyOf(firstAxis(grid)),
    line: vector(grid.first),
    second: grid.second,
    totals: vector(grid.nodes),
    shares: vector(2 * first.length),
    table: vector(first.length * grid.nodes),
    masses: vector(first.length * grid.nodes),
  };
}

/**
 * Fills the densities at natural parameters, times `root`; missing reports have density 1. A row's largest density is left
 * out and kept beside it.
 */
export function fillReportRows(
  { grid }: BeliefModel,
  theta: Float64Array,
  rows: ReportRows,
  root: Float64Array,
  loops: NodeLoops,
): void {
  const { term, count, reports, normaliser, largest, line, table, second } = rows;
  const phi = theta[term.phi];
  fillBetaNormaliser(grid, phi, normaliser);
  for (let r = 0; r < count; r++) {
    const odds = oddsOf(reports, phi, r);
    if (!Number.isNaN(reports.logP[r]) && isTiltable(normaliser, odds)) {
      const most = loops.fillReport(rows, odds, root, table, r);
      largest[r] = largestLog(most, normaliser, reports, phi, r);
      continue;
    }
    table.set(root, r * root.length);
    if (Number.isNaN(reports.logP[r])) continue;
    largest[r] = fillSteepDensities(grid, phi, normaliser, reports, r, line);
    multiplyByLine(table, r * root.length, line, second);
  }
}

/** Fills the products of the members' category probabilities, times `root`. */
export function fillBundleRows(
  { levels }: BundleRows,
  probability: Float64Array,
  root: Float64Array,
  loops: NodeLoops,
): void {
  levels.forEach((level, l) => loops.extend(level, l === 0 ? root : levels[l - 1].table, probability));
}

/** Adds the bundle's posterior masses to the counts of each member's answer. */
export function spreadMasses({ levels }: BundleRows, counts: Float64Array, loops: NodeLoops): void {
  for (let l = levels.length - 1; l >= 0; l--) {
    const upper = l > 0 ? levels[l - 1].masses : null;
    upper?.fill(0);
    loops.spread(levels[l], counts, upper);
  }
}

/** d/dφ of the log likelihood, from the masses that met each report. */
export function reportRowsSlope(rows: ReportRows, z: Float64Array, loops: NodeLoops): number {
  const { count, reports, normaliser, totals, shares, second } = rows;
  const { logP, logQ } = reports;
  totals.fill(0);
  loops.addReports(rows, logP, z, totals, shares);
  let slope = 0;
  for (let r = 0; r < count; r++)
    if (!Number.isNaN(logP[r])) slope += (logP[r] - logQ[r]) * shares[2 * r + 1] + logQ[r] * shares[2 * r];
  for (let q = 0; q < totals.length; q++)
    slope += totals[q] * normaliser.slope[second === 1 ? q : Math.floor(q / second)];
  return slope;
}

export function bundleRows(arena: Arena, bundle: Bundle, Q: number): BundleRows {
  const levels = bundle.levels.map(({ count, parent, answer }, l): LevelRows => ({
    count,
    parents: arena.copyOf(l === 0 ? new Int32Array(count) : parent),
    answers: arena.copyOf(answer),
    table: arena.doubles(count * Q),
    masses: arena.doubles(count * Q),
  }));
  const { count, table, masses } = levels[levels.length - 1];
  return { bundle, levels, count, offsets: offsetsOf(arena, bundle.of, Q), table, masses };
}

/** Calls `visit` with the category row of every answer that pattern p holds within the bundle. */
export function visitAnswers({ levels, of }: Bundle, p: number, visit: (row: number) => void): void {
  let b = of[p];
  for (let level = levels.length - 1; level >= 0; level--) {
    if (levels[level].answer[b] >= 0) visit(levels[level].answer[b]);
    if (level > 0) b = levels[level].parent[b];
  }
}
