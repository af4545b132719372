// What luce fit prints as JSON and writes as tables.
import { writeCmdstanCsv, type CmdstanRun } from '../formats/cmdstan.ts';
import { writeTableCsv } from '../formats/table-csv.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import type { FitReport, PpcCheck } from '../instruments/seu/report.ts';
import type { Executed } from './execute.ts';
import type { Input } from './inputs.ts';
import { toJson, type OutputDirectory } from './output.ts';
import { VERSION } from './version.ts';

/** ll, modal and prob of the uncertain block; risky and combined ones under their own names. */
function ppcJson(ppc: readonly PpcCheck[]): Record<string, number> {
  return Object.fromEntries(
    ppc.map(({ block, statistic, p }) => [block === 'uncertain' ? statistic : `${statistic}_${block}`, p]),
  );
}

/** CPU seconds of the run, shared by gradients. */
function share(executed: Executed, index: number): number {
  const gradients = (condition: number | null): number => {
    const totals = new Map<string, number>();
    for (const { taskKey, gradients: sampling, warmupGradients } of executed.chunks) {
      if (condition !== null && Number(taskKey.slice(1, 4)) !== condition) continue;
      totals.set(taskKey, Math.max(totals.get(taskKey) ?? 0, sampling + warmupGradients));
    }
    return [...totals.values()].reduce((sum, value) => sum + value, 0);
  };
  return gradients(index) / Math.max(1, gradients(null));
}

export function fitJson(
  input: Input,
  plan: FitPlan,
  report: FitReport | null,
  executed: Executed,
  index: number,
): Record<string, unknown> {
  const head = { file: input.label, model: plan.settings.conditions[index].model.name };
  if (report === null)
    return { ...head, failures: executed.states.filter(({ failure }) => failure !== null) };
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
    ppc: ppcJson(report.ppc),
    engine: executed.manifest.engine?.kind ?? 'cpu',
    sampler: { name, gradients, gradients_warmup, divergences, step_size, saturated, ebfmi },
    seconds: executed.seconds,
    cpu_seconds: executed.cpuSeconds * share(executed, index),
    failures: report.failures,
  };
}

const folderOf = (inputs: readonly Input[], index: number): string =>
  inputs.length === 1
    ? ''
    : `${String(index + 1).padStart(3, '0')}-${inputs[index].dataset.name.replace(/[^\w.-]+/g, '_')}/`;

const cmdstanRun = (plan: FitPlan, report: FitReport): CmdstanRun => ({
  model: report.model.name,
  version: VERSION,
  data: report.label,
  seed: plan.seed,
  sampler: plan.settings.sampler,
  inverseMetric: null,
  seconds: null,
});

async function writeOne(
  output: OutputDirectory,
  folder: string,
  plan: FitPlan,
  report: FitReport,
): Promise<void> {
  await output.write(`${folder}summary.csv`, writeTableCsv(report.summary.map((row) => ({ ...row }))));
  await output.write(
    `${folder}diagnostics.csv`,
    writeTableCsv(report.diagnostics.map((row) => ({ ...row }))),
  );
  await output.write(`${folder}choices.csv`, writeTableCsv(report.choices.map((row) => ({ ...row }))));
  await output.write(
    `${folder}ppc.csv`,
    writeTableCsv(report.ppc.map(({ block, statistic, p }) => ({ block, statistic, p }))),
  );
  for (let chain = 0; chain < report.draws.chains; chain++)
    await output.write(
      `${folder}draws-${chain + 1}.csv`,
      writeCmdstanCsv(report.draws, report.statistics, chain, cmdstanRun(plan, report)),
    );
}

export async function writeFitTables(
  output: OutputDirectory,
  plan: FitPlan,
  inputs: readonly Input[],
  reports: readonly (FitReport | null)[],
  objects: readonly Record<string, unknown>[],
): Promise<void> {
  for (const [index, report] of reports.entries())
    if (report) await writeOne(output, folderOf(inputs, index), plan, report);
  await output.write('fit.json', `${toJson(objects)}\n`);
}
