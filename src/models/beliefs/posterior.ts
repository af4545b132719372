// What given answers say of the belief behind a case, and what that predicts of other answers (A.3, equations 8 and 9).
import { exp, log } from '../../math/elementary.ts';
import { answerRow, patternsOf, type Patterns } from './bundles.ts';
import { fillLogAnswers } from './answers.ts';
import { lowestAnswer, type BeliefCell } from './cell.ts';
import type { BeliefModel } from './model.ts';
import { fillLogPrior } from './prior-mass.ts';
import {
  betaNormaliser,
  distinctReports,
  fillBetaNormaliser,
  fillReportLogs,
  REPORT_CLIP,
} from './reports.ts';

/** Posterior masses of cases; those with equal evidence share a pattern, so that their predictions are the same bits. */
export interface BeliefPosterior {
  readonly patterns: number;
  /** Pattern of every case. */
  readonly of: Int32Array;
  /** patterns × nodes; each row sums to 1. */
  readonly mass: Float64Array;
  /** Log marginal likelihood of each pattern's observed answers. */
  readonly logEvidence: Float64Array;
}

/** Moments of each case's belief; in two dimensions of the anchored one. */
export interface PosteriorSummary {
  readonly mean: Float64Array;
  readonly sd: Float64Array;
  readonly meanLogit: Float64Array;
  readonly logEvidence: Float64Array;
}

/** A model at fixed parameters: it reads beliefs from answers and answers from beliefs. */
export interface BeliefReader {
  readonly model: BeliefModel;
  readonly theta: Float64Array;
  /** Posteriors of the cell's cases given their answers to the outputs at `observed`; missing ones say nothing. */
  posterior(cell: BeliefCell, observed: readonly number[]): BeliefPosterior;
  /** E[answer | z] of an output at every node: z itself, Pr(1), or the expected category. */
  expectation(output: number): Float64Array;
  /** Log probability (density of a report) of every case's answer to an output at every node: cases × nodes, 0 if missing. */
  logAnswers(cell: BeliefCell, output: number): Float64Array;
}

interface LogTables {
  readonly prior: Float64Array;
  readonly answers: Float64Array;
}

function logTables(model: BeliefModel, theta: Float64Array): LogTables {
  const prior = new Float64Array(model.grid.nodes);
  const answers = new Float64Array(model.rows * model.grid.nodes);
  fillLogPrior(model.grid, theta, prior);
  fillLogAnswers(model, theta, answers);
  return { prior, answers };
}

/** Adds an output's log likelihood of the answers of cases at `rows` to rows of `logs`. */
type AddOutput = (cell: BeliefCell, rows: Int32Array, logs: Float64Array) => void;

function addReport(model: BeliefModel, theta: Float64Array, output: number, clip: number): AddOutput {
  const { grid, reports } = model;
  const phi = theta[reports.find((term) => term.output === output)!.phi];
  const normaliser = betaNormaliser(grid);
  const line = new Float64Array(grid.first);
  return ({ responses, outputs }, rows, logs) => {
    fillBetaNormaliser(grid, phi, normaliser);
    const values = Array.from(rows, (i) => responses[i * outputs.length + output]);
    const distinct = distinctReports(values, clip);
    values.forEach((value, r) => {
      if (Number.isNaN(value)) return;
      fillReportLogs(grid, phi, normaliser.value, distinct, r, line, 0);
      for (let q = 0; q < grid.nodes; q++) logs[r * grid.nodes + q] += line[Math.floor(q / grid.second)];
    });
  };
}

function addAnswer({ grid, scores }: BeliefModel, { answers }: LogTables, output: number): AddOutput {
  const term = scores.find((candidate) => candidate.output === output)!;
  return (cell, rows, logs) =>
    rows.forEach((i, r) => {
      const row = answerRow(term, cell, i) * grid.nodes;
      if (row >= 0) for (let q = 0; q < grid.nodes; q++) logs[r * grid.nodes + q] += answers[row + q];
    });
}

/** Turns rows of log joint values into masses; returns the log of each row's sum. */
function normaliseRows(logs: Float64Array, rows: number, nodes: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, r) => {
    const row = logs.subarray(r * nodes, (r + 1) * nodes);
    const largest = row.reduce((most, value) => (value > most ? value : most), -Infinity);
    let sum = 0;
    for (let q = 0; q < nodes; q++) {
      row[q] = exp(row[q] - largest);
      sum += row[q];
    }
    for (let q = 0; q < nodes; q++) row[q] /= sum;
    return log(sum) + largest;
  });
}

function expectationOf(model: BeliefModel, { answers }: LogTables, output: number): Float64Array {
  const { grid, scores, outputs } = model;
  const term = scores.find((candidate) => candidate.output === output);
  if (term === undefined) return grid.z.slice();
  const lowest = lowestAnswer(outputs[output]);
  return Float64Array.from({ length: grid.nodes }, (_, q) => {
    let mean = 0;
    for (let k = 0; k < term.categories; k++)
      mean += (lowest + k) * exp(answers[(term.row + k) * grid.nodes + q]);
    return mean;
  });
}

/** Reads with `model` at natural parameters; tables are made once. */
export function beliefReader(
  model: BeliefModel,
  theta: Float64Array,
  { clip = REPORT_CLIP }: { readonly clip?: number } = {},
): BeliefReader {
  const { nodes } = model.grid;
  const tables = logTables(model, theta);
  const adders = model.outputs.map((output, j) =>
    output.family === 'probability' ? addReport(model, theta, j, clip) : addAnswer(model, tables, j),
  );
  const expectations = model.outputs.map((_, j) => expectationOf(model, tables, j));

  function posterior(cell: BeliefCell, observed: readonly number[]): BeliefPosterior {
    const { count, of, example }: Patterns = patternsOf(cell, observed);
    const mass = new Float64Array(count * nodes);
    for (let r = 0; r < count; r++) mass.set(tables.prior, r * nodes);
    for (const j of observed) adders[j](cell, example, mass);
    return { patterns: count, of, logEvidence: normaliseRows(mass, count, nodes), mass };
  }

  return {
    model,
    theta,
    posterior,
    expectation: (output) => expectations[output],
    logAnswers(cell, output) {
      const logs = new Float64Array(cell.cases.length * nodes);
      adders[output](
        cell,
        Int32Array.from(cell.cases, (_, i) => i),
        logs,
      );
      return logs;
    },
  };
}

/** Σ mass · f over nodes for every pattern. */
function averages({ patterns, mass }: BeliefPosterior, f: Float64Array): Float64Array {
  return Float64Array.from({ length: patterns }, (_, p) => {
    let sum = 0;
    for (let q = 0; q < f.length; q++) sum += mass[p * f.length + q] * f[q];
    return sum;
  });
}

const byCase = ({ of }: BeliefPosterior, values: Float64Array): Float64Array =>
  Float64Array.from(of, (p) => values[p]);

/** Expected answer of every case to an output, given what its posterior observed (equation 9). */
export const predictAnswers = (
  reader: BeliefReader,
  posterior: BeliefPosterior,
  output: number,
): Float64Array => byCase(posterior, averages(posterior, reader.expectation(output)));

export function summarisePosterior({ grid }: BeliefModel, posterior: BeliefPosterior): PosteriorSummary {
  const mean = averages(posterior, grid.z);
  const square = averages(
    posterior,
    grid.z.map((z) => z * z),
  );
  const sd = mean.map((value, p) => Math.sqrt(Math.max(square[p] - value * value, 0)));
  return {
    mean: byCase(posterior, mean),
    sd: byCase(posterior, sd),
    meanLogit: byCase(posterior, averages(posterior, grid.logits)),
    logEvidence: byCase(posterior, posterior.logEvidence),
  };
}
