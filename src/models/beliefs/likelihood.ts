// The marginal likelihood of a cell (A.2, A.3) with its gradient: the belief integrated out over the grid's nodes.
//
// Probabilities are multiplied, not their logarithms added: rows that many cases share are products made once, and only
// a case whose product underflows goes through logarithms.
import { exp, log } from '../../math/elementary.ts';
import { addAnswerGradient, answerTables, fillAnswers, fillLogAnswers } from './answers.ts';
import { bundleAnswers, patternsOf } from './bundles.ts';
import type { BeliefCell } from './cell.ts';
import type { BeliefModel } from './model.ts';
import { addPriorGradient, fillLogPrior } from './prior-mass.ts';
import { fillReportLogs, REPORT_CLIP } from './reports.ts';
import {
  bundleRows,
  fillBundleRows,
  fillReportRows,
  reportRows,
  reportRowsSlope,
  spreadMasses,
  visitAnswers,
  type Rows,
} from './rows.ts';

export interface BeliefLikelihood {
  readonly model: BeliefModel;
  /** Cases with the same answers share a pattern, whose value is computed once. */
  readonly patterns: number;
  readonly patternOf: Int32Array;
  /** Log marginal likelihood of each pattern at the parameters evaluated last; overwritten by the next call. */
  readonly values: Float64Array;
  /**
   * Σ weight · log marginal likelihood over patterns, at natural parameters. Writes the gradient with respect to these
   * where an array is given.
   */
  evaluate(theta: Float64Array, weights: Float64Array, gradient: Float64Array | null): number;
}

export interface LikelihoodOptions {
  /** How far reports are kept from 0 and 1; `REPORT_CLIP` by default. */
  readonly clip?: number;
}

/** Below this sum of products the terms that underflowed may matter. */
const UNDERFLOW = 1e-200;

function copyRow(product: Float64Array, table: Float64Array, start: number): void {
  for (let q = 0; q < product.length; q++) product[q] = table[start + q];
}

/** Four nodes a turn halve the time of these loops; grids have multiples of four. */
function multiplyRow(product: Float64Array, table: Float64Array, start: number): void {
  for (let q = 0; q < product.length; q += 4) {
    const t = start + q;
    product[q] *= table[t];
    product[q + 1] *= table[t + 1];
    product[q + 2] *= table[t + 2];
    product[q + 3] *= table[t + 3];
  }
}

/** Four sums side by side: a single one would wait for itself. Lengths are multiples of four. */
function sumOf(x: Float64Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let q = 0; q < x.length; q += 4) {
    a += x[q];
    b += x[q + 1];
    c += x[q + 2];
    d += x[q + 3];
  }
  return a + b + (c + d);
}

/** x ← e^x; returns the sum. */
function exponentiate(x: Float64Array): number {
  for (let q = 0; q < x.length; q++) x[q] = exp(x[q]);
  return sumOf(x);
}

function addScaled(masses: Float64Array, start: number, product: Float64Array, scale: number): void {
  for (let q = 0; q < product.length; q += 4) {
    const t = start + q;
    masses[t] += product[q] * scale;
    masses[t + 1] += product[q + 1] * scale;
    masses[t + 2] += product[q + 2] * scale;
    masses[t + 3] += product[q + 3] * scale;
  }
}

/** What one evaluation fills and the next overwrites. */
function workspace(model: BeliefModel, cell: BeliefCell, clip: number) {
  const Q = model.grid.nodes;
  const vector = (length: number): Float64Array => new Float64Array(length);
  const patterns = patternsOf(
    cell,
    cell.outputs.map((_, j) => j),
  );
  const bundles = bundleAnswers(model, cell, patterns).map((bundle) => bundleRows(bundle, Q));
  const reports = model.reports.map((term) => reportRows(model, term, cell, patterns, clip));
  const all: readonly Rows[] = [...bundles, ...reports];
  return {
    patterns,
    bundles,
    reports,
    all,
    tables: answerTables(model),
    logAnswers: vector(model.rows * Q),
    counts: vector(model.rows * Q),
    nodeCounts: vector(Q),
    logPrior: vector(Q),
    prior: vector(Q),
    /** Posterior of the pattern at hand, not normalised. */
    product: vector(Q),
    values: vector(patterns.count),
  };
}

type Workspace = ReturnType<typeof workspace>;

function fillTables(model: BeliefModel, theta: Float64Array, work: Workspace): void {
  const { prior, logPrior, tables, bundles, reports } = work;
  fillLogPrior(model.grid, theta, logPrior);
  for (let q = 0; q < prior.length; q++) prior[q] = exp(logPrior[q]);
  fillAnswers(model, theta, tables);
  const rootOf = (rows: Rows): Float64Array | null => (rows === work.all[0] ? prior : null);
  for (const rows of bundles) fillBundleRows(rows, tables.probability, rootOf(rows), prior.length);
  for (const rows of reports) fillReportRows(model, theta, rows, rootOf(rows));
}

/** Writes log likelihood and prior of pattern p at every node into `product`, less the largest; returns that. */
function fillLogs({ grid }: BeliefModel, theta: Float64Array, p: number, work: Workspace): number {
  const { product, logPrior, logAnswers, bundles, reports } = work;
  const Q = product.length;
  product.set(logPrior);
  for (const { bundle } of bundles)
    visitAnswers(bundle, p, (row) => {
      for (let q = 0; q < Q; q++) product[q] += logAnswers[row * Q + q];
    });
  for (const { term, of, line, normaliser, reports: distinct } of reports)
    if (!Number.isNaN(distinct.logP[of[p]])) {
      fillReportLogs(grid, theta[term.phi], normaliser.value, distinct, of[p], line, 0);
      for (let q = 0; q < Q; q++) product[q] += line[Math.floor(q / grid.second)];
    }
  const largest = product.reduce((most, value) => (value > most ? value : most), -Infinity);
  for (let q = 0; q < Q; q++) product[q] -= largest;
  return largest;
}

/** The gradient of the weighted sum from the masses that the patterns left. */
function writeGradient(
  model: BeliefModel,
  theta: Float64Array,
  total: number,
  work: Workspace,
  gradient: Float64Array,
): void {
  const { counts, nodeCounts, bundles, reports, all, prior, tables } = work;
  const Q = prior.length;
  gradient.fill(0);
  counts.fill(0);
  nodeCounts.fill(0);
  for (const rows of bundles) spreadMasses(rows, counts, Q);
  const { count, masses } = all[0];
  for (let r = 0; r < count; r++) for (let q = 0; q < Q; q++) nodeCounts[q] += masses[r * Q + q];
  addPriorGradient(model.grid, prior, nodeCounts, total, gradient);
  addAnswerGradient(model, theta, tables, counts, gradient);
  for (const rows of reports) gradient[rows.term.phi] += reportRowsSlope(model, rows);
}

/** The likelihood of `cell`'s answers under `model`, whose outputs are the cell's; missing answers are omitted. */
export function beliefLikelihood(
  model: BeliefModel,
  cell: BeliefCell,
  { clip = REPORT_CLIP }: LikelihoodOptions = {},
): BeliefLikelihood {
  const work = workspace(model, cell, clip);
  const { patterns, all, reports, product, values } = work;
  const Q = model.grid.nodes;
  let logsFilled = false;

  /** Leaves the posterior of pattern p in `product`; returns its sum. */
  function integrate(theta: Float64Array, p: number): number {
    copyRow(product, all[0].table, all[0].of[p] * Q);
    for (let k = 1; k < all.length; k++) multiplyRow(product, all[k].table, all[k].of[p] * Q);
    let sum = sumOf(product);
    let level = 0;
    if (sum > UNDERFLOW) for (const { of, largest } of reports) level += largest[of[p]];
    else {
      if (!logsFilled) fillLogAnswers(model, theta, work.logAnswers);
      logsFilled = true;
      level = fillLogs(model, theta, p, work);
      sum = exponentiate(product);
    }
    values[p] = log(sum) + level;
    return sum;
  }

  function evaluate(theta: Float64Array, weights: Float64Array, gradient: Float64Array | null): number {
    fillTables(model, theta, work);
    logsFilled = false;
    if (gradient !== null) for (const { masses } of all) masses.fill(0);
    let value = 0;
    let total = 0;
    for (let p = 0; p < patterns.count; p++) {
      const sum = integrate(theta, p);
      const weight = weights[p];
      if (weight === 0) continue;
      value += weight * values[p];
      total += weight;
      if (gradient !== null)
        for (const { of, masses } of all) addScaled(masses, of[p] * Q, product, weight / sum);
    }
    if (gradient !== null) writeGradient(model, theta, total, work, gradient);
    return value;
  }

  return { model, patterns: patterns.count, patternOf: patterns.of, values, evaluate };
}

/** Weights of patterns from weights of cases; every case counts once by default. */
export function patternWeights(
  { patterns, patternOf }: BeliefLikelihood,
  weights: ArrayLike<number> | null = null,
): Float64Array {
  const sums = new Float64Array(patterns);
  patternOf.forEach((p, i) => (sums[p] += weights === null ? 1 : weights[i]));
  return sums;
}

/** Log marginal likelihood of every case at the parameters evaluated last. */
export const caseValues = ({ values, patternOf }: BeliefLikelihood): Float64Array =>
  Float64Array.from(patternOf, (p) => values[p]);
