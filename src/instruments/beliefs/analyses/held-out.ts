// Scores of a fit's held-out predictions, from the columns of its row (Figures 1, 4 and 9).
import { selectCases, type BeliefCell } from '../../../models/beliefs/cell.ts';
import {
  answersTo,
  decisionOutputs,
  probabilityOutputs,
  reportOutputs,
} from '../../../models/beliefs/predict.ts';
import { scoreOneReport, targetIntervals } from '../../../statistics/beliefs/one-report.ts';
import type { Ends } from '../../../statistics/beliefs/portable-draws.ts';
import { scoreGroup, scoreTarget, type GroupScore } from '../../../statistics/beliefs/scores.ts';
import type { BeliefSettings } from '../plan.ts';
import type { PlannedBeliefs } from '../planned.ts';
import type { Bounded, ConcordanceReport, ScoreRows, SufficiencyReport } from '../report-types/scores.ts';
import type { PartColumns } from './joined.ts';
import { bounded, defined, endsOf, meanOfBoth, scoreRows } from './rows.ts';

/** Predictions of one output, from a column that holds them output after output. */
export const predictionsOf = (column: Float64Array, cases: number, output: number): Float64Array =>
  column.subarray(output * cases, (output + 1) * cases);

export function scoreColumn(test: BeliefCell, column: Float64Array, targets: readonly number[]): GroupScore {
  return scoreGroup(
    targets.map((j) => scoreTarget(answersTo(test, j), predictionsOf(column, test.cases.length, j))),
  );
}

const outputsAt = ({ outputs }: BeliefCell, places: readonly number[]) => places.map((j) => outputs[j]);

/** Each output predicted from all others; null without cases or others. */
export function singleScores(
  test: BeliefCell,
  columns: PartColumns,
  draws: PartColumns | null,
): ScoreRows | null {
  if (test.cases.length === 0 || test.outputs.length < 2) return null;
  const score = scoreColumn(test, columns.single, [...test.outputs.keys()]);
  return scoreRows(score, test.outputs, draws?.single_concordance, draws?.single_r2);
}

/** Both directions; null where a group or the cases are wanting. */
export function concordanceReport(
  test: BeliefCell,
  columns: PartColumns,
  draws: PartColumns | null,
): ConcordanceReport | null {
  const [reports, decisions] = [reportOutputs(test), decisionOutputs(test)];
  if (test.cases.length === 0 || reports.length === 0 || decisions.length === 0) return null;
  const reportsToDecisions = scoreRows(
    scoreColumn(test, columns.cross, decisions),
    outputsAt(test, decisions),
    draws?.reports_to_decisions_concordance,
    draws?.reports_to_decisions_r2,
  );
  const decisionsToReports = scoreRows(
    scoreColumn(test, columns.cross, reports),
    outputsAt(test, reports),
    draws?.decisions_to_reports_concordance,
    draws?.decisions_to_reports_r2,
  );
  const mean = {
    concordance: meanOfBoth(
      reportsToDecisions.macroConcordance.value,
      decisionsToReports.macroConcordance.value,
    ),
    r2: meanOfBoth(reportsToDecisions.pooledR2.value, decisionsToReports.pooledR2.value),
  };
  return { reportsToDecisions, decisionsToReports, mean };
}

/** Whether an interval lies above ½. */
const clears = (ends: Ends | null): boolean => ends !== null && ends[0] > 0.5;

const clearsHalf = ({ lower }: Bounded): boolean => lower !== null && lower > 0.5;

/** What one stated probability keeps; null without one, without other outputs or without cases. */
export function sufficiencyReport(
  test: BeliefCell,
  columns: PartColumns,
  draws: PartColumns | null,
  settings: BeliefSettings,
): SufficiencyReport | null {
  const stated = probabilityOutputs(test);
  const targets = [...test.outputs.keys()].filter((j) => !stated.includes(j));
  if (test.cases.length === 0 || stated.length === 0 || targets.length === 0) return null;
  const n = test.cases.length;
  const scores = scoreOneReport(
    targets.map((j) => ({
      answers: answersTo(test, j),
      others: predictionsOf(columns.single, n, j),
      report: predictionsOf(columns.report, n, j),
    })),
  );
  const byTargets = targetIntervals(scores, settings.draws.targets);
  const outputs = outputsAt(test, targets);
  const others = scoreRows(scores.others, outputs, draws?.others_concordance, draws?.others_r2);
  const report = scoreRows(scores.report, outputs, draws?.report_concordance, draws?.report_r2);
  return {
    others,
    report,
    ratioByTargets: bounded(scores.ratio, byTargets.ratio),
    ratioByCases: bounded(scores.ratio, endsOf(draws?.ratio)),
    othersConcordanceByTargets: bounded(scores.others.macroConcordance, byTargets.othersConcordance),
    othersR2ByTargets: bounded(scores.others.pooledR2, byTargets.othersR2),
    reportR2ByTargets: bounded(scores.report.pooledR2, byTargets.reportR2),
    defined:
      defined(scores.ratio) !== null &&
      clears(byTargets.othersConcordance) &&
      (draws === null || clearsHalf(others.macroConcordance)),
    evaluable: scores.evaluable,
  };
}

/** The test cases of a cell's fit. */
export const testOf = ({ fitted, rows }: PlannedBeliefs): BeliefCell => selectCases(fitted, rows.test);
