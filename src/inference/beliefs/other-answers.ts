// Other answers as predictors of one: what a regression without a latent is given.
import { logit } from '../../math/logistic.ts';
import { categoriesOf, lowestAnswer, type BeliefCell, type BeliefOutput } from '../../models/beliefs/cell.ts';
import type { Features } from '../../statistics/beliefs/answer-rows.ts';
import { clipReport } from '../../statistics/beliefs/ridge-report.ts';
import type { Target } from '../../statistics/beliefs/saturated.ts';

/** A report of 0 or 1 is taken as one of half a per cent from it before its logit. */
const REPORT_EDGE = 0.005;

type Column = (answer: number) => number;

/** A report and its logit; an indicator of every step up of a decision or judgment. */
function columnsOf(output: BeliefOutput): Column[] {
  if (output.family === 'probability')
    return [(answer) => answer, (answer) => logit(clipReport(answer, REPORT_EDGE))];
  const lowest = lowestAnswer(output);
  return Array.from(
    { length: categoriesOf(output) - 1 },
    (_, k) => (answer) => (answer > lowest + k ? 1 : 0),
  );
}

/** Predictors of `target` from every other output: cases × columns, NaN where an answer is missing. */
export function otherAnswers({ cases, outputs, responses }: BeliefCell, target: number): Features {
  const columns = outputs.flatMap((output, j) =>
    j === target ? [] : columnsOf(output).map((column) => ({ j, column })),
  );
  const values = new Float64Array(cases.length * columns.length);
  for (let i = 0; i < cases.length; i++)
    columns.forEach(({ j, column }, c) => {
      const answer = responses[i * outputs.length + j];
      values[i * columns.length + c] = Number.isNaN(answer) ? NaN : column(answer);
    });
  return { values, columns: columns.length };
}

/** An output's answers as categories from 0, or as reports within the clip. */
export function targetOf({ cases, outputs, responses }: BeliefCell, j: number, clip: number): Target {
  const output = outputs[j];
  const lowest = lowestAnswer(output);
  const answers = Float64Array.from({ length: cases.length }, (_, i) => responses[i * outputs.length + j]);
  return output.family === 'probability'
    ? {
        categories: 0,
        answers: answers.map((answer) => (Number.isNaN(answer) ? NaN : clipReport(answer, clip))),
      }
    : { categories: categoriesOf(output), answers: answers.map((answer) => answer - lowest) };
}
