// α against sampling temperature: a panel per cell, one scale, faint lines for single posterior draws.
import { extent, max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import {
  describeAlphaTemperature,
  type AlphaTemperatureRow,
  type AlphaTemperatureView,
} from '../instruments/seu/views/alpha-temperature.ts';
import type { CellPlace } from '../instruments/seu/views/cells.ts';
import { horizontalAxis, nameHorizontal, nameVertical, type Linear } from './axes.ts';
import { countColumn, intervalColumns, numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { addVerticalInterval } from './intervals.ts';
import { estimate, integer } from './number-format.ts';
import { layPanels, panelGrid, panelGroup, panelHead, type Panel } from './panels.ts';
import { AXIS, DRAW_OPACITY, seriesColor, SHAPE_GLYPHS } from './roles.ts';
import { addLine, addMark, startDrawing, type Group } from './svg.ts';

const TITLE = 'Sensitivity α against sampling temperature';
const HEIGHT = 176;
const LEFT = 40;

interface Scales {
  readonly x: Linear;
  readonly y: Linear;
}

const rowsOf = ({ rows }: AlphaTemperatureView, cell: string): readonly AlphaTemperatureRow[] =>
  rows.filter((row) => row.cell === cell);
const markId = (row: AlphaTemperatureRow): string => `${row.cell}-${row.temperature}`;

function drawLines(group: Group, view: AlphaTemperatureView, place: CellPlace, { x, y }: Scales): void {
  const [from = 0, to = 0] = extent(rowsOf(view, place.cell), ({ temperature }) => temperature);
  const at = ({ intercept, slope }: { intercept: number; slope: number }, t: number): [number, number] => [
    x(t),
    y(Math.max(0, intercept + slope * t)),
  ];
  for (const line of view.lines.filter(({ cell }) => cell === place.cell))
    addLine(group, at(line, from), at(line, to), {
      color: seriesColor(place.agentIndex),
      opacity: DRAW_OPACITY,
      width: 1.25,
    });
}

function drawCell(
  group: Group,
  panel: Panel,
  view: AlphaTemperatureView,
  place: CellPlace,
  scales: Scales,
): void {
  const { x, y } = scales;
  panelHead(group, panel, { strong: place.agent, plain: place.task });
  drawLines(group, view, place, scales);
  const ticks = x.ticks(4);
  horizontalAxis(group, x, HEIGHT, { ticks, size: 11, labels: panel.lowest });
  addLine(group, [panel.x, HEIGHT], [panel.x + panel.width, HEIGHT], { color: AXIS });
  for (const row of rowsOf(view, place.cell)) {
    const px = x(row.temperature);
    const mark = addMark(group, markId(row), px, panel.y + y(row.median));
    addVerticalInterval(mark, px, y, row, {
      color: seriesColor(place.agentIndex),
      shape: place.taskIndex,
      hollow: row.set_aside !== null,
    });
  }
}

/** Highest value of the vertical scale: every interval and nine draw lines in ten stay inside. */
function ceiling({ rows, lines }: AlphaTemperatureView): number {
  const starts = lines.map(({ intercept }) => intercept).sort((a, b) => a - b);
  const most = starts[Math.floor(0.98 * (starts.length - 1))] ?? 0;
  return Math.max(max(rows, ({ q95 }) => q95) ?? 1, most);
}

/** Panels in the order of the plan; both scales are shared. */
export function alphaTemperatureChart(
  view: AlphaTemperatureView,
  { width }: { readonly width: number },
): SVGSVGElement {
  const layout = { left: LEFT, right: 8, head: 32, height: HEIGHT, foot: 24 };
  const { panels, height } = layPanels(view.cells.length, width, layout);
  const { svg, root } = startDrawing(width, height + 20, TITLE, describeAlphaTemperature(view));
  const y = scaleLinear([0, ceiling(view)], [HEIGHT, 0]).nice(3);
  const [low = 0, high = 1] = extent(view.rows, ({ temperature }) => temperature);
  nameVertical(root, 0, 22, 'α');
  panels.forEach((panel, i) => {
    const group = panelGroup(root, panel);
    const x = scaleLinear([Math.min(0, low), high], [panel.x + 10, panel.x + panel.width - 12]);
    panelGrid(group, panel, y, y.ticks(4));
    drawCell(group, panel, view, view.cells[i], { x, y });
  });
  nameHorizontal(root, (LEFT + width) / 2, height + 14, 'sampling temperature');
  return svg;
}

const markOf = (row: AlphaTemperatureRow, series: number): Mark => ({
  id: markId(row),
  series,
  name: `${row.agent}, ${row.task}, T = ${row.temperature}`,
  lines: [
    `α ${estimate(row.median, row.q5, row.q95)}`,
    `n = ${integer(row.menus)} choices`,
    ...(row.set_aside === null ? [] : [`Set aside: ${row.set_aside}`]),
  ],
});

/** "● insurance, ■ Ellsberg." */
const shapesText = ({ cells }: AlphaTemperatureView): string =>
  `${[...new Set(cells.map(({ task, taskIndex }) => `${SHAPE_GLYPHS[taskIndex % 4]} ${task}`))].join(', ')}.`;

/** A figure of every condition of a study. */
export const alphaTemperatureFigure = (view: AlphaTemperatureView): Figure => ({
  id: 'alpha-temperature',
  title: TITLE,
  subtitle:
    'Mark: posterior median; thick and thin bars: 50 and 90\u202f% intervals. Faint lines: straight-line fits to single posterior draws.',
  caption:
    `${shapesText(view)} Levels of α compare within a cell, not across tasks.` +
    (view.rows.some(({ set_aside }) => set_aside !== null) ? ' Hollow: set aside from findings.' : ''),
  description: describeAlphaTemperature(view),
  columns: [
    textColumn('agent', 'model'),
    textColumn('task'),
    numberColumn('temperature', 'T', 1),
    countColumn('menus', 'choices'),
    ...intervalColumns,
    textColumn('set_aside', 'set aside'),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: view.cells.flatMap(({ cell }, series) => rowsOf(view, cell).map((row) => markOf(row, series))),
  draw: (width) => alphaTemperatureChart(view, { width }),
});
