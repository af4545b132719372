// What a person reads in a terminal: the finding, its uncertainty, and what to look at.
import { isOfChains, worstOf } from '../instruments/seu/convergence.ts';
import type { FitReport, StudyCondition, StudyReport, SummaryRow } from '../instruments/seu/report.ts';
import type { Diagnostic } from '../statistics/diagnostic.ts';
import type { Input } from './inputs.ts';

const HEADLINE = ['alpha', 'omega', 'kappa', 'log_lik', 'lp__'];
const DIGITS = 4;

const figure = (value: number | null): string =>
  value === null ? 'NA' : Number.isFinite(value) ? String(Number(value.toPrecision(DIGITS))) : String(value);

/** Rows as columns padded to a common width, the first flush left. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, j) => Math.max(...rows.map((row) => row[j].length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, j) => (j === 0 ? cell.padEnd(widths[j]) : cell.padStart(widths[j]))).join('  ');
  return `${rows.map(line).join('\n')}\n`;
}

const summaryRow = (row: SummaryRow): readonly string[] => [
  row.variable,
  ...[row.median, row.sd, row.q5, row.q95, row.rhat, row.ess_bulk, row.ess_tail].map(figure),
];

const HEAD = ['variable', 'median', 'sd', 'q5', 'q95', 'rhat', 'ess_bulk', 'ess_tail'];

/** Variables whose R-hat or effective size is named one by one; more are counted. */
const MOST_NAMED = 3;
const isFailed = ({ severity }: Diagnostic): boolean => severity === 'fail';
const wordOf = (failed: boolean): string => (failed ? 'FAIL' : 'look here');

const diagnosticLine = (found: Diagnostic): string =>
  `${wordOf(isFailed(found))}: ${found.label} = ${figure(found.value)}. ${found.hint}\n`;

/** Many variables at once: how many, and the worst of those that failed, else of all. */
function chainsLine(notable: readonly Diagnostic[], of: number): string {
  const failed = notable.filter(isFailed);
  const worst = worstOf(failed.length > 0 ? failed : notable);
  const failures = failed.length > 0 ? `, ${failed.length} of them failed` : '';
  return (
    `${wordOf(failed.length > 0)}: ${notable.length} of ${of} R-hats and effective sizes${failures}; ` +
    `the worst, ${worst.label} = ${figure(worst.value)}. ${worst.hint}\n`
  );
}

/** A line a diagnostic that needs a look; R-hats and effective sizes of many variables share one. */
export function diagnosticLines(diagnostics: readonly Diagnostic[]): string {
  const notable = diagnostics.filter(({ severity }) => severity === 'look' || severity === 'fail');
  if (notable.length === 0) return 'All diagnostics are fine.\n';
  const chains = notable.filter(isOfChains);
  if (chains.length <= MOST_NAMED) return notable.map(diagnosticLine).join('');
  const others = notable.filter((one) => !isOfChains(one));
  return [chainsLine(chains, diagnostics.filter(isOfChains).length), ...others.map(diagnosticLine)].join('');
}

export function fitText(input: Input, report: FitReport | null): string {
  if (report === null) return `${input.label}: no draws.\n`;
  const rows = report.summary.filter(
    ({ variable }) => HEADLINE.includes(variable) || /^(delta|upsilon)\[/.test(variable),
  );
  const ppc = report.ppc.map(({ block, statistic, p }) => `${block} ${statistic} ${figure(p)}`).join(', ');
  return [
    `${input.label}: ${report.model.name}, ${report.menus} choices\n`,
    columns([HEAD, ...rows.map(summaryRow)]),
    `Predictive p-values: ${ppc}\n`,
    diagnosticLines(report.diagnostics),
    '\n',
  ].join('');
}

/** `conditions` are all that were fitted, in the order of their rows. */
export function studyText(report: StudyReport, conditions: readonly StudyCondition[]): string {
  const conditionRows = conditions.map((condition) => {
    const alpha = condition.report.summary.find(({ variable }) => variable === 'alpha');
    return [
      condition.label,
      condition.cell,
      String(condition.temperature),
      ...[alpha?.median, alpha?.sd, alpha?.q5, alpha?.q95, alpha?.rhat, alpha?.ess_bulk].map((v) =>
        figure(v ?? null),
      ),
      ...condition.report.ppc.map(({ p }) => figure(p)).slice(0, 3),
      figure(condition.featureNorm),
      figure(condition.etaGap),
      figure(condition.alphaEtaGap),
      condition.setAside ? 'set aside' : '',
    ];
  });
  const cellRows = report.cells.map((cell) => [
    cell.cell,
    ...[
      cell.slope.median,
      cell.slope.q5,
      cell.slope.q95,
      cell.probabilityNegative,
      cell.probabilityMonotone,
    ].map(figure),
    cell.merged
      .map(({ temperatures, probability }) => `${temperatures.join('+')}: ${figure(probability)}`)
      .join(' ') || '-',
    figure(cell.minimumDetectable),
  ]);
  const pairRows = report.cells.flatMap((cell) =>
    cell.pairwise.map(({ first, second, probability }) => [
      cell.cell,
      `${first}`,
      `${second}`,
      figure(probability),
    ]),
  );
  const crossRows = report.cross.map((c) => [
    `${c.first} < ${c.second}`,
    figure(c.full),
    figure(c.common),
    `${c.ceiling}`,
  ]);
  return [
    `${report.title}\n\n${report.finding}\n\n`,
    columns([
      [
        'condition',
        'cell',
        'T',
        'median',
        'sd',
        'q5',
        'q95',
        'rhat',
        'ess_bulk',
        'ppc ll',
        'modal',
        'prob',
        '|w|',
        'eta gap',
        'alpha x gap',
        '',
      ],
      ...conditionRows,
    ]),
    '\n',
    columns([
      ['cell', 'slope', 'q5', 'q95', 'P(slope<0)', 'P(monotone)', 'merged', 'detectable'],
      ...cellRows,
    ]),
    '\n',
    pairRows.length > 0
      ? `${columns([['cell', 'T first', 'T second', 'P(first>second)'], ...pairRows])}\n`
      : '',
    crossRows.length > 0 ? `${columns([['slopes', 'all T', 'common T', 'ceiling'], ...crossRows])}\n` : '',
    ...report.caveats.map((caveat) => `${caveat}\n`),
  ].join('');
}
