// Forest of posterior intervals: one line per variable, one scale per kind of quantity.
import { groups, max, min } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { describeForest, type ForestRow, type ForestView } from '../instruments/seu/views/forest.ts';
import { horizontalAxis, niceDomain, type Linear } from './axes.ts';
import { intervalColumns, numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { addHorizontalInterval } from './intervals.ts';
import { estimate, fixed, significant } from './number-format.ts';
import { addSymbol, INK, NULL, seriesColor } from './roles.ts';
import { addLine, addMark, addText, shorten, startDrawing, textWidth, type Group } from './svg.ts';

const ROW = 24;
const FOOT = 34;
const TITLES = { parameters: 'Parameters', alternatives: 'Expected utility of each alternative' } as const;

export interface ForestStyle {
  readonly width: number;
  readonly series?: number;
}

interface ForestLayout {
  readonly left: number;
  readonly right: number;
  /** Where the numbers end; null leaves them to the hover card. */
  readonly numbers: number | null;
}

const numbersOf = (row: ForestRow): string =>
  row.constant === null
    ? estimate(row.median, row.q5, row.q95)
    : `${fixed(row.median, 0)} ${row.constant.replace(/^\d+ /, '')}`;

function layoutOf(rows: readonly ForestRow[], width: number): ForestLayout {
  const labels = max(rows, ({ label }) => textWidth(label, 12)) ?? 0;
  const left = Math.min(labels, width * 0.4) + 12;
  if (width < 480) return { left, right: width - 14, numbers: null };
  return {
    left,
    right: width - (max(rows, (row) => textWidth(numbersOf(row), 12)) ?? 0) - 20,
    numbers: width,
  };
}

/** Sensitivities start at zero; δ and υ have [0, 1]; alternatives the part of [0, 1] where they lie. */
function scaleOf(group: string, rows: readonly ForestRow[], { left, right }: ForestLayout): Linear {
  const lowest = min(rows, ({ q5 }) => q5) ?? 0;
  const highest = max(rows, ({ q95, truth }) => Math.max(q95, truth ?? 0)) ?? 1;
  if (/^[αωκ]$/.test(group)) return scaleLinear([0, highest * 1.08], [left, right]);
  const domain = group === 'η' ? niceDomain(lowest, highest, 5) : [0, 1];
  return scaleLinear(domain, [left, right]);
}

function drawRow(
  group: Group,
  row: ForestRow,
  y: number,
  x: Linear,
  layout: ForestLayout,
  color: string,
): void {
  const mark = addMark(group, row.variable, x(row.median), y);
  const label = shorten(row.label, layout.left - 12, 12);
  addText(group, layout.left - 12, y + 4, label, { anchor: 'end', color: INK });
  if (row.constant === null) addHorizontalInterval(mark, x, y, row, { color });
  else addSymbol(mark, x(row.median), y, { color: NULL, hollow: true, area: 44 });
  if (row.truth !== null)
    addLine(mark, [x(row.truth), y - 9], [x(row.truth), y + 9], { color: INK, width: 1.5 });
  if (layout.numbers !== null)
    addText(group, layout.numbers, y + 4, numbersOf(row), { anchor: 'end', color: 'var(--ink-2)' });
}

/** Intervals line by line; each group of one scale carries its own axis. */
export function forestChart(view: ForestView, { width, series = 0 }: ForestStyle): SVGSVGElement {
  const scales = groups(view.rows, ({ group }) => group);
  const height = 8 + view.rows.length * ROW + scales.length * FOOT;
  const { svg, root } = startDrawing(width, height, TITLES[view.subject], describeForest(view));
  const layout = layoutOf(view.rows, width);
  let top = 8;
  for (const [name, rows] of scales) {
    const x = scaleOf(name, rows, layout);
    const foot = top + rows.length * ROW;
    horizontalAxis(root, x, foot, { ticks: x.ticks(width < 480 ? 3 : 5), grid: rows.length * ROW, size: 11 });
    rows.forEach((row, i) => drawRow(root, row, top + (i + 0.5) * ROW, x, layout, seriesColor(series)));
    top = foot + FOOT;
  }
  return svg;
}

const markOf = (row: ForestRow, series: number): Mark => ({
  id: row.variable,
  series,
  name: row.label,
  lines: [
    row.constant ?? estimate(row.median, row.q5, row.q95),
    ...(row.truth === null ? [] : [`truth ${significant(row.truth)}`]),
  ],
});

/** A figure of parameters or of alternatives. */
export function forestFigure(view: ForestView, series = 0): Figure {
  const places = [...new Set(view.rows.map(({ group }) => group))];
  const truths = view.rows.some(({ truth }) => truth !== null);
  return {
    id: `forest-${view.subject}`,
    title: TITLES[view.subject],
    subtitle: `Dot: posterior median; thick and thin bars: 50 and 90\u202f% intervals.${truths ? ' Upright: the true value.' : ''}`,
    caption:
      view.subject === 'alternatives'
        ? 'Highest median first. Of a scale from the worst consequence, 0, to the best, 1, the part in use is shown.'
        : '',
    description: describeForest(view),
    columns: [
      textColumn('variable'),
      textColumn('label'),
      ...intervalColumns,
      ...(truths ? [numberColumn('truth')] : []),
      textColumn('constant'),
    ],
    rows: view.rows.map((row) => ({ ...row })),
    marks: view.rows.map((row) => markOf(row, places.indexOf(row.group))),
    draw: (width) => forestChart(view, { width, series }),
  };
}
