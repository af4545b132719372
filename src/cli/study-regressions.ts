// The regressions of a study: their reports, what they print, and their tables.
import { writeTableCsv } from '../formats/table-csv.ts';
import { hierarchicalFitReport } from '../instruments/seu/hierarchical/fit.ts';
import type { HierarchicalReport } from '../instruments/seu/hierarchical/report.ts';
import { regressionPlan, slopeComparison, type StudyPlan } from '../instruments/seu/hierarchical/study.ts';
import { slopeRows, type SlopeRow } from '../instruments/seu/hierarchical/views.ts';
import type { StudyCondition } from '../instruments/seu/report.ts';
import type { Dataset } from '../formats/dataset.ts';
import type { Executed } from './execute.ts';
import { hierarchicalJson, writeHierarchicalTables } from './hierarchical-output.ts';
import type { OutputDirectory } from './output.ts';
import { columns, diagnosticLines } from './text.ts';

/** One report a regression, null without draws; rows of those that have some. */
export interface Regressions {
  readonly reports: readonly (HierarchicalReport | null)[];
  readonly rows: readonly SlopeRow[];
  /** For --json: the rows with each fit's summary of the regression and its diagnostics. */
  readonly json: readonly Record<string, unknown>[];
}

export function regressionsOf(
  plan: StudyPlan,
  datasets: ReadonlyMap<string, Dataset>,
  executed: Executed,
  conditions: readonly StudyCondition[],
): Regressions {
  const regressions = regressionPlan(plan);
  const reports = regressions.settings.fits.map((_, i) =>
    hierarchicalFitReport(regressions, datasets, executed.chunks, executed.states, i, 'study'),
  );
  const rowOf = (report: HierarchicalReport): SlopeRow => slopeRows([slopeComparison(report, conditions)])[0];
  const json = reports.map((report, i) => {
    const { label } = regressions.settings.fits[i];
    const { file: cell, ...fit } = hierarchicalJson(label, regressions, report, executed, i);
    return { cell, ...(report && rowOf(report)), ...fit };
  });
  return { reports, rows: reports.filter((report) => report !== null).map(rowOf), json };
}

/** hierarchical.csv, and a folder for each regression. */
export async function writeRegressions(
  output: OutputDirectory,
  plan: StudyPlan,
  { reports, rows }: Regressions,
): Promise<void> {
  if (reports.length === 0) return;
  await output.write('hierarchical.csv', writeTableCsv(rows.map((row) => ({ ...row }))));
  const regressions = regressionPlan(plan);
  for (const [i, report] of reports.entries()) {
    const folder = `hierarchical/${String(i + 1).padStart(3, '0')}-${report?.label.replace(/[^\w.-]+/g, '_')}/`;
    if (report) await writeHierarchicalTables(output, folder, regressions, report);
  }
}

const figure = (value: number | null): string =>
  value === null ? 'NA' : String(Number(value.toPrecision(4)));

const HEAD = 'cell|slope of log alpha|q5|q95|independent|q5|q95|sigma_cell|gamma0|prior sds|'.split('|');

export function regressionsText({ reports, rows }: Regressions): string {
  if (rows.length === 0) return '';
  const lines = rows.map((row) => [
    row.cell,
    ...[
      row.slope_median,
      row.slope_q5,
      row.slope_q95,
      row.independent_median,
      row.independent_q5,
      row.independent_q95,
      row.sigma_cell_median,
      row.gamma0_mean,
      row.gamma0_distance,
    ].map(figure),
    row.prior_conflict ? 'prior conflict' : '',
  ]);
  const notes = reports
    .filter((report) => report !== null)
    .map((report) => `${report.label}, fitted together:\n${diagnosticLines(report.diagnostics)}`);
  return ['\n', columns([HEAD, ...lines]), '\n', ...notes].join('');
}
