// One row per condition of a study: α and everything a reader needs before believing it.
import { worstSeverity, type Severity } from '../../../statistics/diagnostic.ts';
import type { FitReport, PpcStatistic, StudyCondition, StudyReport, SummaryRow } from '../report.ts';

export interface ConditionRow {
  readonly cell: string;
  readonly agent: string;
  readonly task: string;
  readonly condition: string;
  readonly temperature: number;
  readonly menus: number;
  readonly median: number;
  readonly sd: number;
  readonly q5: number;
  readonly q95: number;
  readonly rhat: number | null;
  readonly ess_bulk: number | null;
  readonly ess_tail: number | null;
  readonly ppc_ll: number | null;
  readonly ppc_modal: number | null;
  readonly ppc_prob: number | null;
  readonly feature_norm: number;
  readonly eta_gap: number;
  readonly alpha_eta_gap: number;
  readonly severity: Severity;
  /** Label of the first diagnostic of that severity; '' where all is fine. */
  readonly look: string;
  readonly set_aside: string | null;
}

export interface ConditionsView {
  readonly rows: readonly ConditionRow[];
}

function alphaRow({ summary, label }: FitReport): SummaryRow {
  const row = summary.find(({ variable }) => variable === 'alpha');
  if (row === undefined) throw new Error(`the summary of ${label} has no alpha`);
  return row;
}

const ppcOf = ({ ppc }: FitReport, statistic: PpcStatistic): number | null =>
  ppc.find((check) => check.block === 'uncertain' && check.statistic === statistic)?.p ?? null;

function stateOf({ diagnostics }: FitReport): Pick<ConditionRow, 'severity' | 'look'> {
  const severity = worstSeverity(diagnostics);
  const first = diagnostics.find((diagnostic) => diagnostic.severity === severity);
  return { severity, look: severity === 'look' || severity === 'fail' ? (first?.label ?? '') : '' };
}

function conditionRow(condition: StudyCondition, agent: string, task: string): ConditionRow {
  const { report } = condition;
  const { median, sd, q5, q95, rhat, ess_bulk, ess_tail } = alphaRow(report);
  return {
    cell: condition.cell,
    agent,
    task,
    condition: condition.label,
    temperature: condition.temperature,
    menus: report.menus,
    ...{ median, sd, q5, q95, rhat, ess_bulk, ess_tail },
    ppc_ll: ppcOf(report, 'll'),
    ppc_modal: ppcOf(report, 'modal'),
    ppc_prob: ppcOf(report, 'prob'),
    feature_norm: condition.featureNorm,
    eta_gap: condition.etaGap,
    alpha_eta_gap: condition.alphaEtaGap,
    ...stateOf(report),
    set_aside: condition.setAside,
  };
}

/** Conditions cell by cell, temperatures ascending. */
export const conditionsView = ({ cells }: StudyReport): ConditionsView => ({
  rows: cells.flatMap(({ agent, task, conditions }) =>
    [...conditions]
      .sort((a, b) => a.temperature - b.temperature)
      .map((condition) => conditionRow(condition, agent, task)),
  ),
});
