// Paired gains of a matched comparison: what one arm is more precise than another, iteration by iteration.
import { fractionColumn, numberColumn, probabilityColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { fixed, interval, percent, probability } from './number-format.ts';
import { shortName } from './quantity-name.ts';
import { MARK, seriesColor } from './roles.ts';
import { addRange, drawRows, type SharedColumn } from './shared-rows.ts';

/** One gain in signed percent: positive where the second arm is the more precise. */
export interface GainRow {
  readonly from: string;
  readonly to: string;
  /** "alpha" or "delta". */
  readonly quantity: string;
  readonly measure: 'rmse' | 'width';
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  /** Share of iterations whose interval is narrower; null where it does not apply. */
  readonly narrower: number | null;
  /** Wilcoxon's test of the paired differences; null where it does not apply. */
  readonly p: number | null;
}

export interface GainsView {
  readonly iterations: number;
  /** Of the bootstrap intervals over iterations. */
  readonly level: number;
  readonly rows: readonly GainRow[];
}

const TITLE = 'Paired gains in precision';
const MEASURES = { rmse: 'RMSE reduction', width: 'narrower intervals' } as const;

const NOTES = { rmse: 'RMSE', width: 'width' } as const;

const stepOf = ({ from, to }: GainRow): string => `${from} → ${to}`;
const columnOf = ({ quantity, measure }: GainRow): string => `${quantity}-${measure}`;
const markId = (row: GainRow): string => `${row.from}-${row.to}-${columnOf(row)}`;
const resolved = ({ lower, upper }: GainRow): boolean => lower > 0 || upper < 0;
const nameOf = ({ quantity }: GainRow): string => shortName({ variable: quantity });
const orderOf = (rows: readonly GainRow[], key: (row: GainRow) => string): readonly string[] => [
  ...new Set(rows.map(key)),
];

function sharedDomain(rows: readonly GainRow[]): [number, number] {
  const ends = rows.flatMap(({ lower, upper }) => [lower, upper]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const spare = 0.08 * (high - low || 1);
  return [low - spare, high + spare];
}

const sharedColumns = (rows: readonly GainRow[]): readonly SharedColumn[] =>
  orderOf(rows, columnOf).map((column) => {
    const own = rows.filter((row) => columnOf(row) === column);
    return {
      title: nameOf(own[0]),
      note: `${NOTES[own[0].measure]}, %`,
      domain: sharedDomain(own),
      reference: 0,
    };
  });

/** A row per step from arm to arm; hollow marks are gains that their interval does not tell from none. */
export function gainsChart(view: GainsView, { width }: { readonly width: number }): SVGSVGElement {
  const [steps, columns] = [orderOf(view.rows, stepOf), orderOf(view.rows, columnOf)];
  const { svg, root, places } = drawRows({
    title: TITLE,
    description: describeGains(view),
    labels: steps,
    columns: sharedColumns(view.rows),
    width,
    row: 30,
  });
  for (const row of view.rows) {
    const place = places[columns.indexOf(columnOf(row))];
    addRange(root, markId(row), place, steps.indexOf(stepOf(row)), [row.lower, row.estimate, row.upper], {
      color: resolved(row) ? seriesColor(0) : MARK,
      hollow: !resolved(row),
      area: 64,
    });
  }
  return svg;
}

const gainText = ({ estimate, lower, upper }: GainRow): string =>
  `${fixed(estimate, 1)}\u202f% ${interval(lower, upper, 1)}`;

/** Every gain with its interval. */
export const describeGains = ({ iterations, level, rows }: GainsView): string =>
  `Gains over ${iterations} iterations with ${percent(level)} bootstrap intervals: ${rows
    .map((row) => `${stepOf(row)} ${nameOf(row)} ${MEASURES[row.measure]} ${gainText(row)}`)
    .join('; ')}.`;

const markOf = (row: GainRow, series: number, view: GainsView): Mark => ({
  id: markId(row),
  series,
  name: `${stepOf(row)}, ${nameOf(row)}`,
  lines: [
    `${MEASURES[row.measure]} ${gainText(row)}`,
    ...(row.narrower === null
      ? []
      : [`narrower in ${percent(row.narrower)} of ${view.iterations} iterations`]),
    ...(row.p === null ? [] : [`Wilcoxon p ${probability(row.p).replace(/^(?=\.)/, '= ')}`]),
  ],
});

/** A figure of what more choices, and choices of another kind, are worth. */
export const gainsFigure = (view: GainsView): Figure => ({
  id: 'matched-gains',
  title: TITLE,
  subtitle: `Mark: gain in percent of the first arm; bar: ${percent(view.level)} bootstrap interval over iterations. Hollow: zero is inside.`,
  caption:
    'Arms are paired by iteration. RMSE reduction: of posterior means. Narrower intervals: median relative reduction of the 90\u202f% interval.',
  description: describeGains(view),
  columns: [
    ...['from', 'to', 'quantity', 'measure'].map((key) => textColumn(key)),
    ...['estimate', 'lower', 'upper'].map((key) => numberColumn(key)),
    fractionColumn('narrower'),
    probabilityColumn('p'),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: view.rows.map((row) => markOf(row, orderOf(view.rows, stepOf).indexOf(stepOf(row)), view)),
  draw: (width) => gainsChart(view, { width }),
});
