// What luce beliefs prints for people: retention, fits, held-out scores and thresholds, a table each.
import type { BeliefPlan } from '../instruments/beliefs/plan.ts';
import type { NamedScore } from '../instruments/beliefs/report.ts';
import { resultName, type BeliefCellResult } from '../instruments/beliefs/report-tables.ts';
import { columns } from './text.ts';

const figure = (value: number | null | undefined, digits = 3): string =>
  value === null || value === undefined || Number.isNaN(value) ? 'NA' : value.toFixed(digits);

const pair = (score: NamedScore | null | undefined): string =>
  `${figure(score?.macroConcordance)} / ${figure(score?.pooledR2)}`;

const FITS = ['cell', 'complete', 'train', 'validation', 'test', 'gap', 'R to D', 'D to R', 'single output'];

function fitLine(result: BeliefCellResult): readonly string[] {
  const { retention, estimates } = result.report;
  const { logLikelihood, gap, scores } = estimates ?? {};
  return [
    resultName(result),
    `${retention.complete} of ${retention.cases}`,
    figure(logLikelihood?.train, 1),
    figure(logLikelihood?.validation, 1),
    figure(logLikelihood?.test, 1),
    figure(gap, 2),
    pair(scores?.reports_to_decisions),
    pair(scores?.decisions_to_reports),
    pair(scores?.single_output),
  ];
}

const THRESHOLDS = ['cell', 'prompt', 'framing', 'instructed', 'implied', 'slope', 'rate', ''];

const thresholdLines = (result: BeliefCellResult): readonly (readonly string[])[] =>
  (result.report.estimates?.thresholds ?? []).map(
    ({ prompt, framing, nominal, implied, beta, rate, caution }) => [
      resultName(result),
      prompt,
      framing,
      figure(nominal),
      figure(implied),
      figure(beta, 2),
      figure(rate),
      caution === null ? '' : `means nothing: ${caution}`,
    ],
  );

function findings(result: BeliefCellResult): readonly string[] {
  const { report, failure } = result;
  const notable = (report.estimates?.diagnostics ?? []).filter(({ severity }) => severity === 'look');
  return [
    ...(failure === null ? [] : [`failed: ${failure}`]),
    ...notable.map(({ label, value, hint }) => `look here: ${label} = ${value ?? 'NA'}. ${hint}`),
    ...report.limits,
  ].map((sentence) => `${resultName(result)}: ${sentence}\n`);
}

/** Log likelihoods in nats; scores as concordance / pooled R². */
export function beliefsText({ settings }: BeliefPlan, results: readonly BeliefCellResult[]): string {
  const thresholds = results.flatMap(thresholdLines);
  return [
    `Model ${settings.kind}, estimator ${settings.estimator}; log likelihoods in nats, scores as concordance / R²\n`,
    columns([FITS, ...results.map(fitLine)]),
    ...(thresholds.length > 0 ? ['\n', columns([THRESHOLDS, ...thresholds])] : []),
    '\n',
    ...results.flatMap(findings),
  ].join('');
}
