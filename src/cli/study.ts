// luce study: the tables of a temperature study from a JSON plan.
import { writeTableCsv, type Cell as TableCell } from '../formats/table-csv.ts';
import { fitReport } from '../instruments/seu/fit.ts';
import { hierarchicalTasks, parseHierarchicalKey } from '../instruments/seu/hierarchical/plan.ts';
import { regressionPlan } from '../instruments/seu/hierarchical/study.ts';
import { fitTasks, type FitPlan } from '../instruments/seu/plan.ts';
import type { CellReport, FitReport, StudyCondition, StudyReport } from '../instruments/seu/report.ts';
import { studyCondition, studyReport } from '../instruments/seu/study.ts';
import { usage, type Arguments } from './arguments.ts';
import { executeWork, type Executed } from './execute.ts';
import { byHash, exitStatus, sayFailures } from './outcome.ts';
import { openOutput, toJson, type OutputDirectory } from './output.ts';
import { planStudy } from './study-plan.ts';
import { regressionsOf, regressionsText, writeRegressions } from './study-regressions.ts';
import { studyText } from './text.ts';

type TableRow = Readonly<Record<string, TableCell>>;

const ALPHA_COLUMNS = [
  'mean',
  'median',
  'sd',
  'mad',
  'q5',
  'q95',
  'rhat',
  'ess_bulk',
  'ess_tail',
  'mcse_mean',
] as const;

const conditionRow = (c: StudyCondition): TableRow => {
  const row = c.report.summary.find(({ variable }) => variable === 'alpha')!;
  const alpha = Object.fromEntries(ALPHA_COLUMNS.map((column) => [column, row[column]]));
  const ppc = Object.fromEntries(
    c.report.ppc.map(({ block, statistic, p }) => [
      `ppc_${statistic}${block === 'uncertain' ? '' : `_${block}`}`,
      p,
    ]),
  );
  return {
    label: c.label,
    cell: c.cell,
    temperature: c.temperature,
    ...alpha,
    ...ppc,
    divergences: c.report.sampler.divergences,
    feature_norm: c.featureNorm,
    eta_gap: c.etaGap,
    alpha_eta_gap: c.alphaEtaGap,
    set_aside: c.setAside ?? '',
  };
};

const cellRow = ({ cell, agent, task, slope, ...rest }: CellReport): TableRow => ({
  cell,
  agent,
  task,
  slope_median: slope.median,
  slope_mean: slope.mean,
  slope_sd: slope.sd,
  slope_q5: slope.q5,
  slope_q95: slope.q95,
  p_slope_negative: rest.probabilityNegative,
  p_monotone: rest.probabilityMonotone,
  minimum_detectable: rest.minimumDetectable,
});

const pairRows = (report: StudyReport): TableRow[] =>
  report.cells.flatMap(({ cell, pairwise }) => pairwise.map((pair) => ({ cell, ...pair })));

const mergedRows = (report: StudyReport): TableRow[] =>
  report.cells.flatMap(({ cell, merged }) =>
    merged.map(({ temperatures, probability }) => ({
      cell,
      temperatures: temperatures.join('+'),
      probability,
    })),
  );

/** Every condition that was fitted, those of cells without a slope too: by cell, in order of temperature. */
const inOrder = (plan: FitPlan, conditions: readonly StudyCondition[]): readonly StudyCondition[] =>
  (plan.settings.study?.cells ?? []).flatMap(({ id }) =>
    conditions.filter(({ cell }) => cell === id).sort((a, b) => a.temperature - b.temperature),
  );

function studyJson(report: StudyReport, conditions: readonly TableRow[], executed: Executed) {
  return {
    title: report.title,
    finding: report.finding,
    caveats: report.caveats,
    conditions,
    cells: report.cells.map((cell) => ({ ...cellRow(cell), pairwise: cell.pairwise, merged: cell.merged })),
    cross: report.cross,
    seconds: executed.seconds,
    cpu_seconds: executed.cpuSeconds,
  };
}

async function writeTables(
  output: OutputDirectory,
  report: StudyReport,
  conditions: readonly TableRow[],
  json: unknown,
): Promise<void> {
  await output.write('conditions.csv', writeTableCsv(conditions));
  await output.write('slopes.csv', writeTableCsv(report.cells.map(cellRow)));
  await output.write('pairwise.csv', writeTableCsv(pairRows(report)));
  await output.write(
    'merged.csv',
    writeTableCsv(mergedRows(report), ['cell', 'temperatures', 'probability']),
  );
  await output.write(
    'cross.csv',
    writeTableCsv(
      report.cross.map((row) => ({ ...row })),
      ['first', 'second', 'full', 'common', 'ceiling'],
    ),
  );
  await output.write('study.json', `${toJson(json)}\n`);
}

export async function studyCommand(args: Arguments): Promise<number> {
  const [file, ...others] = args.positionals;
  if (file === undefined || others.length > 0)
    throw usage('PLAN', `${args.positionals.length} files`, 'one JSON study plan');
  const { plan, inputs } = await planStudy(file, args);
  const output = await openOutput(args, plan);
  const datasets = byHash(inputs);
  const tasks = [...fitTasks(plan, datasets), ...hierarchicalTasks(regressionPlan(plan), datasets)];
  const executed = await executeWork({ plan, tasks, chains: tasks.length }, args, output);
  sayFailures(executed);
  const chunks = executed.chunks.filter(({ taskKey }) => parseHierarchicalKey(taskKey) === null);
  const states = executed.states.filter(({ key }) => parseHierarchicalKey(key) === null);
  const reports = plan.settings.conditions.map((_, i) =>
    fitReport(plan, datasets, chunks, states, i, 'study'),
  );
  const conditions = reports.flatMap((report, i) => (report ? [conditionOf(report, i)] : []));
  const report = studyReport(plan, conditions);
  const ordered = inOrder(plan, conditions);
  const rows = ordered.map(conditionRow);
  const regressions = regressionsOf(plan, datasets, executed, conditions);
  const json = {
    ...studyJson(report, rows, executed),
    ...(regressions.json.length > 0 && { hierarchical: regressions.json }),
  };
  if (output) await writeTables(output, report, rows, json);
  if (output) await writeRegressions(output, plan, regressions);
  const text = (): string => `${studyText(report, ordered)}${regressionsText(regressions)}`;
  process.stdout.write(args.has('json') ? `${toJson(json)}\n` : text());
  return exitStatus([...reports, ...regressions.reports]);

  function conditionOf(fit: FitReport, index: number): StudyCondition {
    const { cell, temperature } = plan.settings.conditions[index];
    return studyCondition(fit, inputs[index].dataset.content, cell ?? '', temperature ?? NaN);
  }
}
