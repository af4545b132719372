// The loops over nodes that a likelihood consists of, and what they read and write.
import type { AnswerTables } from './answers.ts';
import type { BetaNormaliser } from './reports.ts';

/** Rows of one bundle, or of one stated probability: products to multiply by, and the posterior masses that met them. */
export interface Rows {
  readonly count: number;
  /** First entry of every pattern's row in `table` and `masses`, in bytes. */
  readonly offsets: Int32Array;
  readonly table: Float64Array;
  readonly masses: Float64Array;
}

/** One level of a bundle's joint answers; `parents` are rows of `source`, `answers` rows of the categories or −1. */
export interface LevelRows {
  readonly count: number;
  readonly parents: Int32Array;
  readonly answers: Int32Array;
  readonly table: Float64Array;
  readonly masses: Float64Array;
}

/** What the integrals of all patterns read and write. */
export interface Integrals {
  readonly factors: readonly Rows[];
  /** The same for the module: addresses of offsets, table and masses of each factor, and room for its rows. */
  readonly records: Int32Array;
  readonly rowAddresses: Int32Array;
  readonly weights: Float64Array;
  /** Posterior of the pattern at hand, not normalised, and its sum for every pattern. */
  readonly product: Float64Array;
  readonly sums: Float64Array;
}

/** The first axis of the grid, and what a report's row is made with. */
export interface ReportLine {
  readonly z: Float64Array;
  readonly normaliser: BetaNormaliser;
  readonly line: Float64Array;
  /** Nodes along the second axis. */
  readonly second: number;
}

export interface NodeLoops {
  /** sigmoid(τ − s) and sigmoid(s − τ) of the scores at hand into the tables from `start`. */
  fillCut(tau: number, start: number, tables: AnswerTables): void;
  extend(level: LevelRows, source: Float64Array, probability: Float64Array): void;
  /** Adds a level's masses to the counts of its answers, and to the masses of its parents where there are such. */
  spread(level: LevelRows, counts: Float64Array, parents: Float64Array | null): void;
  /** Row r of a report: `root` times its densities over the largest, whose ratio to the normaliser's is returned. */
  fillReport(report: ReportLine, odds: number, root: Float64Array, table: Float64Array, r: number): number;
  /** Adds masses of reports that are there to `totals`; writes Σ mass and Σ mass · z of each to `shares`. */
  addReports(
    rows: Rows,
    logP: Float64Array,
    z: Float64Array,
    totals: Float64Array,
    shares: Float64Array,
  ): void;
  addRows(target: Float64Array, rows: Float64Array, count: number): void;
  /**
   * Integrates patterns from `from` on, adding to masses where asked; ends at the first whose product underflows, and
   * returns it, or else the number of patterns.
   */
  integrate(integrals: Integrals, from: number, withMasses: boolean): number;
  /** Adds the product that is at hand, scaled, to the masses of pattern p's rows. */
  addMasses(integrals: Integrals, p: number, scale: number): void;
}
