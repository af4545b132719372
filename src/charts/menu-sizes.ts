// Menus by size: what a design shows, and how far chance gets in each.
import { groups, max } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import type { SizeRow } from '../instruments/seu/design/views.ts';
import { nameVertical, type Linear } from './axes.ts';
import { countColumn, fractionColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { fraction, integer, percent } from './number-format.ts';
import { layPanels, panelGrid, panelGroup, panelHead, type Panel } from './panels.ts';
import { AXIS, INK, MARK } from './roles.ts';
import { addLine, addMark, addRect, addText, startDrawing, type Group } from './svg.ts';

export interface MenuSizesView {
  readonly rows: readonly SizeRow[];
}

const TITLE = 'Menus by size';
const HEIGHT = 116;

const markId = ({ block, size }: SizeRow): string => `${block}-${size}`;
const blocksOf = ({ rows }: MenuSizesView): readonly (readonly SizeRow[])[] =>
  groups(rows, ({ block }) => block).map(([, own]) => [...own].sort((a, b) => a.size - b.size));

function drawBlock(group: Group, panel: Panel, rows: readonly SizeRow[], y: Linear): void {
  const sizes = rows.map(({ size }) => String(size));
  const x = scaleBand(sizes, [panel.x, panel.x + panel.width]).padding(0.3);
  const bar = Math.min(x.bandwidth(), 48);
  for (const row of rows) {
    const centre = (x(String(row.size)) ?? panel.x) + x.bandwidth() / 2;
    const top = y(row.menus);
    const mark = addMark(group, markId(row), centre, panel.y + top);
    addRect(
      mark,
      { x: centre - bar / 2, y: top, width: bar, height: HEIGHT - top },
      { fill: MARK, opacity: 0.75 },
    );
    addText(group, centre, HEIGHT + 17, String(row.size), { size: 11, anchor: 'middle', color: INK });
    addText(group, centre, HEIGHT + 32, fraction(row.chance), { size: 11, anchor: 'middle' });
  }
  addLine(group, [panel.x, HEIGHT], [panel.x + panel.width, HEIGHT], { color: AXIS });
  panelHead(group, panel, { strong: rows[0].block });
}

/** Bars from zero, a panel per block on one scale; under each size the rate of chance. */
export function menuSizesChart(view: MenuSizesView, { width }: { readonly width: number }): SVGSVGElement {
  const blocks = blocksOf(view);
  const layout = { left: 44, head: 26, height: HEIGHT, foot: 44, top: 18 };
  const { panels, height } = layPanels(blocks.length, width, layout);
  const { svg, root } = startDrawing(width, height + 16, TITLE, describeMenuSizes(view));
  const y = scaleLinear([0, 1.05 * (max(view.rows, ({ menus }) => menus) || 1)], [HEIGHT, 0]);
  nameVertical(root, 0, 14, 'menus', 11);
  addText(root, 44, height + 10, 'options in a menu, and chance under them →', { size: 11 });
  panels.forEach((panel, i) => {
    const group = panelGroup(root, panel);
    panelGrid(group, panel, y, y.ticks(3).filter(Number.isInteger));
    drawBlock(group, panel, blocks[i], y);
  });
  return svg;
}

/** Menus of each size, block by block. */
export const describeMenuSizes = (view: MenuSizesView): string =>
  `${blocksOf(view)
    .map(
      (rows) =>
        `${rows[0].block}: ${rows.map(({ size, menus }) => `${integer(menus)} menus of ${size}`).join(', ')}`,
    )
    .join('; ')}.`;

const markOf = (row: SizeRow, series: number): Mark => ({
  id: markId(row),
  series,
  name: `${row.block}, menus of ${row.size}`,
  lines: [`${integer(row.menus)} menus, ${percent(row.share, 1)}`, `chance ${fraction(row.chance, 3)}`],
});

/** A figure of a design's menus. */
export const menuSizesFigure = (view: MenuSizesView): Figure => ({
  id: 'menu-sizes',
  title: TITLE,
  subtitle: 'Bars: menus with this many options. Under each size: the rate that choosing at random reaches.',
  caption: 'Large menus leave chance less and ask more of α.',
  description: describeMenuSizes(view),
  columns: [
    textColumn('block'),
    countColumn('size'),
    countColumn('menus'),
    fractionColumn('share', 'share', 3),
    fractionColumn('chance', 'chance', 3),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: blocksOf(view).flatMap((rows, series) => rows.map((row) => markOf(row, series))),
  draw: (width) => menuSizesChart(view, { width }),
});
