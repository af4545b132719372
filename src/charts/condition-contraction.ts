// What the choices told of α in every condition, beside the η-gaps that they had to tell it from.
import type { ContractionRow } from '../instruments/seu/compare/contraction.ts';
import { numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { fraction, interval, significant } from './number-format.ts';
import { MARK, seriesColor } from './roles.ts';
import { addBar, addRange, drawRows, spareDomain, type SharedColumn } from './shared-rows.ts';

export interface ConditionContractionView {
  /** In the order of the plan. */
  readonly rows: readonly ContractionRow[];
}

const TITLE = 'What the choices told of α, and η-gaps, condition by condition';
const COLUMNS = ['sd', 'gap', 'odds'] as const;
type ColumnName = (typeof COLUMNS)[number];

const markId = (row: number, column: ColumnName): string => `c${row + 1}-${column}`;

const columnsOf = ({ rows }: ConditionContractionView): readonly SharedColumn[] => [
  {
    title: 'Posterior ÷ prior sd',
    note: 'of log α',
    domain: [0, Math.max(1, ...rows.map(({ sd_ratio_log_alpha }) => sd_ratio_log_alpha))],
    reference: 1,
  },
  { title: 'η-gap', note: 'within menus', domain: spareDomain(rows.map(({ eta_gap_q95 }) => eta_gap_q95)) },
  {
    title: 'α × η-gap',
    note: 'log odds',
    domain: spareDomain(rows.map(({ alpha_eta_gap }) => alpha_eta_gap)),
  },
];

/** A row per condition. */
export function conditionContractionChart(
  view: ConditionContractionView,
  { width }: { readonly width: number },
): SVGSVGElement {
  const { svg, root, places } = drawRows({
    title: TITLE,
    description: describeConditionContraction(view),
    labels: view.rows.map(({ label }) => label),
    columns: columnsOf(view),
    width,
    row: 22,
  });
  view.rows.forEach((row, i) => {
    const { eta_gap_q5, eta_gap_median, eta_gap_q95 } = row;
    addBar(root, markId(i, 'sd'), places[0], i, row.sd_ratio_log_alpha, seriesColor(0));
    addRange(root, markId(i, 'gap'), places[1], i, [eta_gap_q5, eta_gap_median, eta_gap_q95], {
      color: MARK,
    });
    addBar(root, markId(i, 'odds'), places[2], i, row.alpha_eta_gap, seriesColor(0));
  });
  return svg;
}

const gapText = ({ eta_gap_median, eta_gap_q5, eta_gap_q95 }: ContractionRow): string =>
  `${fraction(eta_gap_median)} ${interval(eta_gap_q5, eta_gap_q95, 2)}`;

/** Ratio of sds and gap of every condition. */
export const describeConditionContraction = ({ rows }: ConditionContractionView): string =>
  `Posterior over prior sd of log α, and η-gap with its central 90\u202f%: ${rows
    .map((row) => `${row.label} ${fraction(row.sd_ratio_log_alpha)}, ${gapText(row)}`)
    .join('; ')}.`;

const linesOf = (row: ContractionRow): readonly string[] => [
  `posterior ÷ prior sd of log α ${fraction(row.sd_ratio_log_alpha)}`,
  `90\u202f% interval ${fraction(row.width_ratio)} of the prior's`,
  `η-gap ${gapText(row)}, times α ${significant(row.alpha_eta_gap)}`,
];

const marksOf = (row: ContractionRow, series: number): readonly Mark[] =>
  COLUMNS.map((column) => ({ id: markId(series, column), series, name: row.label, lines: linesOf(row) }));

const NUMBERS: readonly (keyof ContractionRow)[] = [
  'posterior_sd_log_alpha',
  'prior_sd_log_alpha',
  'sd_ratio_log_alpha',
  'contraction_log_alpha',
  'posterior_90_width',
  'prior_90_width',
  'width_ratio',
  'posterior_median',
  'prior_median',
  'eta_gap_median',
  'eta_gap_q5',
  'eta_gap_q95',
  'alpha_eta_gap',
];

/** A figure of informativeness over conditions. */
export const conditionContractionFigure = (view: ConditionContractionView): Figure => ({
  id: 'condition-contraction',
  title: TITLE,
  subtitle:
    'Left: 1 where the choices say nothing of α, 0 where they settle it. Middle: largest less smallest η of a menu, median and central 90\u202f%. Right: what choices see.',
  caption: 'Choices see α only in its product with the η-gaps: the smaller the gaps, the less they can tell.',
  description: describeConditionContraction(view),
  columns: [
    textColumn('label', 'condition'),
    ...NUMBERS.map((key) => numberColumn(key, key.replaceAll('_', ' '))),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: view.rows.flatMap(marksOf),
  draw: (width) => conditionContractionChart(view, { width }),
});
