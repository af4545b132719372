// The marginal likelihood of a cell (A.2, A.3) with its gradient: the belief integrated out over the grid's nodes.
//
// Probabilities are multiplied, not their logarithms added: rows that many cases share are products made once, and only
// a case whose product underflows goes through logarithms.
import { exp, log } from '../../math/elementary.ts';
import type { Arena } from '../../math/loops/arena.ts';
import { loopExports, resident, type LoopExports } from '../../math/loops/machine.ts';
import { addAnswerGradient, answerTables, fillAnswers, fillLogAnswers } from './answers.ts';
import { bundleAnswers, patternsOf, type Bundle, type Patterns } from './bundles.ts';
import type { BeliefCell } from './cell.ts';
import type { BeliefModel } from './model.ts';
import type { NodeLoops, Rows } from './node-loops.ts';
import { fastNodeLoops } from './node-loops-fast.ts';
import { exponentiate, PLAIN_NODE_LOOPS } from './node-loops-plain.ts';
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
  /** The thread's WebAssembly loops by default; null for the reference in TypeScript. */
  readonly exports?: LoopExports | null;
}

interface Shape {
  readonly patterns: Patterns;
  readonly bundles: readonly Bundle[];
  readonly clip: number;
}

/** What one evaluation fills and the next overwrites. */
function workspace(arena: Arena, model: BeliefModel, cell: BeliefCell, { patterns, bundles, clip }: Shape) {
  const Q = model.grid.nodes;
  const vector = (length: number): Float64Array => arena.doubles(length);
  const joint = bundles.map((bundle) => bundleRows(arena, bundle, Q));
  const reports = model.reports.map((term) => reportRows(arena, model, term, cell, patterns, clip));
  const factors: readonly Rows[] = [...joint, ...reports];
  const records = factors.flatMap(({ offsets, table, masses }) => [
    offsets.byteOffset,
    table.byteOffset,
    masses.byteOffset,
  ]);
  return {
    bundles: joint,
    reports,
    tables: answerTables(model, vector),
    counts: vector(model.rows * Q),
    nodeCounts: vector(Q),
    z: arena.copyOf(model.grid.z),
    logPrior: vector(Q),
    prior: vector(Q),
    ones: vector(Q),
    factors,
    records: arena.copyOf(Int32Array.from(records)),
    rowAddresses: arena.copyOf(new Int32Array(factors.length)),
    weights: vector(patterns.count),
    product: vector(Q),
    sums: vector(patterns.count),
  };
}

type Workspace = ReturnType<typeof workspace>;

function fillTables(model: BeliefModel, theta: Float64Array, work: Workspace, loops: NodeLoops): void {
  const { prior, logPrior, tables, bundles, reports, ones, factors } = work;
  fillLogPrior(model.grid, theta, logPrior);
  for (let q = 0; q < prior.length; q++) prior[q] = exp(logPrior[q]);
  ones.fill(1);
  fillAnswers(model, theta, tables, loops.fillCut);
  const rootOf = (rows: Rows): Float64Array => (rows === factors[0] ? prior : ones);
  for (const rows of bundles) fillBundleRows(rows, tables.probability, rootOf(rows), loops);
  for (const rows of reports) fillReportRows(model, theta, rows, rootOf(rows), loops);
}

/** Writes log likelihood and prior of pattern p at every node into `product`, less the largest; returns that. */
function fillLogs(
  { grid }: BeliefModel,
  theta: Float64Array,
  p: number,
  work: Workspace,
  logAnswers: Float64Array,
): number {
  const { product, logPrior, bundles, reports } = work;
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
  loops: NodeLoops,
): void {
  const { counts, nodeCounts, bundles, reports, factors, prior, tables, z } = work;
  gradient.fill(0);
  counts.fill(0);
  nodeCounts.fill(0);
  for (const rows of bundles) spreadMasses(rows, counts, loops);
  loops.addRows(nodeCounts, factors[0].masses, factors[0].count);
  addPriorGradient(model.grid, prior, nodeCounts, total, gradient);
  addAnswerGradient(model, theta, tables, counts, gradient);
  for (const rows of reports) gradient[rows.term.phi] += reportRowsSlope(rows, z, loops);
}

/** Log of what each pattern's rows leave out. */
function fillLevels({ reports }: Workspace, levels: Float64Array): void {
  levels.fill(0);
  for (const { of, largest } of reports) for (let p = 0; p < levels.length; p++) levels[p] += largest[of[p]];
}

/** The likelihood of `cell`'s answers under `model`, whose outputs are the cell's; missing answers are omitted. */
export function beliefLikelihood(
  model: BeliefModel,
  cell: BeliefCell,
  { clip = REPORT_CLIP, exports = loopExports() }: LikelihoodOptions = {},
): BeliefLikelihood {
  const patterns = patternsOf(
    cell,
    cell.outputs.map((_, j) => j),
  );
  const shape = { patterns, bundles: bundleAnswers(model, cell, patterns), clip };
  const memory = resident((arena) => workspace(arena, model, cell, shape), exports);
  const loops = memory.loops === null ? PLAIN_NODE_LOOPS : fastNodeLoops(memory.loops);
  const values = new Float64Array(patterns.count);
  const levels = new Float64Array(patterns.count);
  let logAnswers: Float64Array | null = null;

  /** Integrates all patterns; those whose product underflows through logarithms. */
  function integrate(theta: Float64Array, work: Workspace, withMasses: boolean): void {
    const { sums, product, weights } = work;
    let logsFilled = false;
    for (let p = loops.integrate(work, 0, withMasses); p < sums.length;) {
      logAnswers ??= new Float64Array(model.rows * product.length);
      if (!logsFilled) fillLogAnswers(model, theta, logAnswers);
      logsFilled = true;
      levels[p] = fillLogs(model, theta, p, work, logAnswers);
      sums[p] = exponentiate(product);
      if (withMasses && weights[p] !== 0) loops.addMasses(work, p, weights[p] / sums[p]);
      p = loops.integrate(work, p + 1, withMasses);
    }
  }

  function evaluate(theta: Float64Array, weights: Float64Array, gradient: Float64Array | null): number {
    const work = memory.arrays();
    fillTables(model, theta, work, loops);
    fillLevels(work, levels);
    work.weights.set(weights);
    if (gradient !== null) for (const { masses } of work.factors) masses.fill(0);
    integrate(theta, work, gradient !== null);
    let value = 0;
    let total = 0;
    for (let p = 0; p < values.length; p++) {
      values[p] = log(work.sums[p]) + levels[p];
      if (weights[p] === 0) continue;
      value += weights[p] * values[p];
      total += weights[p];
    }
    if (gradient !== null) writeGradient(model, theta, total, work, gradient, loops);
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
