// How well posteriors find known truths: bias, coverage, width and contraction of each quantity, in shared rows.
import type { Share } from '../statistics/sbc/binomial-interval.ts';
import { countColumn, fractionColumn, numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark, Row } from './figure.ts';
import { estimate, fixed, fraction, integer, percent } from './number-format.ts';
import { shortName, type NamedQuantity } from './quantity-name.ts';
import { LOOK, MARK, seriesColor } from './roles.ts';
import {
  addBar,
  addRange,
  drawRows,
  spareDomain,
  type ColumnPlace,
  type SharedColumn,
} from './shared-rows.ts';
import type { Group } from './svg.ts';

/** Bias, RMSE and width are in units of the sd of the truths, so that quantities compare. */
export interface RecoveredRow extends NamedQuantity {
  readonly bias: number;
  /** Monte Carlo standard error of the bias. */
  readonly biasError: number;
  readonly rmse: number;
  readonly coverage: Share;
  readonly width: number;
  /** Null where there is no prior sd to contract. */
  readonly contraction: number | null;
}

export interface RecoveryForestView {
  readonly iterations: number;
  /** Of the intervals whose coverage and width are shown. */
  readonly level: number;
  readonly rows: readonly RecoveredRow[];
}

const TITLE = 'Recovery, quantity by quantity';
const STANDARD_ERRORS = 2;
const COLUMNS = ['bias', 'coverage', 'width', 'contraction'] as const;
type ColumnName = (typeof COLUMNS)[number];

const markId = ({ variable }: RecoveredRow, column: ColumnName): string => `${variable}-${column}`;
/** The nominal level is outside the binomial interval of the coverage. */
const missesLevel = ({ coverage }: RecoveredRow, level: number): boolean =>
  level < coverage.lower || level > coverage.upper;

const biasEnds = ({ bias, biasError }: RecoveredRow): readonly [number, number] => [
  bias - STANDARD_ERRORS * biasError,
  bias + STANDARD_ERRORS * biasError,
];

function biasDomain(rows: readonly RecoveredRow[]): [number, number] {
  const most = Math.max(0.05, ...rows.flatMap(biasEnds).filter(Number.isFinite).map(Math.abs));
  return [-1.06 * most, 1.06 * most];
}

function columnsOf({ rows, level }: RecoveryForestView): readonly SharedColumn[] {
  const lowest = Math.min(level - 0.05, ...rows.map(({ coverage }) => coverage.lower));
  const least = Math.min(0, ...rows.map(({ contraction }) => contraction ?? 0));
  return [
    { title: 'Bias', note: 'sds of truths', domain: biasDomain(rows), reference: 0 },
    { title: 'Coverage', note: `of ${percent(level)}`, domain: [lowest, 1], reference: level },
    { title: 'Width', note: 'sds of truths', domain: spareDomain(rows.map(({ width }) => width)) },
    { title: 'Contraction', note: 'mean', domain: [least, 1], reference: 0 },
  ];
}

function drawRecovered(
  root: Group,
  row: RecoveredRow,
  i: number,
  places: readonly ColumnPlace[],
  look: boolean,
): void {
  const [low, high] = biasEnds(row);
  const { estimate: share, lower, upper } = row.coverage;
  const color = seriesColor(0);
  addRange(root, markId(row, 'bias'), places[0], i, [low, row.bias, high], { color: MARK });
  addRange(root, markId(row, 'coverage'), places[1], i, [lower, share, upper], {
    color: look ? LOOK : MARK,
    shape: look ? 3 : 0,
  });
  addBar(root, markId(row, 'width'), places[2], i, row.width, color);
  if (row.contraction !== null)
    addBar(root, markId(row, 'contraction'), places[3], i, row.contraction, color);
}

/** Left: the truth is found on average, and as often as promised. Right: how precisely. */
export function recoveryForestChart(
  view: RecoveryForestView,
  { width }: { readonly width: number },
): SVGSVGElement {
  const { svg, root, places } = drawRows({
    title: TITLE,
    description: describeRecovery(view),
    labels: view.rows.map(shortName),
    columns: columnsOf(view),
    width,
  });
  view.rows.forEach((row, i) => drawRecovered(root, row, i, places, missesLevel(row, view.level)));
  return svg;
}

const coverageText = ({ coverage: { estimate: share, lower, upper } }: RecoveredRow): string =>
  `${fraction(share)} [${fraction(lower)}, ${fraction(upper)}]`;
const contractionText = ({ contraction }: RecoveredRow): string =>
  contraction === null ? 'NA' : fraction(contraction);

/** Bias, coverage and contraction of every quantity. */
export const describeRecovery = ({ iterations, level, rows }: RecoveryForestView): string =>
  `${integer(iterations)} iterations, ${percent(level)} intervals. ${rows
    .map(
      (row) =>
        `${shortName(row)}: bias ${fixed(row.bias, 3)} sds of truths, coverage ${coverageText(row)}, width ${fixed(row.width, 2)}, contraction ${contractionText(row)}`,
    )
    .join('; ')}.`;

function linesOf(row: RecoveredRow, level: number, iterations: number): readonly string[] {
  const [low, high] = biasEnds(row);
  return [
    `bias ${Number.isFinite(low) ? estimate(row.bias, low, high) : fixed(row.bias, 3)}, RMSE ${fixed(row.rmse, 3)} sds of truths`,
    `coverage of ${percent(level)} ${coverageText(row)}`,
    `width ${fixed(row.width, 2)} sds of truths, contraction ${contractionText(row)}`,
    `${integer(iterations)} iterations`,
  ];
}

const marksOf = (
  { level, iterations }: RecoveryForestView,
  row: RecoveredRow,
  series: number,
): readonly Mark[] =>
  COLUMNS.filter((column) => column !== 'contraction' || row.contraction !== null).map((column) => ({
    id: markId(row, column),
    series,
    name: `${shortName(row)}, ${column}`,
    lines: linesOf(row, level, iterations),
  }));

const tableRow = ({ variable, bias, biasError, rmse, coverage, width, contraction }: RecoveredRow): Row => ({
  variable,
  bias,
  bias_error: biasError,
  rmse,
  coverage: coverage.estimate,
  coverage_lower: coverage.lower,
  coverage_upper: coverage.upper,
  iterations: coverage.trials,
  width,
  contraction,
});

/** A figure of a recovery study. */
export const recoveryForestFigure = (view: RecoveryForestView): Figure => ({
  id: 'recovery-forest',
  title: TITLE,
  subtitle:
    `Bias with two Monte Carlo standard errors; coverage of ${percent(view.level)} intervals with its 95\u202f% binomial interval; mean width; mean contraction.` +
    (view.rows.some((row) => missesLevel(row, view.level))
      ? ' Diamond: the binomial interval leaves the level out.'
      : ''),
  caption: `${integer(view.iterations)} iterations. Bias, RMSE and width are in sds of the quantity’s truths. Upright lines: no bias, nominal coverage.`,
  description: describeRecovery(view),
  columns: [
    textColumn('variable'),
    ...['bias', 'bias_error', 'rmse'].map((key) => numberColumn(key, key.replace('_', ' '))),
    ...['coverage', 'coverage_lower', 'coverage_upper'].map((key) =>
      fractionColumn(key, key.replace('_', ' '), 3),
    ),
    countColumn('iterations'),
    numberColumn('width'),
    numberColumn('contraction'),
  ],
  rows: view.rows.map(tableRow),
  marks: view.rows.flatMap((row, series) => marksOf(view, row, series)),
  draw: (width) => recoveryForestChart(view, { width }),
});
