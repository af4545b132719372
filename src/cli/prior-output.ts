// What luce prior prints and writes.
import type { GridRow } from '../instruments/seu/prior/grid.ts';
import { priorTexts } from '../instruments/seu/prior-text.ts';
import type { PriorReport, PriorSettings } from '../instruments/seu/prior/report.ts';
import type { Suggestion } from '../instruments/seu/prior/suggest.ts';
import { priorTables } from '../instruments/seu/prior/tables.ts';
import type { Plan } from '../jobs/run.ts';
import { toJson, type OutputDirectory } from './output.ts';
import { columns, diagnosticLines } from './text.ts';

export type PriorPlan = Plan<PriorSettings & { readonly design: string }>;

const suggestionJson = (suggestion: Suggestion | null) =>
  suggestion && (suggestion.ok ? suggestion.suggestion : { fault: suggestion.fault });

/** report.json, and what --json prints. */
export function priorJson(plan: PriorPlan, report: PriorReport, seconds: number) {
  const { model, draws, design } = plan.settings;
  return {
    design,
    model: model.name,
    priors: priorTexts(model),
    seed: plan.seed,
    draws,
    chance: report.chance,
    summary: report.summary,
    grid: report.grid,
    nearest: report.nearest,
    suggestion: suggestionJson(report.suggestion),
    finding: report.finding,
    findings: report.findings.map(({ id, label, value, severity, hint }) => ({
      id,
      label,
      value,
      severity,
      hint,
    })),
    seconds,
  };
}

export async function writePriorTables(
  output: OutputDirectory,
  report: PriorReport,
  json: object,
): Promise<void> {
  for (const [name, text] of Object.entries(priorTables(report))) await output.write(name, text);
  await output.write('report.json', `${toJson(json)}\n`);
}

const figure = (value: number): string => String(Number(value.toPrecision(4)));

const SUMMARY_COLUMNS = ['mean', 'sd', 'q5', 'median', 'q95'] as const;
const GRID_COLUMNS = [
  'mu',
  'sigma',
  'alpha_q5',
  'alpha_median',
  'alpha_q95',
  'rate_mean',
  'rate_sd',
  'rate_q5',
  'rate_q95',
] as const;

const gridText = (rows: readonly GridRow[]): string =>
  rows.length === 0
    ? ''
    : `\n${columns([GRID_COLUMNS, ...rows.map((row) => GRID_COLUMNS.map((name) => figure(row[name])))])}`;

function suggestionText({ suggestion, nearest }: PriorReport): string {
  if (suggestion === null) return '';
  const near = nearest
    ? `Nearest of the grid: lognormal(${nearest.mu}, ${nearest.sigma}), rate ${figure(nearest.rate_mean)}.\n`
    : '';
  if (!suggestion.ok) return `\nNo prior suggested: ${suggestion.fault}.\n${near}`;
  const { mu, sigma, target, mcse_mu, alpha_q5, alpha_median, alpha_q95 } = suggestion.suggestion;
  return (
    `\nA mean rate of ${target} takes alpha ~ lognormal(${mu.toFixed(2)}, ${sigma}) ` +
    `(mu to within ${figure(mcse_mu)}): median ${figure(alpha_median)}, ` +
    `90 % ${figure(alpha_q5)} to ${figure(alpha_q95)}.\n${near}`
  );
}

export function priorText({ settings }: PriorPlan, report: PriorReport): string {
  return [
    `${settings.design}: ${settings.model.name}, ${priorTexts(settings.model).join(', ')}\n`,
    `${report.finding}\n\n`,
    columns([
      ['quantity', ...SUMMARY_COLUMNS],
      ...report.summary.map((row) => [row.quantity, ...SUMMARY_COLUMNS.map((name) => figure(row[name]))]),
    ]),
    gridText(report.grid),
    suggestionText(report),
    '\n',
    diagnosticLines(report.findings),
  ].join('');
}
