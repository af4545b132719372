// What luce sbc and luce merge print and write.
import { writeTableCsv } from '../formats/table-csv.ts';
import { factRows, STATS_COLUMNS, statsRows } from '../instruments/seu/calibration/table.ts';
import type { CalibrationReport, QuantityReport } from '../instruments/seu/calibration/report.ts';
import type { ReplicateRows } from '../instruments/seu/calibration/rows.ts';
import type { Arguments } from './arguments.ts';
import { toJson, type OutputDirectory } from './output.ts';
import { columns, diagnosticLines } from './text.ts';

/** The file beside a study's tables that holds its design, so that replicates can be added. */
export const DESIGN_FILE = 'design.json';

export interface Timings {
  readonly seconds: number | null;
  readonly cpuSeconds: number | null;
}

function quantityJson(quantity: QuantityReport) {
  const levels = Object.entries(quantity.coverage);
  return {
    variable: quantity.variable,
    group: quantity.group,
    information: quantity.information,
    n: quantity.n,
    max_rank: quantity.max_rank,
    ecdf_verdict: quantity.ecdf_verdict,
    p: quantity.p,
    p_adjusted: quantity.adjusted,
    departure: quantity.departure,
    coverage: Object.fromEntries(levels.map(([level, { estimate }]) => [level, estimate])),
    coverage_interval: Object.fromEntries(levels.map(([level, { lower, upper }]) => [level, [lower, upper]])),
    coverage_level: Object.fromEntries(levels.map(([level, own]) => [level, own.level])),
    contraction: quantity.contraction,
  };
}

/** "calibrated" or "not calibrated" at a look; null before one. */
const verdictWord = ({ state }: CalibrationReport): string | null =>
  state.kind === 'growing' ? null : state.verdict.passes ? 'calibrated' : 'not calibrated';

export function sbcJson(report: CalibrationReport, { seconds, cpuSeconds }: Timings) {
  const { state } = report;
  return {
    model: report.model,
    fitted: report.fitted,
    replicates: report.replicates,
    planned: report.planned,
    max_rank: report.max_rank,
    verdict: verdictWord(report),
    overall: state.kind === 'look' ? state.verdict : null,
    finding: report.finding,
    sentences: report.sentences,
    quantities: report.quantities.map(quantityJson),
    informativeness: report.informativeness,
    failures: report.failures.length,
    failed_replicates: report.failures.map(({ replicate, message }) => ({ sim_id: replicate + 1, message })),
    unconverged: report.unconverged.length,
    unconverged_replicates: report.unconverged.map(({ replicate, ...rest }) => ({
      sim_id: replicate + 1,
      ...rest,
    })),
    diagnostics: report.diagnostics,
    divergences: report.divergences,
    acceptance: report.acceptance,
    gradients: report.gradients,
    seconds,
    cpu_seconds: cpuSeconds,
  };
}

/** sbc_stats.csv opens in the R package SBC; replicates.csv holds what its columns have no place for. */
export async function writeCalibration(
  output: OutputDirectory,
  rows: ReplicateRows,
  json: object,
): Promise<void> {
  await output.write('sbc_stats.csv', writeTableCsv(statsRows(rows), STATS_COLUMNS));
  await output.write('replicates.csv', writeTableCsv(factRows(rows)));
  await output.write('report.json', `${toJson(json)}\n`);
}

const shown = (value: number | null, digits = 2): string =>
  value === null || !Number.isFinite(value) ? 'NA' : String(Number(value.toPrecision(digits)));

const row = (quantity: QuantityReport): readonly string[] => [
  quantity.variable,
  shown(quantity.departure),
  shown(quantity.p),
  shown(quantity.adjusted),
  ...Object.values(quantity.coverage).map(({ estimate }) => shown(estimate, 3)),
  shown(quantity.contraction),
];

const HEAD = ['quantity', 'departure', 'p', 'Holm', '50 %', '80 %', '90 %', '95 %', 'contraction'];

const sbcText = (report: CalibrationReport): string =>
  [
    `${report.finding}\n${report.sentences.map((sentence) => `${sentence}\n`).join('')}\n`,
    columns([HEAD, ...report.quantities.map(row)]),
    'departure: largest distance of the rank ECDF from uniform, in half-widths of its 95 % band\n\n',
    diagnosticLines(report.diagnostics),
  ].join('');

/** Prints the report; the exit status is 1 for an unfinished study, or for a negative verdict where --strict asks. */
export function sayCalibration(
  report: CalibrationReport,
  json: object,
  args: Arguments,
  complete: boolean,
): number {
  process.stdout.write(args.has('json') ? `${toJson(json)}\n` : sbcText(report));
  const negative = report.state.kind === 'look' && !report.state.verdict.passes;
  return !complete || (negative && args.has('strict')) ? 1 : 0;
}
