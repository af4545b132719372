// What luce compare writes into --out and prints in a terminal.
import { writeTableCsv, type TableRow } from '../formats/table-csv.ts';
import { calibratedRows, simulatedRows } from '../instruments/seu/check/predictive-rows.ts';
import type { Diagnostic } from '../statistics/diagnostic.ts';
import type { ComparisonTables } from './compare-tables.ts';
import { toJson, type OutputDirectory } from './output.ts';
import { columns } from './text.ts';

/** Tables by file name; only those that the comparison has. */
function tablesOf(tables: ComparisonTables): ReadonlyMap<string, readonly TableRow[]> {
  const found = new Map<string, readonly object[]>([
    ['conditions.csv', tables.conditions],
    ['effects.csv', tables.effects],
    ['resolution.csv', tables.resolution.flatMap(({ rows }) => rows)],
    ['missing.csv', tables.missing],
    ['power.csv', tables.resolution.flatMap(({ cell, power }) => power.map((point) => ({ cell, ...point })))],
  ]);
  const byCondition = <Row extends object>(
    rowsOf: (check: NonNullable<typeof tables.checks>[number]) => readonly Row[],
  ) => (tables.checks ?? []).flatMap((check) => rowsOf(check).map((row) => ({ label: check.label, ...row })));
  if (tables.checks) {
    found.set(
      'agreement.csv',
      byCondition(({ agreement }) => agreement),
    );
    found.set(
      'positions.csv',
      byCondition(({ position }) => position.rates),
    );
    found.set(
      'blocks.csv',
      byCondition(({ single_alpha }) => single_alpha.blocks),
    );
    found.set(
      'comparators.csv',
      byCondition(({ comparators }) => comparators),
    );
    found.set(
      'left-out.csv',
      byCondition(({ left_out }) => left_out),
    );
  }
  if (tables.checks)
    found.set(
      'findings.csv',
      byCondition(({ findings }) => findings),
    );
  if (tables.predictive) {
    found.set('calibrated.csv', tables.predictive.flatMap(calibratedRows));
    found.set('simulated-p.csv', tables.predictive.flatMap(simulatedRows));
  }
  if (tables.sweep) found.set('sweep.csv', tables.sweep.rows);
  for (const name of ['fixed_features', 'one_presentation', 'stricter'] as const) {
    const refit = tables[name];
    if (!refit) continue;
    const file = name.replace('_', '-');
    found.set(`${file}-shifts.csv`, refit.shifts);
    found.set(`${file}-sampler.csv`, refit.sampler);
    found.set(`${file}-slopes.csv`, refit.slopes);
  }
  return found as ReadonlyMap<string, readonly TableRow[]>;
}

export async function writeComparison(output: OutputDirectory, tables: ComparisonTables): Promise<void> {
  for (const [name, rows] of tablesOf(tables))
    if (rows.length > 0) await output.write(name, writeTableCsv(rows));
  await output.write('compare.json', `${toJson(tables)}\n`);
}

const DIGITS = 4;

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return 'NA';
  return typeof value === 'number' ? String(Number(value.toPrecision(DIGITS))) : String(value);
};

/** The named columns of some rows under a heading; nothing where there are none. */
function section<Row extends object>(
  title: string,
  rows: readonly Row[],
  names: readonly (keyof Row & string)[],
) {
  if (rows.length === 0) return '';
  const body = rows.map((row) => names.map((name) => cellText(row[name])));
  return `${title}\n${columns([names, ...body])}\n`;
}

/** One line a finding, what asks for a look first in the line. */
const findingsText = (findings: readonly Diagnostic[]): string =>
  `${findings.map(({ severity, label, hint }) => `${severity.padEnd(4)} ${label}: ${hint}`).join('\n')}\n\n`;

function checksText(checks: NonNullable<ComparisonTables['checks']>): string {
  return checks
    .map(({ label, problems, findings, agreement, single_alpha, position, comparators, finding }) =>
      [
        `${label}: ${problems}\n`,
        findingsText(findings),
        section('Agreement of presentations', agreement, [
          'size',
          'problems',
          'observed',
          'replicated',
          'q5',
          'q95',
          'p',
        ]),
        section(`Choices by place of display: p = ${cellText(position.test?.p)}`, position.rates, [
          'size',
          'position',
          'hits',
          'cases',
          'rate',
        ]),
        section(`One α for all blocks: p = ${cellText(single_alpha.p)}`, single_alpha.blocks, [
          'block',
          'choices',
          'observed',
          'replicated',
          'p',
        ]),
        section('Left-out problems', comparators, [
          'model',
          'elpd',
          'se',
          'flagged',
          'difference',
          'difference_se',
        ]),
        `${finding}\n\n`,
      ].join(''),
    )
    .join('');
}

function predictiveText(predictive: ComparisonTables['predictive']): string {
  return (predictive ?? [])
    .map((report) => {
      const title = `${report.label}: predictive p beside ${report.fitted} simulated agents`;
      const rows = calibratedRows(report);
      const names = [
        'check',
        'p',
        'q5',
        'median',
        'q95',
        'calibrated',
        'power_position',
        'power_lapses',
      ] as const;
      return `${section(title, rows, names)}${findingsText(report.findings)}`;
    })
    .join('');
}

function refitText(title: string, refit: ComparisonTables['stricter']): string {
  if (!refit) return '';
  return [
    section(`${title}: shifts in posterior sds`, refit.shifts, [
      'label',
      'block',
      'largest_shift',
      'variable',
      'sd_ratio',
      'rhat_flags',
      'rhat_flags_refit',
    ]),
    section(`${title}: sampler`, refit.sampler, [
      'label',
      'divergences',
      'divergences_refit',
      'saturated_refit',
    ]),
    section(`${title}: slopes`, refit.slopes, [
      'cell',
      'median',
      'median_refit',
      'shift',
      'p_negative',
      'p_negative_refit',
    ]),
  ].join('');
}

export function comparisonText(tables: ComparisonTables): string {
  const { sweep } = tables;
  return [
    tables.finding === '' ? '' : `${tables.finding}\n\n`,
    section('Conditions', tables.conditions, [
      'label',
      'posterior_median',
      'sd_ratio_log_alpha',
      'contraction_log_alpha',
      'width_ratio',
      'eta_gap_median',
      'alpha_eta_gap',
      'missing',
      'presentations',
    ]),
    section('Effects', tables.effects, [
      'kind',
      'scale',
      'factor',
      'levels',
      'within',
      'median',
      'q5',
      'q95',
      'p_negative',
      'minimum_detectable',
    ]),
    section(
      'Smallest slope that would be seen',
      tables.resolution.flatMap(({ rows }) => rows),
      ['cell', 'level', 'gaussian', 'empirical', 'proportional', 'fraction_of_alpha'],
    ),
    tables.checks ? checksText(tables.checks) : '',
    predictiveText(tables.predictive),
    sweep
      ? section('Slopes by prior of α', sweep.rows, [
          'cell',
          'prior',
          'slope_median',
          'mcse_median',
          'p_slope_negative',
        ])
      : '',
    sweep ? section('Does the prior matter?', sweep.findings, ['cell', 'sign_stable', 'reading_stable']) : '',
    refitText('Fixed features', tables.fixed_features),
    refitText('One presentation a problem', tables.one_presentation),
    refitText('Stricter sampling', tables.stricter),
    ...tables.caveats.map((caveat) => `${caveat}\n`),
  ].join('');
}
