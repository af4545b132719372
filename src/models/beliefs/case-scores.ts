// The score of every case: how its log marginal likelihood changes with each parameter. Tests of the model rest on it.
import { exp } from '../../math/elementary.ts';
import { expm1 } from '../../math/logistic.ts';
import { answerTables, fillAnswers, type AnswerTables } from './answers.ts';
import { answerRow } from './bundles.ts';
import type { BeliefCell } from './cell.ts';
import type { BeliefModel, ReportTerm, ScoreTerm } from './model.ts';
import type { BeliefPosterior } from './posterior.ts';
import { fillLogPrior } from './prior-mass.ts';
import { betaNormaliser, distinctReports, fillBetaNormaliser, REPORT_CLIP } from './reports.ts';
import { posteriorSpans, spanMean, type PosteriorSpans } from './spans.ts';

/** d log Pr(category) / d parameter, categories × nodes. */
interface Slope {
  readonly parameter: number;
  readonly table: Float64Array;
}

/** Adds factor · source row to a row of the table. */
function addRow(
  table: Float64Array,
  to: number,
  source: Float64Array,
  from: number,
  factor: number,
  Q: number,
) {
  for (let q = 0; q < Q; q++) table[to + q] += factor * source[from + q];
}

/**
 * The slope in the cutpoints from number `first` up, moved together: the upper cutpoint of a category draws its
 * probability up, the lower one down.
 */
function cutpointSlope({ categories, cut }: ScoreTerm, tables: AnswerTables, first: number): Float64Array {
  const Q = tables.score.length;
  const table = new Float64Array(categories * Q);
  for (let k = first; k < categories - 1; k++) {
    addRow(table, k * Q, tables.above, (cut + k) * Q, 1, Q);
    addRow(table, (k + 1) * Q, tables.below, (cut + k) * Q, -1, Q);
  }
  return table;
}

function gapSlope(term: ScoreTerm, theta: Float64Array, tables: AnswerTables, gap: number): Slope {
  const Q = tables.score.length;
  const table = cutpointSlope(term, tables, gap + 1);
  const parameter = term.gaps + gap;
  const apart = 1 / expm1(theta[parameter]);
  for (let q = 0; q < Q; q++) table[(gap + 1) * Q + q] += apart;
  return { parameter, table };
}

/** Slopes of one decision or judgment in all of its parameters. */
function answerSlopes(term: ScoreTerm, theta: Float64Array, tables: AnswerTables): Slope[] {
  const together = cutpointSlope(term, tables, 0);
  const Q = tables.score.length;
  return [
    { parameter: term.cutpoint, table: together.map((value) => term.sign * value) },
    ...Array.from({ length: term.categories - 2 }, (_, gap) => gapSlope(term, theta, tables, gap)),
    ...term.columns.map((column, c) => ({
      parameter: term.slopes[c],
      table: together.map((value, at) => -value * column[at % Q]),
    })),
  ];
}

/** d log prior mass / dη at every node: hat weights less their mean over the prior. */
function priorSlopes({ grid }: BeliefModel, theta: Float64Array): Slope[] {
  const { parameters, terms, index, weight } = grid.prior;
  const mass = new Float64Array(grid.nodes);
  fillLogPrior(grid, theta, mass);
  return Array.from({ length: parameters }, (_, parameter) => {
    const table = new Float64Array(grid.nodes);
    for (let t = 0; t < index.length; t++)
      if (index[t] === parameter) table[Math.floor(t / terms)] += weight[t];
    const mean = table.reduce((sum, value, q) => sum + value * exp(mass[q]), 0);
    return { parameter, table: table.map((value) => value - mean) };
  });
}

/** Adds to the scores of all cases what one part of the model contributes. */
type AddPart = (cell: BeliefCell, spans: PosteriorSpans, scores: Float64Array) => void;

function priorPart(model: BeliefModel, theta: Float64Array): AddPart {
  const slopes = priorSlopes(model, theta);
  return ({ cases }, spans, scores) =>
    cases.forEach((_, i) => {
      for (const { parameter, table } of slopes)
        scores[i * theta.length + parameter] += spanMean(spans, spans.of[i], table);
    });
}

function answerPart(theta: Float64Array, tables: AnswerTables, term: ScoreTerm): AddPart {
  const slopes = answerSlopes(term, theta, tables);
  return (cell, spans, scores) =>
    cell.cases.forEach((_, i) => {
      const row = answerRow(term, cell, i);
      if (row < 0) return;
      for (const { parameter, table } of slopes)
        scores[i * theta.length + parameter] += spanMean(
          spans,
          spans.of[i],
          table,
          (row - term.row) * spans.nodes,
        );
    });
}

function reportPart({ grid }: BeliefModel, theta: Float64Array, term: ReportTerm, clip: number): AddPart {
  const normaliser = betaNormaliser(grid);
  fillBetaNormaliser(grid, theta[term.phi], normaliser);
  const slope = Float64Array.from(
    { length: grid.nodes },
    (_, q) => normaliser.slope[Math.floor(q / grid.second)],
  );
  return ({ outputs, responses, cases }, spans, scores) => {
    const values = cases.map((_, i) => responses[i * outputs.length + term.output]);
    const { logP, logQ } = distinctReports(values, clip);
    values.forEach((value, i) => {
      if (Number.isNaN(value)) return;
      const mean = spanMean(spans, spans.of[i], grid.z);
      const level = spanMean(spans, spans.of[i], slope);
      scores[i * theta.length + term.phi] += mean * (logP[i] - logQ[i]) + logQ[i] + level;
    });
  };
}

/**
 * Scores at natural parameters: cases × parameters, row by row. Pass posteriors of all answers; missing ones contribute
 * nothing (Louis 1982: the mean over the posterior of the complete data's score).
 */
export function caseScores(
  model: BeliefModel,
  theta: Float64Array,
  clip = REPORT_CLIP,
): (cell: BeliefCell, posterior: BeliefPosterior) => Float64Array {
  const tables = answerTables(model);
  fillAnswers(model, theta, tables);
  const parts = [
    priorPart(model, theta),
    ...model.scores.map((term) => answerPart(theta, tables, term)),
    ...model.reports.map((term) => reportPart(model, theta, term, clip)),
  ];
  return (cell, posterior) => {
    const scores = new Float64Array(cell.cases.length * theta.length);
    const spans = posteriorSpans(posterior);
    for (const add of parts) add(cell, spans, scores);
    return scores;
  };
}
