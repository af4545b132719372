// Choice curves along the inferred belief beside those of the fitted model (Figure 3).
import { CURVE_POINTS } from '../../../inference/beliefs/columns.ts';
import { selectCases } from '../../../models/beliefs/cell.ts';
import { beliefReader, summarisePosterior } from '../../../models/beliefs/posterior.ts';
import { answersTo, decisionOutputs } from '../../../models/beliefs/predict.ts';
import type { FittedModel } from '../flags.ts';
import type { PlannedBeliefs } from '../planned.ts';
import type { CurvePoint, CurveReport } from '../report-types/thresholds.ts';
import type { PartColumns } from './joined.ts';
import { promptRow } from './rows.ts';

function pointsOf({ curve, lower, upper }: PartColumns, row: number): CurvePoint[] {
  return Array.from({ length: CURVE_POINTS }, (_, g) => {
    const at = row * CURVE_POINTS + g;
    return { z: g / (CURVE_POINTS - 1), rate: curve[at], lower: lower[at], upper: upper[at] };
  }).filter(({ rate }) => !Number.isNaN(rate));
}

/** Curves of the decisions that have landed, in the order of the cell's outputs. */
export function curveReports(
  own: PlannedBeliefs,
  fit: FittedModel,
  clip: number,
  columns: PartColumns,
): CurveReport[] {
  const test = selectCases(own.fitted, own.whole);
  const reader = beliefReader(fit.model, fit.theta, { clip });
  const beliefs = summarisePosterior(fit.model, reader.posterior(test, [...test.outputs.keys()])).mean;
  const { grid } = fit.model;
  const decisions = decisionOutputs(test).slice(0, columns.bandwidth.length);
  return decisions.map((output, row) => {
    const expected = reader.expectation(output);
    const answers = answersTo(test, output);
    return {
      ...promptRow(test.outputs[output]),
      bandwidth: columns.bandwidth[row],
      points: pointsOf(columns, row),
      fitted: grid.second === 1 ? Array.from(grid.z, (z, q) => ({ z, rate: expected[q] })) : [],
      cases: Array.from(beliefs, (z, i) => ({ z, answer: answers[i] })),
    };
  });
}
