// Decision makers by tasks: the slope of each cell, and in grey the slopes that it could not have resolved.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import {
  crossText,
  describeSlopeForest,
  type SlopeForestRow,
  type SlopeForestView,
} from '../instruments/seu/views/slope-forest.ts';
import { horizontalAxis, nameHorizontal, niceDomain, type Linear } from './axes.ts';
import { flagColumn, intervalColumns, numberColumn, probabilityColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { addHorizontalInterval } from './intervals.ts';
import { estimate, estimateDecimals, fixed, probabilityOf, significant } from './number-format.ts';
import { layPanels, panelGroup, panelHead, type Panel } from './panels.ts';
import { INK, NULL_FILL, seriesColor } from './roles.ts';
import { addLine, addMark, addRect, addText, shorten, startDrawing, textWidth, type Group } from './svg.ts';

const TITLE = 'Slopes of decision makers and tasks';
const ROW = 66;

function drawResolution(
  group: Group,
  { minimum_detectable: least }: SlopeForestRow,
  y: number,
  x: Linear,
): void {
  const box = { x: x(-least), y: y - 11, width: x(least) - x(-least), height: 22 };
  addRect(group, box, { fill: NULL_FILL, radius: 2 });
}

/** What the grey box says, under it, in as many words as the panel holds. */
function nameResolution(group: Group, row: SlopeForestRow, y: number, x: Linear, panel: Panel): void {
  const least = `|slope| < ${significant(row.minimum_detectable)}`;
  const long = `not resolved: ${least}`;
  const text = textWidth(long, 11) <= panel.width ? long : least;
  const half = textWidth(text, 11) / 2;
  const middle = Math.min(panel.x + panel.width - half, Math.max(panel.x + half, x(0)));
  addText(group, middle, y + 26, text, { size: 11, anchor: 'middle', halo: true });
}

function drawCell(group: Group, row: SlopeForestRow, y: number, x: Linear, panel: Panel): void {
  const mark = addMark(group, row.cell, x(row.median), panel.y + y);
  addHorizontalInterval(mark, x, y, row, { color: seriesColor(row.agentIndex), shape: row.taskIndex });
  addText(mark, x(row.median), y - 14, fixed(row.median, estimateDecimals(row.median, row.q5, row.q95)), {
    anchor: 'middle',
    color: INK,
    halo: true,
  });
}

function drawAgent(group: Group, panel: Panel, view: SlopeForestView, agent: string, x: Linear): void {
  const rows = view.rows.filter((row) => row.agent === agent);
  const at = (row: SlopeForestRow): number => (row.taskIndex + 0.5) * ROW - 2;
  panelHead(group, panel, { strong: agent });
  horizontalAxis(group, x, panel.height, { ticks: x.ticks(3), grid: panel.height });
  const unresolved = rows.filter(({ resolved }) => !resolved);
  for (const row of unresolved) drawResolution(group, row, at(row), x);
  addLine(group, [x(0), 0], [x(0), panel.height], { color: 'var(--axis)' });
  for (const row of unresolved) nameResolution(group, row, at(row), x, panel);
  for (const row of rows) drawCell(group, row, at(row), x, panel);
}

/** Shared scale of all panels: every interval, and every resolution box, is inside. */
function slopeDomain({ rows }: SlopeForestView): [number, number] {
  const ends = rows.flatMap(({ q5, q95, resolved, minimum_detectable: least }) =>
    resolved ? [q5, q95] : [q5, q95, -least, least],
  );
  return niceDomain(Math.min(0, ...ends), Math.max(0, ...ends), 6);
}

/** A panel per decision maker, a line per task. */
export function slopeForestChart(
  view: SlopeForestView,
  { width }: { readonly width: number },
): SVGSVGElement {
  const labels = max(view.tasks, (task) => textWidth(task, 12)) ?? 0;
  const left = Math.min(labels, width * 0.25) + 14;
  const layout = { left, right: 12, head: 28, height: view.tasks.length * ROW, foot: 26, gap: 24 };
  const { panels, height } = layPanels(view.agents.length, width, layout);
  const { svg, root } = startDrawing(width, height + 22, TITLE, describeSlopeForest(view));
  const domain = slopeDomain(view);
  panels.forEach((panel, i) => {
    const group = panelGroup(root, panel);
    const x = scaleLinear(domain, [panel.x, panel.x + panel.width]);
    drawAgent(group, panel, view, view.agents[i], x);
    if (panel.column > 0) return;
    view.tasks.forEach((task, t) =>
      addText(group, 0, (t + 0.5) * ROW + 2, shorten(task, left - 14, 12), { color: INK }),
    );
  });
  nameHorizontal(root, (left + width - 12) / 2, height + 16, 'slope of α on temperature');
  return svg;
}

const markOf = (row: SlopeForestRow): Mark => ({
  id: row.cell,
  series: row.taskIndex,
  name: `${row.agent}, ${row.task}`,
  lines: [
    `slope ${estimate(row.median, row.q5, row.q95)}`,
    probabilityOf('slope < 0', row.probability_negative),
    ...(row.resolved ? [] : [`|slope| < ${significant(row.minimum_detectable)} is not resolved`]),
  ],
});

/** A figure of the grid of cells. */
export const slopeForestFigure = (view: SlopeForestView): Figure => ({
  id: 'slope-forest',
  title: TITLE,
  subtitle:
    'Slopes with 50 and 90\u202f% intervals.' +
    (view.rows.some(({ resolved }) => !resolved)
      ? ' Grey: slopes that the cell could not have resolved.'
      : ''),
  caption: ['Within-cell statements.', crossText(view)].join(' ').trim(),
  description: describeSlopeForest(view),
  columns: [
    textColumn('agent', 'model'),
    textColumn('task'),
    ...intervalColumns,
    probabilityColumn('probability_negative', 'P(slope < 0)'),
    numberColumn('minimum_detectable', 'least resolved'),
    flagColumn('resolved'),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: view.rows.map(markOf),
  draw: (width) => slopeForestChart(view, { width }),
});
