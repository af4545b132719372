// Tables of a belief model at given parameters: made in f64, cast to f32 as logarithms, the largest of each line kept apart.
import { log } from '../../math/elementary.ts';
import { logOneMinusExp } from '../../math/logistic.ts';
import {
  answerTables,
  cutpointAt,
  fillAnswers,
  fillScore,
  type AnswerTables,
} from '../../models/beliefs/answers.ts';
import type { BeliefModel, ScoreTerm } from '../../models/beliefs/model.ts';
import { fillLogPrior } from '../../models/beliefs/prior-mass.ts';
import {
  betaNormaliser,
  fillBetaNormaliser,
  fillReportLogs,
  type BetaNormaliser,
} from '../../models/beliefs/reports.ts';
import type { DeviceAnswers } from './beliefs-answers.ts';

/** Logarithms below this are as good as it: it and sums of it are finite in f32. */
const LOWEST = -1e30;

export interface BeliefTables {
  /** In f64, for the chain rule. */
  readonly answers: AnswerTables;
  readonly prior: Float64Array;
  readonly normalisers: readonly BetaNormaliser[];
  /** The largest log density of every line, which `lines` leaves out. */
  readonly largest: Float64Array;
  /** In f32, for the device: first axis's nodes, log Pr of categories, lines, log prior. */
  readonly z: Float32Array;
  readonly rows: Float32Array;
  readonly lines: Float32Array;
  readonly logPrior: Float32Array;
  /** Overwritten at every turn. */
  readonly scratch: {
    readonly score: Float64Array;
    readonly below: Float64Array;
    readonly above: Float64Array;
    readonly line: Float64Array;
    readonly sum: Float64Array;
  };
}

export function beliefTables({ model, lines, reports }: DeviceAnswers): BeliefTables {
  const { grid, rows, cuts } = model;
  const vector = (length: number): Float64Array => new Float64Array(length);
  return {
    answers: answerTables(model),
    prior: vector(grid.nodes),
    normalisers: reports.map(() => betaNormaliser(grid)),
    largest: vector(lines),
    z: Float32Array.from({ length: grid.first }, (_, q) => grid.z[q * grid.second]),
    rows: new Float32Array(rows * grid.nodes),
    lines: new Float32Array(lines * grid.first),
    logPrior: new Float32Array(grid.nodes),
    scratch: {
      score: vector(grid.nodes),
      below: vector(cuts * grid.nodes),
      above: vector(cuts * grid.nodes),
      line: vector(grid.first),
      sum: vector(grid.first),
    },
  };
}

const cast = (value: number): number => (value < LOWEST ? LOWEST : value);

/** log sigmoid(x) and log sigmoid(−x) at every node from the larger of both: the other is that less |x|. */
function fillLogCut(tau: number, start: number, { answers, scratch }: BeliefTables): void {
  const { below, above, score } = scratch;
  for (let q = 0; q < score.length; q++) {
    const x = tau - score[q];
    const larger = log(x > 0 ? answers.below[start + q] : answers.above[start + q]);
    below[start + q] = x > 0 ? larger : larger + x;
    above[start + q] = x > 0 ? larger - x : larger;
  }
}

/** Sums as in Pr(category k) = sigmoid(τ_k − s) sigmoid(s − τ_{k−1}) (1 − e^{−(τ_k − τ_{k−1})}). */
function fillLogRows(term: ScoreTerm, theta: Float64Array, { rows, scratch }: BeliefTables): void {
  const { below, above, score } = scratch;
  const Q = score.length;
  const last = term.categories - 1;
  for (let k = 0; k <= last; k++) {
    const upper = (term.cut + k) * Q;
    const lower = upper - Q;
    const row = (term.row + k) * Q;
    const between = k > 0 && k < last ? logOneMinusExp(theta[term.gaps + k - 1]) : 0;
    for (let q = 0; q < Q; q++) {
      const sum = (k < last ? below[upper + q] : 0) + (k > 0 ? above[lower + q] : 0);
      rows[row + q] = cast(sum + between);
    }
  }
}

function fillRows({ scores, grid }: BeliefModel, theta: Float64Array, tables: BeliefTables): void {
  for (const term of scores) {
    fillScore(term, theta, tables.scratch.score);
    for (let k = 0; k < term.categories - 1; k++)
      fillLogCut(cutpointAt(term, theta, k), (term.cut + k) * grid.nodes, tables);
    fillLogRows(term, theta, tables);
  }
}

/** Adds the log densities of all reports of line r; missing ones say nothing. */
function sumLine({ model, reports }: DeviceAnswers, theta: Float64Array, r: number, tables: BeliefTables) {
  const { line, sum } = tables.scratch;
  sum.fill(0);
  reports.forEach(({ term, reports: distinct }, t) => {
    if (Number.isNaN(distinct.logP[r])) return;
    fillReportLogs(model.grid, theta[term.phi], tables.normalisers[t].value, distinct, r, line, 0);
    for (let q = 0; q < line.length; q++) sum[q] += line[q];
  });
  return sum;
}

function fillLines(answers: DeviceAnswers, theta: Float64Array, tables: BeliefTables): void {
  const { largest, lines, normalisers } = tables;
  const { grid } = answers.model;
  answers.reports.forEach(({ term }, t) => fillBetaNormaliser(grid, theta[term.phi], normalisers[t]));
  for (let r = 0; r < answers.lines; r++) {
    const sum = sumLine(answers, theta, r, tables);
    largest[r] = sum.reduce((most, value) => (value > most ? value : most), -Infinity);
    for (let q = 0; q < sum.length; q++) lines[r * sum.length + q] = cast(sum[q] - largest[r]);
  }
}

/** Fills all tables at natural parameters; false where they are not finite, and the likelihood is not to be had. */
export function fillBeliefTables(answers: DeviceAnswers, theta: Float64Array, tables: BeliefTables): boolean {
  if (!theta.every(Number.isFinite)) return false;
  const { model } = answers;
  fillLogPrior(model.grid, theta, tables.prior);
  for (let q = 0; q < model.grid.nodes; q++) tables.logPrior[q] = cast(tables.prior[q]);
  fillAnswers(model, theta, tables.answers);
  fillRows(model, theta, tables);
  fillLines(answers, theta, tables);
  return tables.largest.every(Number.isFinite);
}
