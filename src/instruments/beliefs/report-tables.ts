// The report of cells as JSON and as plain tables, under the field's names.
import { writeTableCsv, type TableRow } from '../../formats/table-csv.ts';
import { cellName, type BeliefPlan } from './plan.ts';
import type { BeliefCellReport, CellEstimates, NamedScore, ReportedThreshold } from './report.ts';

/** A cell's report, or why its fit failed. */
export interface BeliefCellResult {
  readonly report: BeliefCellReport;
  readonly failure: string | null;
}

type Json = Readonly<Record<string, unknown>>;

const scoreJson = (score: NamedScore | null): Json | null =>
  score && {
    macro_concordance: score.macroConcordance,
    evaluable: score.evaluable,
    pooled_r2: score.pooledR2,
    macro_r2: score.macroR2,
    targets: score.targets,
  };

const thresholdJson = ({
  prompt,
  framing,
  nominal,
  implied,
  alpha,
  beta,
  rate,
  caution,
}: ReportedThreshold) => ({
  prompt,
  framing,
  nominal,
  implied,
  alpha,
  beta,
  rate,
  caution,
});

const estimatesJson = ({
  fit,
  gap,
  theta,
  logLikelihood,
  outputs,
  diagnostics,
  thresholds,
  scores,
}: CellEstimates): Json => ({
  log_likelihood: logLikelihood,
  fit: {
    iterations: fit.iterations,
    best_epoch: fit.bestEpoch,
    stop: fit.stop,
    gradient_norm: fit.gradientNorm,
    remaining: fit.remaining,
    likelihood_gap: gap,
  },
  theta,
  outputs,
  diagnostics,
  thresholds: thresholds?.map(thresholdJson) ?? null,
  scores: {
    reports_to_decisions: scoreJson(scores.reports_to_decisions),
    decisions_to_reports: scoreJson(scores.decisions_to_reports),
    single_output: scoreJson(scores.single_output),
  },
});

const UNFITTED = {
  log_likelihood: null,
  fit: null,
  theta: null,
  outputs: [],
  diagnostics: [],
  thresholds: null,
  scores: null,
};

function cellJson({ report, failure }: BeliefCellResult): Json {
  const { retention, cases, prompts, estimates, limits } = report;
  const { agent, domain, cases: collected, complete, share, missing } = retention;
  return {
    model: agent,
    domain,
    retention: { cases: collected, complete, share, missing },
    cases,
    prompts,
    ...(estimates === null ? UNFITTED : estimatesJson(estimates)),
    limits,
    failure,
  };
}

/** What --json prints; numbers that do not exist become null when it is written. */
export const beliefsJson = (
  { settings, seed }: BeliefPlan,
  results: readonly BeliefCellResult[],
  seconds: number,
): Json => ({
  model: settings.kind,
  estimator: settings.estimator,
  clip: settings.clip,
  missing: settings.missing,
  splits: settings.given ? 'given' : 'seeded',
  seed,
  cells: results.map(cellJson),
  seconds,
});

const named = ({ report }: BeliefCellResult): TableRow => ({
  model: report.retention.agent,
  domain: report.retention.domain,
});

const retentionRow = (result: BeliefCellResult): TableRow => {
  const { cases, complete, share, missing } = result.report.retention;
  const answers = missing.reduce((sum, prompt) => sum + prompt.answers, 0);
  return { ...named(result), cases, complete, share, missing_answers: answers };
};

function fitRow(result: BeliefCellResult): TableRow {
  const { estimates, cases } = result.report;
  return {
    ...named(result),
    n_train: cases.train,
    n_validation: cases.validation,
    n_test: cases.test,
    train: estimates?.logLikelihood.train ?? null,
    validation: estimates?.logLikelihood.validation ?? null,
    test: estimates?.logLikelihood.test ?? null,
    likelihood_gap: estimates?.gap ?? null,
    gradient_norm: estimates?.fit.gradientNorm ?? null,
    stop: estimates?.fit.stop ?? null,
  };
}

const thresholdRows = (result: BeliefCellResult): TableRow[] =>
  (result.report.estimates?.thresholds ?? []).map((threshold) => ({
    ...named(result),
    ...thresholdJson(threshold),
  }));

function scoreRows(result: BeliefCellResult): TableRow[] {
  return Object.entries(result.report.estimates?.scores ?? {}).flatMap(([score, group]) =>
    (group?.targets ?? []).map((target): TableRow => ({ ...named(result), score, ...target })),
  );
}

/** File name → text of the tables that have rows. */
export function beliefsTables(results: readonly BeliefCellResult[]): Readonly<Record<string, string>> {
  const tables: Readonly<Record<string, readonly TableRow[]>> = {
    'retention.csv': results.map(retentionRow),
    'fits.csv': results.map(fitRow),
    'thresholds.csv': results.flatMap(thresholdRows),
    'scores.csv': results.flatMap(scoreRows),
  };
  return Object.fromEntries(
    Object.entries(tables)
      .filter(([, rows]) => rows.length > 0)
      .map(([name, rows]) => [name, writeTableCsv(rows)]),
  );
}

/** The name of a result's cell. */
export const resultName = ({ report: { retention } }: BeliefCellResult): string => cellName(retention);
