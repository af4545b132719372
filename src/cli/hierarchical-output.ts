// What hierarchical fits print as JSON and text and write as tables.
import { writeCmdstanCsv } from '../formats/cmdstan.ts';
import { writeTableCsv } from '../formats/table-csv.ts';
import { parseHierarchicalKey, type HierarchicalPlan } from '../instruments/seu/hierarchical/plan.ts';
import type { HierarchicalReport } from '../instruments/seu/hierarchical/report.ts';
import { cellRows, coefficientRows } from '../instruments/seu/hierarchical/views.ts';
import type { Executed } from './execute.ts';
import type { OutputDirectory } from './output.ts';
import { columns, diagnosticLines } from './text.ts';
import { VERSION } from './version.ts';

/** Share of fit `index` in all gradients of the run. */
function share({ chunks }: Executed, index: number): number {
  const totals = new Map<string, number>();
  for (const { taskKey, gradients, warmupGradients } of chunks)
    totals.set(taskKey, Math.max(totals.get(taskKey) ?? 0, gradients + warmupGradients));
  const sum = (counts: (key: string) => boolean): number =>
    [...totals].reduce((total, [key, value]) => total + (counts(key) ? value : 0), 0);
  return (
    sum((key) => parseHierarchicalKey(key)?.fit === index) /
    Math.max(
      1,
      sum(() => true),
    )
  );
}

const failed = ({ states }: Executed, index: number) =>
  states
    .filter(({ key, failure }) => failure !== null && parseHierarchicalKey(key)?.fit === index)
    .map(({ key, failure }) => ({ task: key, message: failure }));

/** The object of luce fit --json, with the cells that were fitted together and γ₀ beside its prior. */
export function hierarchicalJson(
  file: string,
  plan: HierarchicalPlan,
  report: HierarchicalReport | null,
  executed: Executed,
  index: number,
): Record<string, unknown> {
  const head = { file, model: plan.settings.fits[index].model.name };
  if (report === null) return { ...head, failures: failed(executed, index) };
  const { name, gradients, gradients_warmup, divergences, step_size, saturated, ebfmi } = report.sampler;
  return {
    ...head,
    summary: report.summary,
    diagnostics: report.diagnostics.map(({ id, label, value, severity, hint }) => ({
      id,
      label,
      value,
      severity,
      hint,
    })),
    ppc: Object.fromEntries(report.ppc.map(({ statistic, p }) => [statistic, p])),
    cells: cellRows(report),
    coefficients: coefficientRows(report),
    prior: report.prior,
    engine: executed.manifest.engine?.kind ?? 'cpu',
    sampler: { name, gradients, gradients_warmup, divergences, step_size, saturated, ebfmi },
    seconds: executed.seconds,
    cpu_seconds: executed.cpuSeconds * share(executed, index),
    failures: report.failures,
  };
}

const flat = (rows: readonly object[]) => rows.map((row) => ({ ...row }));

/** summary, diagnostics, cells, coefficients, choices, ppc, and a CmdStan file for each chain. */
export async function writeHierarchicalTables(
  output: OutputDirectory,
  folder: string,
  plan: HierarchicalPlan,
  report: HierarchicalReport,
): Promise<void> {
  const table = (name: string, rows: readonly object[]): Promise<void> =>
    output.write(`${folder}${name}.csv`, writeTableCsv(flat(rows)));
  await table('summary', report.summary);
  await table('diagnostics', report.diagnostics);
  await table(
    'cells',
    cellRows(report).map(({ predictors, ...row }) => ({ ...row, predictors: predictors.join(' ') })),
  );
  await table('coefficients', coefficientRows(report));
  await table('choices', report.choices);
  await table(
    'ppc',
    report.ppc.map(({ block, statistic, p }) => ({ block, statistic, p })),
  );
  const run = {
    model: report.model.name,
    version: VERSION,
    data: report.label,
    seed: plan.seed,
    sampler: plan.settings.sampler,
    inverseMetric: null,
    seconds: null,
  };
  for (let chain = 0; chain < report.draws.chains; chain++)
    await output.write(
      `${folder}draws-${chain + 1}.csv`,
      writeCmdstanCsv(report.draws, report.statistics, chain, run),
    );
}

const HEADLINE = /^(gamma|sigma_|alpha|delta|upsilon|log_lik$|lp__$)/;

const figure = (value: number | null): string =>
  value === null ? 'NA' : String(Number(value.toPrecision(4)));

export function hierarchicalText(file: string, report: HierarchicalReport | null): string {
  if (report === null) return `${file}: no draws.\n`;
  const rows = report.summary
    .filter(({ variable }) => HEADLINE.test(variable))
    .map((row) => [
      row.variable,
      ...[row.median, row.sd, row.q5, row.q95, row.rhat, row.ess_bulk, row.ess_tail].map(figure),
    ]);
  const head = ['variable', 'median', 'sd', 'q5', 'q95', 'rhat', 'ess_bulk', 'ess_tail'];
  const ppc = report.ppc.map(({ statistic, p }) => `${statistic} ${figure(p)}`).join(', ');
  return [
    `${file}: ${report.model.name}, ${report.menus} choices in ${report.cells.length} cells\n`,
    columns([head, ...rows]),
    `Predictive p-values, pooled over cells: ${ppc}\n`,
    diagnosticLines(report.diagnostics),
    '\n',
  ].join('');
}
