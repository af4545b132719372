// Choice rate by position within menu size: whether what stands first is chosen more often.
import { groups, max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { PositionRate } from '../instruments/seu/check/position.ts';
import { nameVertical, type Linear } from './axes.ts';
import { countColumn, fractionColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { fraction, integer, interval, probability } from './number-format.ts';
import { layPanels, panelGrid, panelGroup, panelHead, type Panel } from './panels.ts';
import { addSymbol, AXIS, INK, NULL, seriesColor } from './roles.ts';
import { addLine, addMark, addText, startDrawing, type Group } from './svg.ts';

export interface PositionView {
  readonly rows: readonly PositionRate[];
  /** p-value of the problem-clustered permutation test over all sizes; null without choices. */
  readonly p: number | null;
}

const TITLE = 'Choice rate by position';
const HEIGHT = 112;

const markId = ({ size, position }: PositionRate): string => `size${size}-p${position}`;
const sizesOf = ({ rows }: PositionView): readonly (readonly PositionRate[])[] =>
  groups(rows, ({ size }) => size).map(([, own]) => own);

function drawSize(group: Group, panel: Panel, rows: readonly PositionRate[], y: Linear): void {
  const [{ size }] = rows;
  const x = scaleLinear([0.5, size + 0.5], [panel.x, panel.x + panel.width]);
  const even = y(1 / size);
  addLine(group, [panel.x, even], [panel.x + panel.width, even], { color: NULL, dash: '3 2.5', width: 1.25 });
  const every = Math.ceil(size / Math.max(1, Math.floor(panel.width / 14)));
  for (const row of rows) {
    const [px, py] = [x(row.position), y(row.rate)];
    const mark = addMark(group, markId(row), px, panel.y + py);
    addLine(mark, [px, y(row.q5)], [px, y(row.q95)], { color: seriesColor(0), width: 1.75 });
    addSymbol(mark, px, py, { color: seriesColor(0), area: 54 });
    if ((row.position - 1) % every === 0)
      addText(group, px, HEIGHT + 16, String(row.position), { size: 11, anchor: 'middle', color: INK });
  }
  addLine(group, [panel.x, HEIGHT], [panel.x + panel.width, HEIGHT], { color: AXIS });
  panelHead(group, panel, {
    strong: `menus of ${size}`,
    corner: `n ${integer(rows[0].cases)}`,
    cornerColor: 'var(--ink-2)',
  });
}

/** A panel per menu size on one scale from zero; dashed, an even share. */
export function positionChart(view: PositionView, { width }: { readonly width: number }): SVGSVGElement {
  const sizes = sizesOf(view);
  const layout = { left: 40, head: 26, height: HEIGHT, foot: 30, top: 18 };
  const { panels, height } = layPanels(sizes.length, width, layout);
  const { svg, root } = startDrawing(width, height + 14, TITLE, describePosition(view));
  const y = scaleLinear([0, max(view.rows, ({ q95 }) => q95) || 1], [HEIGHT, 0]);
  nameVertical(root, 0, 14, 'chosen', 11);
  panels.forEach((panel, i) => {
    const group = panelGroup(root, panel);
    panelGrid(group, panel, y, y.ticks(3));
    drawSize(group, panel, sizes[i], y);
  });
  addText(root, width, height + 9, 'position in the menu →', { size: 11, anchor: 'end' });
  return svg;
}

const testText = ({ p }: PositionView): string =>
  p === null ? '' : `Permutation test by problem: p ${probability(p).replace(/^(?=\.)/, '= ')}.`;

/** Rates of first and last positions by size, and the test. */
export const describePosition = (view: PositionView): string =>
  `Choice rates of the first and the last position: ${sizesOf(view)
    .map(
      (rows) =>
        `menus of ${rows[0].size} ${fraction(rows[0].rate)} and ${fraction(rows[rows.length - 1].rate)}`,
    )
    .join('; ')}. ${testText(view)}`.trim();

const markOf = (row: PositionRate, series: number): Mark => ({
  id: markId(row),
  series,
  name: `menus of ${row.size}, position ${row.position}`,
  lines: [
    `chosen ${fraction(row.rate, 3)} ${interval(row.q5, row.q95, 3)}, an even share is ${fraction(1 / row.size, 3)}`,
    `${integer(row.hits)} of ${integer(row.cases)} choices`,
  ],
});

/** A figure of position bias. */
export const positionFigure = (view: PositionView): Figure => ({
  id: 'position-rate',
  title: TITLE,
  subtitle:
    'Dot: share of choices that fell on the position, with its 90\u202f% interval. Dashed: an even share.',
  caption: `${testText(view)} Intervals take presentations for independent; the test does not.`.trim(),
  description: describePosition(view),
  columns: [
    ...['size', 'position', 'hits', 'cases'].map((key) => countColumn(key)),
    ...['rate', 'q5', 'q95'].map((key) => fractionColumn(key, key, 3)),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: sizesOf(view).flatMap((rows, series) => rows.map((row) => markOf(row, series))),
  draw: (width) => positionChart(view, { width }),
});
