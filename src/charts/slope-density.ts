// Posterior densities of the slopes, cell under cell, the part below zero darker.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import {
  describeSlopeDensity,
  type SlopeCell,
  type SlopeDensityRow,
  type SlopeDensityView,
} from '../instruments/seu/views/slope-density.ts';
import { horizontalAxis, nameHorizontal, type Linear } from './axes.ts';
import { numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { addDensity, type Point } from './intervals.ts';
import { estimate, integer, probability, probabilityOf } from './number-format.ts';
import { AXIS, INK, seriesColor } from './roles.ts';
import { addLine, addMark, addName, addText, nameWidth, startDrawing, type Group } from './svg.ts';

const TITLE = 'Slope of α on temperature';
const HEAD = 30;
const NUMBERS = 60;
const NARROW = 520;

interface Ridge {
  readonly cell: SlopeCell;
  readonly baseline: number;
  readonly x: Linear;
  readonly y: Linear;
}

const rowsOf = ({ rows }: SlopeDensityView, cell: string): readonly SlopeDensityRow[] =>
  rows.filter((row) => row.cell === cell);

/** The part of a curve left of `end`, with its last point interpolated there. */
function below(points: readonly Point[], end: number): readonly Point[] {
  const next = points.findIndex((point) => point[0] > end);
  if (next < 1) return next === 0 ? [] : points;
  const [[x0, y0], [x1, y1]] = [points[next - 1], points[next]];
  return [...points.slice(0, next), [end, y0 + ((y1 - y0) * (end - x0)) / (x1 - x0)]];
}

function drawRidge(root: Group, rows: readonly SlopeDensityRow[], { cell, baseline, x, y }: Ridge): void {
  const color = seriesColor(cell.agentIndex);
  const points = rows.map(({ slope, density }): Point => [x(slope), baseline - y(density)]);
  const [left, right] = x.range();
  const group = addMark(root, cell.cell, x(cell.median), baseline - 12);
  addLine(group, [left, baseline], [right, baseline], { color, opacity: 0.5 });
  addDensity(group, points, baseline, { color });
  addDensity(group, below(points, x(0)), baseline, { color, fillOpacity: 0.22, line: false });
  const height = y(max(rows, ({ density }) => density) ?? 0);
  addLine(group, [x(cell.median), baseline], [x(cell.median), baseline - height], { color, width: 1.75 });
}

/** Room for the cells' names left of the ridges; none where they stand above them. */
function gutter({ cells }: SlopeDensityView, width: number): number {
  if (width < NARROW) return 0;
  const widest = max(cells, ({ agent, task }) => nameWidth(agent, task)) ?? 0;
  return Math.min(widest, width * 0.34) + 12;
}

/** One ridge per cell; heights share one scale, so areas are equal. */
export function slopeDensityChart(
  view: SlopeDensityView,
  { width }: { readonly width: number },
): SVGSVGElement {
  const narrow = width < NARROW;
  const step = narrow ? 66 : 52;
  const [left, right] = [gutter(view, width), width - NUMBERS];
  const foot = HEAD + view.cells.length * step;
  const { svg, root } = startDrawing(width, foot + 46, TITLE, describeSlopeDensity(view));
  const ends = [view.rows[0].slope, view.rows[view.rows.length - 1].slope];
  const x = scaleLinear(ends, [left, right]);
  const y = scaleLinear([0, max(view.rows, ({ density }) => density) ?? 1], [0, step - (narrow ? 22 : 8)]);
  const ticks = x.ticks(5).filter((tick) => x(tick) - left > 12 && right - x(tick) > 4);
  horizontalAxis(root, x, foot + 4, { ticks, grid: foot - HEAD + 12 });
  addText(root, width, 14, 'P(slope < 0)', { anchor: 'end', size: 11 });
  view.cells.forEach((cell, i) => {
    const baseline = HEAD + (i + 1) * step;
    drawRidge(root, rowsOf(view, cell.cell), { cell, baseline, x, y });
    const nameY = narrow ? baseline - step + 16 : baseline - 4;
    addName(root, 0, nameY, cell.agent, cell.task, narrow ? width * 0.6 : left - 12);
    addText(root, width, baseline - 4, probability(cell.probability_negative), {
      anchor: 'end',
      strong: true,
      color: INK,
    });
  });
  addLine(root, [x(0), HEAD - 8], [x(0), foot + 4], { color: AXIS });
  nameHorizontal(root, (left + right) / 2, foot + 40, 'change in α per unit of temperature');
  return svg;
}

const markOf = (cell: SlopeCell, series: number): Mark => ({
  id: cell.cell,
  series,
  name: `${cell.agent}, ${cell.task}`,
  lines: [
    `slope ${estimate(cell.median, cell.q5, cell.q95)}`,
    probabilityOf('slope < 0', cell.probability_negative),
    `${integer(cell.draws)} draws`,
  ],
});

/** A figure of all cells' slopes. */
export const slopeDensityFigure = (view: SlopeDensityView): Figure => ({
  id: 'slope-density',
  title: TITLE,
  subtitle: 'Posterior density with its median; the darker part lies below zero. Probabilities at the right.',
  caption: 'Slope: least squares of α on temperature, draw by draw. All densities have the same area.',
  description: describeSlopeDensity(view),
  columns: [textColumn('cell'), numberColumn('slope'), numberColumn('density')],
  rows: view.rows.map((row) => ({ ...row })),
  marks: view.cells.map(markOf),
  draw: (width) => slopeDensityChart(view, { width }),
});
