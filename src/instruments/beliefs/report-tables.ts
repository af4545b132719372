// The report of a belief study as plain tables, under the field's names.
import { writeTableCsv, type TableRow } from '../../formats/table-csv.ts';
import {
  brierTable,
  checkTable,
  coherenceTable,
  comparisonTable,
  contradictionTable,
  dependenceTable,
  disagreementTable,
  framingShiftTable,
  guttmanTable,
  reliabilityTable,
} from './coherence/report-tables.ts';
import { named } from './named-cell.ts';
import type { BeliefCellReport, BeliefReport, RankedRow } from './report-types.ts';
import type { Bounded, ScoreRows } from './report-types/scores.ts';
import { clipTable, refitDifferenceTable, refitTable, thresholdTable } from './threshold-tables.ts';

const retentionRow = (cell: BeliefCellReport): TableRow => {
  const { cases, complete, share, missing } = cell.retention;
  const answers = missing.reduce((sum, prompt) => sum + prompt.answers, 0);
  return { ...named(cell), cases, complete, share, missing_answers: answers };
};

const fitRow = (cell: BeliefCellReport): TableRow => ({
  ...named(cell),
  n_train: cell.cases.train,
  n_validation: cell.cases.validation,
  n_test: cell.cases.test,
  train: cell.fit?.logLikelihood.train ?? null,
  validation: cell.fit?.logLikelihood.validation ?? null,
  test: cell.fit?.logLikelihood.test ?? null,
  likelihood_gap: cell.fit?.gap ?? null,
  gradient_norm: cell.fit?.gradientNorm ?? null,
  stop: cell.fit?.stop ?? null,
});

const targetTable = (cell: BeliefCellReport, score: string, rows: ScoreRows | null | undefined): TableRow[] =>
  (rows?.targets ?? []).map(({ prompt, cases, concordance, r2, sse, sst }) => ({
    ...named(cell),
    score,
    prompt,
    cases,
    concordance,
    r2,
    sse,
    sst,
  }));

const scoreTable = (cell: BeliefCellReport): TableRow[] => [
  ...targetTable(cell, 'reports_to_decisions', cell.concordance?.reportsToDecisions),
  ...targetTable(cell, 'decisions_to_reports', cell.concordance?.decisionsToReports),
  ...targetTable(cell, 'single_output', cell.single),
  ...targetTable(cell, 'from_stated_probability', cell.sufficiency?.report),
  ...targetTable(cell, 'cross_fitted_reports_to_decisions', cell.folds?.concordance?.reportsToDecisions),
  ...targetTable(cell, 'cross_fitted_decisions_to_reports', cell.folds?.concordance?.decisionsToReports),
  ...targetTable(cell, 'cross_fitted_single_output', cell.folds?.single),
];

const summaryRow = (cell: BeliefCellReport, statistic: string, over: string, value: Bounded): TableRow => ({
  ...named(cell),
  statistic,
  value: value.value,
  lower: value.lower,
  upper: value.upper,
  resampled: value.lower === null ? '' : over,
});

const groupSummary = (
  cell: BeliefCellReport,
  name: string,
  rows: ScoreRows | null | undefined,
): TableRow[] =>
  rows
    ? [
        summaryRow(cell, `${name}_concordance`, 'cases', rows.macroConcordance),
        summaryRow(cell, `${name}_r2`, 'cases', rows.pooledR2),
        summaryRow(cell, `${name}_macro_r2`, '', { value: rows.macroR2, lower: null, upper: null }),
      ]
    : [];

function sufficiencySummary(cell: BeliefCellReport): TableRow[] {
  const { sufficiency } = cell;
  if (!sufficiency) return [];
  const shown = (value: Bounded): Bounded =>
    sufficiency.defined ? value : { value: null, lower: null, upper: null };
  return [
    summaryRow(cell, 'sufficiency_ratio', 'targets', shown(sufficiency.ratioByTargets)),
    summaryRow(cell, 'sufficiency_ratio', 'cases', shown(sufficiency.ratioByCases)),
    summaryRow(cell, 'others_r2', 'targets', sufficiency.othersR2ByTargets),
    summaryRow(cell, 'stated_probability_r2', 'targets', sufficiency.reportR2ByTargets),
  ];
}

function outcomeSummary(cell: BeliefCellReport): TableRow[] {
  const { outcome } = cell;
  if (!outcome) return [];
  const { null: expected } = outcome;
  return [
    summaryRow(cell, 'outcome_violation', 'cases', outcome.mean),
    summaryRow(cell, 'outcome_violation_null', 'simulated', {
      value: expected?.mean ?? null,
      lower: null,
      upper: expected?.upper ?? null,
    }),
  ];
}

function contradictionSummary(cell: BeliefCellReport): TableRow[] {
  const { contradictions } = cell.modelFree;
  if (!contradictions) return [];
  const { estimate, ends } = contradictions.all;
  return [summaryRow(cell, 'contradictions', 'cases', { value: estimate, lower: ends[0], upper: ends[1] })];
}

const summaryTable = (cell: BeliefCellReport): TableRow[] => [
  ...groupSummary(cell, 'reports_to_decisions', cell.concordance?.reportsToDecisions),
  ...groupSummary(cell, 'decisions_to_reports', cell.concordance?.decisionsToReports),
  ...groupSummary(cell, 'single_output', cell.single),
  ...groupSummary(cell, 'cross_fitted_single_output', cell.folds?.single),
  ...sufficiencySummary(cell),
  ...outcomeSummary(cell),
  ...contradictionSummary(cell),
];

const curveTable = (cell: BeliefCellReport): TableRow[] =>
  (cell.curves ?? []).flatMap(({ prompt, points }) =>
    points.map((point) => ({ ...named(cell), prompt, ...point })),
  );

const transferTable = (cell: BeliefCellReport): TableRow[] =>
  (cell.transfer ?? []).map((row) => ({
    ...named(cell),
    transfer: row.transfer,
    evidence: row.evidence,
    training_domains: row.trainingDomains.join('+'),
    auroc: row.auroc,
    count_auroc: row.countAuroc,
    pooled_r2: row.pooledR2,
    macro_r2: row.macroR2,
    log_score: row.logScore,
  }));

const variantTable = (cell: BeliefCellReport): TableRow[] =>
  (cell.variants ?? []).flatMap(({ kind, targets }) =>
    targets.map(({ prompt, linear, variant }) => ({
      ...named(cell),
      variant: kind,
      prompt,
      linear_concordance: linear.concordance,
      variant_concordance: variant.concordance,
      linear_r2: linear.r2,
      variant_r2: variant.r2,
    })),
  );

const prefixTable = (cell: BeliefCellReport): TableRow[] =>
  (cell.prefixes?.comparison?.scores ?? []).map(({ caseLower, caseUpper, ...row }) => ({
    ...named(cell),
    ...row,
    ...{ case_lower: caseLower, case_upper: caseUpper },
  }));

const iccTable = (cell: BeliefCellReport): TableRow[] =>
  (cell.prefixes?.icc?.estimators ?? []).map((row) => ({ ...named(cell), ...row }));

const outcomeTable = (cell: BeliefCellReport): TableRow[] =>
  (cell.outcome?.prompts ?? []).map(({ prompt, violation }) => ({ ...named(cell), prompt, violation }));

/** Cross-fitting: mean held-out log likelihood a case in nats, and scores over all cases. */
function foldTable(cell: BeliefCellReport): TableRow[] {
  const { folds } = cell;
  if (!folds) return [];
  const scores = {
    reports_to_decisions: folds.concordance?.reportsToDecisions,
    decisions_to_reports: folds.concordance?.decisionsToReports,
    single_output: folds.single,
  };
  return Object.entries(scores).flatMap(([score, rows]) =>
    rows
      ? [
          {
            ...named(cell),
            ...{ folds: folds.folds, landed: folds.landed, cases: folds.cases },
            log_likelihood: folds.logLikelihood,
            score,
            concordance: rows.macroConcordance.value,
            pooled_r2: rows.pooledR2.value,
            macro_r2: rows.macroR2,
          },
        ]
      : [],
  );
}

const rankedTable = ({ domain, statistic, agents, rho, p, exact, ends }: RankedRow): TableRow => ({
  domain,
  statistic,
  agents,
  rho,
  p,
  exact,
  lower: ends?.[0] ?? null,
  upper: ends?.[1] ?? null,
});

/** File name → text of the tables that have rows. */
export function beliefsTables({
  cells,
  comparisons,
  ranked,
}: BeliefReport): Readonly<Record<string, string>> {
  const tables: Readonly<Record<string, readonly TableRow[]>> = {
    'retention.csv': cells.map(retentionRow),
    'fits.csv': cells.map(fitRow),
    'thresholds.csv': cells.flatMap(thresholdTable),
    'refits.csv': cells.flatMap(refitTable),
    'refit_differences.csv': cells.flatMap(refitDifferenceTable),
    'scores.csv': cells.flatMap(scoreTable),
    'summary.csv': cells.flatMap(summaryTable),
    'coherence.csv': cells.flatMap(coherenceTable),
    'comparisons.csv': comparisons.flatMap(comparisonTable),
    'dependence.csv': cells.flatMap(dependenceTable),
    'reliability.csv': cells.flatMap(reliabilityTable),
    'brier.csv': cells.flatMap(brierTable),
    'checks.csv': cells.flatMap(checkTable),
    'folds.csv': cells.flatMap(foldTable),
    'framing_shifts.csv': cells.flatMap(framingShiftTable),
    'contradictions.csv': cells.flatMap(contradictionTable),
    'disagreements.csv': cells.flatMap(disagreementTable),
    'guttman.csv': cells.flatMap(guttmanTable),
    'curves.csv': cells.flatMap(curveTable),
    'transfer.csv': cells.flatMap(transferTable),
    'variants.csv': cells.flatMap(variantTable),
    'clips.csv': cells.flatMap(clipTable),
    'prefixes.csv': cells.flatMap(prefixTable),
    'prefix_icc.csv': cells.flatMap(iccTable),
    'outcome.csv': cells.flatMap(outcomeTable),
    'ranked.csv': ranked.map(rankedTable),
  };
  return Object.fromEntries(
    Object.entries(tables)
      .filter(([, rows]) => rows.length > 0)
      .map(([name, rows]) => [name, writeTableCsv(rows)]),
  );
}
