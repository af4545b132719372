// luce prior: how agents drawn from a prior would choose on a design, and the prior that reaches a target.
import { writeTableCsv } from '../formats/table-csv.ts';
import { GRID_FORM, parseGrid, type GridRow } from '../instruments/seu/prior/grid.ts';
import { priorTexts } from '../instruments/seu/prior-text.ts';
import { priorReport, type PriorReport, type PriorSettings } from '../instruments/seu/prior/report.ts';
import { PRIOR_QUANTITIES } from '../instruments/seu/prior/summary.ts';
import type { Suggestion } from '../instruments/seu/prior/suggest.ts';
import type { Manifest, Plan } from '../jobs/run.ts';
import type { LognormalPrior } from '../models/seu/presets.ts';
import { seedOf, usage, UsageError, wholeNumber, type Arguments } from './arguments.ts';
import { systemClock } from './clock.ts';
import { designInput } from './design-input.ts';
import { inputWarnings, resolveModel, type Input } from './inputs.ts';
import { openOutput, toJson, type OutputDirectory } from './output.ts';
import { columns, diagnosticLines } from './text.ts';
import { VERSION } from './version.ts';

const DRAWS = 20_000;
const MOST_DRAWS = 1_000_000;
/** Rates kept in memory at once. */
const MOST_CELLS = 20_000_000;

type PriorPlan = Plan<PriorSettings & { readonly design: string }>;

function gridOf(args: Arguments, draws: number): readonly LognormalPrior[] {
  const text = args.text('grid');
  if (text === undefined) return [];
  const grid = parseGrid(text);
  if (!grid.ok) throw new UsageError([`--grid: ${grid.fault}`]);
  const cells = grid.priors.length * draws;
  if (cells > MOST_CELLS)
    throw usage('--grid', `${cells} draws over all points`, `at most ${MOST_CELLS}, such as ${GRID_FORM}`);
  return grid.priors;
}

function targetOf(args: Arguments): number | null {
  const text = args.text('target');
  if (text === undefined) return null;
  const target = Number(text);
  if (!(target > 0 && target < 1)) throw usage('--target', JSON.stringify(text), 'a rate between 0 and 1');
  return target;
}

function planOf(input: Input, args: Arguments): PriorPlan {
  const draws = wholeNumber(args, 'draws', DRAWS, 100, MOST_DRAWS);
  const model = resolveModel(input, args.text('model'), args.texts('prior'));
  const settings = { design: input.label, model, draws, grid: gridOf(args, draws), target: targetOf(args) };
  return {
    instrument: 'seu',
    analysis: 'prior',
    title: input.label,
    datasets: [input.dataset.hash],
    settings,
    seed: seedOf(args),
    engine: 'cpu',
  };
}

const manifestOf = (plan: PriorPlan, seconds: number, warnings: readonly string[]): Manifest => ({
  app: 'luce',
  version: VERSION,
  plan,
  engine: null,
  seconds,
  cpuSeconds: null,
  warnings,
  tasks: [],
});

const suggestionJson = (suggestion: Suggestion | null) =>
  suggestion && (suggestion.ok ? suggestion.suggestion : { fault: suggestion.fault });

function priorJson(plan: PriorPlan, report: PriorReport, seconds: number) {
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

function drawRows({ predictive }: PriorReport): readonly Record<string, number | null>[] {
  return Array.from({ length: predictive.count }, (_, i) => ({
    draw: predictive.first + i + 1,
    ...Object.fromEntries(
      PRIOR_QUANTITIES.map(([name, column]) => {
        const value = predictive[column][i];
        return [name, Number.isNaN(value) ? null : value];
      }),
    ),
  }));
}

async function writeTables(output: OutputDirectory, report: PriorReport, json: object): Promise<void> {
  await output.write('prior_predictive.csv', writeTableCsv(drawRows(report)));
  await output.write('problems.csv', writeTableCsv(report.problems.map((row) => ({ ...row }))));
  if (report.grid.length > 0)
    await output.write('grid.csv', writeTableCsv(report.grid.map((row) => ({ ...row }))));
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

function priorReportText({ settings }: PriorPlan, report: PriorReport): string {
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

export async function priorCommand(args: Arguments): Promise<number> {
  const input = await designInput(args);
  const plan = planOf(input, args);
  const warnings = inputWarnings(input, plan.settings.model);
  const output = await openOutput(args, plan);
  for (const warning of warnings) process.stderr.write(`luce: ${warning}\n`);
  const began = systemClock.now();
  await output?.manifest(manifestOf(plan, 0, warnings));
  const report = priorReport(input.dataset.content, plan.settings, plan.seed);
  const seconds = (systemClock.now() - began) / 1000;
  const json = priorJson(plan, report, seconds);
  if (output) await writeTables(output, report, json);
  await output?.manifest(manifestOf(plan, seconds, warnings));
  process.stdout.write(args.has('json') ? `${toJson(json)}\n` : priorReportText(plan, report));
  return 0;
}
