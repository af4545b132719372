// α of every cell: fitted together, fitted alone, and what the regression by itself expects.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import {
  describePooling,
  type PoolingRow,
  type PoolingView,
} from '../instruments/seu/hierarchical/pooling.ts';
import { horizontalAxis, nameHorizontal, type Linear } from './axes.ts';
import { numberColumn, textColumn } from './columns.ts';
import type { Column, Figure, Mark } from './figure.ts';
import { addHorizontalInterval } from './intervals.ts';
import { estimate } from './number-format.ts';
import { INK, MARK, NULL, NULL_FILL } from './roles.ts';
import { addMark, addRect, addText, shorten, startDrawing, textWidth, type Group } from './svg.ts';

const TITLE = 'Sensitivity α of every cell';
const ROW = 34;
const TOP = 8;
const FOOT = 44;
const JOINT = -6;
const APART = 8;

const markId = ({ variable }: PoolingRow): string => variable;

function drawCell(root: Group, row: PoolingRow, y: number, x: Linear, left: number): void {
  const { line, joint, apart } = row;
  const box = { x: x(line.q5), y: y - 14, width: x(line.q95) - x(line.q5), height: 28 };
  addRect(root, box, { fill: NULL_FILL, radius: 2 });
  addText(root, left - 12, y + 4, shorten(row.cell, left - 12, 12), { anchor: 'end', color: INK });
  const at = apart === null ? y : y + JOINT;
  if (apart) addHorizontalInterval(root, x, y + APART, apart, { color: NULL, hollow: true });
  const mark = addMark(root, markId(row), x(joint.median), at);
  addHorizontalInterval(mark, x, at, joint, { color: MARK });
}

const highest = ({ rows }: PoolingView): number =>
  max(rows, ({ joint, apart, line }) => Math.max(joint.q95, apart?.q95 ?? 0, line.q95)) ?? 1;

/** One line a cell, from zero. */
export function cellsForestChart(view: PoolingView, { width }: { readonly width: number }): SVGSVGElement {
  const labels = max(view.rows, ({ cell }) => textWidth(cell, 12)) ?? 0;
  const left = Math.min(labels, width * 0.4) + 12;
  const foot = TOP + view.rows.length * ROW;
  const { svg, root } = startDrawing(width, foot + FOOT, TITLE, describePooling(view));
  const x = scaleLinear([0, highest(view) * 1.05], [left, width - 14]);
  horizontalAxis(root, x, foot, { ticks: x.ticks(width < 480 ? 3 : 5), grid: foot - TOP });
  view.rows.forEach((row, i) => drawCell(root, row, TOP + (i + 0.5) * ROW, x, left));
  nameHorizontal(root, (left + width - 14) / 2, foot + FOOT - 6, 'α');
  return svg;
}

const markOf = (row: PoolingRow): Mark => ({
  id: markId(row),
  series: 0,
  name: row.cell,
  lines: [
    `together ${estimate(row.joint.median, row.joint.q5, row.joint.q95)}`,
    ...(row.apart ? [`alone ${estimate(row.apart.median, row.apart.q5, row.apart.q95)}`] : []),
    `regression ${estimate(row.line.median, row.line.q5, row.line.q95)}`,
  ],
});

const levelColumns = (name: string): readonly Column[] =>
  ['median', 'q5', 'q95'].map((level) => numberColumn(`${name}_${level}`, `${name} ${level}`));

/** Levels of the joint fit under their own names, those of the others with a prefix. */
export const poolingTable = ({ rows }: PoolingView) =>
  rows.map(({ cell, variable, predictors, joint, apart, line }) => ({
    cell,
    variable,
    ...Object.fromEntries(predictors.map((x, p) => [`x${p + 1}`, x])),
    ...joint,
    alone_median: apart?.median ?? null,
    alone_q5: apart?.q5 ?? null,
    alone_q95: apart?.q95 ?? null,
    regression_median: line.median,
    regression_q5: line.q5,
    regression_q95: line.q95,
  }));

export const poolingColumns = ({ names, rows }: PoolingView): readonly Column[] => [
  textColumn('cell'),
  ...names.map((name, p) => numberColumn(`x${p + 1}`, name)),
  ...['median', 'q5', 'q95'].map((level) => numberColumn(level, `α ${level}`)),
  ...(rows.some(({ apart }) => apart !== null) ? levelColumns('alone') : []),
  ...levelColumns('regression'),
];

/** "Grey hollow dots: each cell fitted alone." as far as there are such fits. */
export function aloneWords({ rows }: PoolingView): string {
  const alone = rows.filter(({ apart }) => apart !== null).length;
  if (alone === 0) return '';
  return alone === rows.length
    ? ' Hollow, grey: each cell fitted alone.'
    : ` Hollow, grey: the ${alone} of ${rows.length} cells that were fitted alone.`;
}

/** That intervals of fits alone rest on another prior as well; '' where there are none. */
export const alonePrior = ({ rows }: PoolingView): string =>
  rows.some(({ apart }) => apart !== null) ? ' Fits alone have priors of α of their own.' : '';

/** A figure of how partial pooling draws cells to their regression. */
export const cellsForestFigure = (view: PoolingView): Figure => ({
  id: 'cells-forest',
  title: TITLE,
  subtitle:
    `Filled: all cells fitted together, median with 50 and 90\u202f% intervals.${aloneWords(view)}` +
    ' Grey box: what the regression by itself expects, 90\u202f%.',
  caption: `Where a cell’s own choices say little, its α lies near the regression.${alonePrior(view)}`,
  description: describePooling(view),
  columns: poolingColumns(view),
  rows: poolingTable(view),
  marks: view.rows.map(markOf),
  draw: (width) => cellsForestChart(view, { width }),
});
