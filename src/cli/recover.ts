// luce recover: how well fits find known truths, at several sizes of a design or by kind of choice.
import { writeTableCsv, type TableRow } from '../formats/table-csv.ts';
import type { CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import { recoveryReport } from '../instruments/seu/calibration/recover.ts';
import type {
  MatchedContrast,
  RecoveredQuantity,
  RecoveryArm,
  RecoveryReport,
} from '../instruments/seu/calibration/recovery-report.ts';
import type { ReplicateRows } from '../instruments/seu/calibration/rows.ts';
import { statsRows } from '../instruments/seu/calibration/table.ts';
import { matchedRows } from '../instruments/seu/calibration/views/recovery.ts';
import type { Arguments } from './arguments.ts';
import type { Executed } from './execute.ts';
import { openOutput, toJson, type OutputDirectory } from './output.ts';
import { planRecovery } from './recover-plan.ts';
import { runReplicates } from './sbc-run.ts';
import { columns, diagnosticLines } from './text.ts';

const quantityRow = (quantity: RecoveredQuantity) => ({
  variable: quantity.variable,
  iterations: quantity.iterations,
  bias: quantity.bias,
  bias_se: quantity.biasError,
  relative_bias: quantity.relativeBias,
  rmse: quantity.rmse,
  rmse_se: quantity.rmseError,
  relative_rmse: quantity.relativeRmse,
  coverage: quantity.coverage.estimate,
  coverage_lower: quantity.coverage.lower,
  coverage_upper: quantity.coverage.upper,
  width: quantity.meanWidth,
  contraction: quantity.meanContraction,
});

const armJson = (arm: RecoveryArm) => ({
  label: arm.label,
  model: arm.model,
  fitted: arm.fitted,
  choices: arm.choices,
  replicates: arm.replicates,
  quantities: arm.quantities.map((quantity) => ({
    ...quantityRow(quantity),
    shrinkage: quantity.shrinkage,
  })),
  coupling: arm.coupling,
  scale: arm.scale,
  failures: arm.failures.length,
  unconverged: arm.unconverged.length,
});

const matchedJson = ({ rmse, width, ...rest }: MatchedContrast) => ({
  ...rest,
  rmse: rmse.estimate,
  width: width.estimate,
});

const recoveryJson = (report: RecoveryReport, { seconds, cpuSeconds }: Executed) => ({
  title: report.title,
  finding: report.finding,
  sentences: report.sentences,
  arms: report.arms.map(armJson),
  matched: report.matched.map(matchedJson),
  curve: report.curve,
  diagnostics: report.diagnostics,
  seconds,
  cpu_seconds: cpuSeconds,
});

async function writeRecovery(
  output: OutputDirectory,
  plan: CalibrationPlan,
  tables: readonly ReplicateRows[],
  report: RecoveryReport,
  json: object,
): Promise<void> {
  const labelled = report.arms.flatMap(({ label, quantities }): TableRow[] =>
    quantities.map((quantity) => ({ arm: label, ...quantityRow(quantity) })),
  );
  const estimates = tables.flatMap((rows, i): TableRow[] =>
    statsRows(rows).map((own) => ({ arm: plan.settings.arms[i].label, ...own })),
  );
  await output.write('recovery.csv', writeTableCsv(labelled));
  await output.write('estimates.csv', writeTableCsv(estimates));
  if (report.matched.length > 0)
    await output.write('matched.csv', writeTableCsv(matchedRows(report).map((own) => ({ ...own }))));
  if (report.curve.length > 0)
    await output.write('sizes.csv', writeTableCsv(report.curve.map((point) => ({ ...point }))));
  await output.write('report.json', `${toJson(json)}\n`);
}

const SHOWN: ReadonlySet<string> = new Set(['sensitivity', 'delta', 'contrast', 'psi']);

const figure = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(3))) : 'NA';

/** β stands for itself in no table of text: its rows shift together unseen, and contrasts and ψ do not. */
const armText = ({ label, choices, fitted, quantities }: RecoveryArm): string =>
  [
    `${label}: ${fitted}, ${choices} choices\n`,
    columns([
      ['quantity', 'bias', 'rel. bias', 'RMSE', 'rel. RMSE', 'coverage 90 %', 'width', 'contraction'],
      ...quantities
        .filter(({ group }) => SHOWN.has(group))
        .map(({ variable, bias, relativeBias, rmse, relativeRmse, coverage, meanWidth, meanContraction }) => [
          variable,
          ...[bias, relativeBias, rmse, relativeRmse].map(figure),
          `${figure(coverage.estimate)} [${figure(coverage.lower)}, ${figure(coverage.upper)}]`,
          ...[meanWidth, meanContraction].map(figure),
        ]),
    ]),
    '\n',
  ].join('');

const recoveryText = (report: RecoveryReport): string =>
  [
    `${report.finding}\n${report.sentences.map((sentence) => `${sentence}\n`).join('')}\n`,
    ...report.arms.map(armText),
    diagnosticLines(report.diagnostics),
  ].join('');

export async function recoverCommand(args: Arguments): Promise<number> {
  const { plan, dataset, warnings } = await planRecovery(args);
  const output = await openOutput(args, plan);
  const datasets = new Map([[dataset.hash, dataset]]);
  const { tables, executed, complete } = await runReplicates(plan, datasets, args, output, warnings);
  const report = recoveryReport(plan, datasets, tables);
  const json = recoveryJson(report, executed);
  if (output) await writeRecovery(output, plan, tables, report, json);
  process.stdout.write(args.has('json') ? `${toJson(json)}\n` : recoveryText(report));
  return complete ? 0 : 1;
}
