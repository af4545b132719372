// Rank histograms, a panel per chain: flat where the chain visits what the others visit.
import { groups, max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { describeRanks, type RankRow, type RankView } from '../instruments/seu/views/rank-histogram.ts';
import { nameVertical, type Linear } from './axes.ts';
import { countColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { fixed, integer } from './number-format.ts';
import { layPanels, panelFoot, panelGrid, panelGroup, panelHead, nameRoom, type Panel } from './panels.ts';
import { MARK, NULL } from './roles.ts';
import { addLine, addMark, addRect, startDrawing, type Group } from './svg.ts';

const MOST_PANELS = 12;
const LEFT = 44;
const HEIGHT = 72;

const titleOf = ({ symbol }: RankView): string => `Ranks of ${symbol}, chain by chain`;
const markId = ({ chain, bin }: RankRow): string => `c${chain}-b${bin}`;

/** How far a chain's counts are from an even share: the sum of squared differences. */
const unevenness = (rows: readonly RankRow[], expected: number): number =>
  rows.reduce((sum, { count }) => sum + (count - expected) ** 2, 0);

/** All chains up to twelve, else the least even ones. */
function chainsOf({ rows, expected }: RankView): readonly (readonly RankRow[])[] {
  const chains = groups(rows, ({ chain }) => chain).map(([, bins]) => bins);
  if (chains.length <= MOST_PANELS) return chains;
  return [...chains].sort((a, b) => unevenness(b, expected) - unevenness(a, expected)).slice(0, MOST_PANELS);
}

function drawChain(group: Group, panel: Panel, view: RankView, rows: readonly RankRow[], y: Linear): void {
  const step = panel.width / view.bins;
  panelHead(group, panel, { strong: `chain ${rows[0].chain}` });
  rows.forEach((row, i) => {
    const [x, top] = [panel.x + i * step, y(row.count)];
    const bar = addMark(group, markId(row), x + step / 2, panel.y + top);
    addRect(
      bar,
      { x: x + 0.5, y: top, width: step - 1, height: HEIGHT - top },
      { fill: MARK, opacity: 0.75 },
    );
  });
  const even = y(view.expected);
  addLine(group, [panel.x, even], [panel.x + panel.width, even], { color: NULL, dash: '3 2.5', width: 1.25 });
  panelFoot(group, panel, ['1', 'rank', integer(view.draws)]);
}

/** Counts of pooled ranks by chain, against an even share. */
export function rankChart(view: RankView, { width }: { readonly width: number }): SVGSVGElement {
  const chains = chainsOf(view);
  const layout = { left: LEFT, head: 26, height: HEIGHT, foot: 30, top: nameRoom('draws', LEFT) };
  const { panels, height } = layPanels(chains.length, width, layout);
  const { svg, root } = startDrawing(width, height, titleOf(view), describeRanks(view));
  const highest = max(view.rows, ({ count }) => count) ?? 1;
  const y = scaleLinear([0, Math.max(highest, 1.5 * view.expected)], [HEIGHT, 0]);
  nameVertical(root, 0, 16, 'draws');
  panels.forEach((panel, i) => {
    const group = panelGroup(root, panel);
    panelGrid(group, panel, y, y.ticks(3).filter(Number.isInteger));
    drawChain(group, panel, view, chains[i], y);
  });
  return svg;
}

const markOf = (row: RankRow, expected: number): Mark => ({
  id: markId(row),
  series: row.chain,
  name: `chain ${row.chain}, bin ${row.bin}`,
  lines: [
    `${integer(row.count)} draws, an even share is ${fixed(expected, Number.isInteger(expected) ? 0 : 1)}`,
    `ranks ${integer(row.first_rank)} to ${integer(row.last_rank)}`,
  ],
});

/** A figure of each chain's ranks among all draws. */
export const rankFigure = (view: RankView): Figure => ({
  id: `ranks-${view.variable}`,
  title: titleOf(view),
  subtitle: 'Bars: draws of the chain by their rank among all draws. Dashed: an even share.',
  caption:
    'Draws of a chain are correlated, so bars scatter more than independent counts would; a slope or a hump matters.' +
    (view.chains > MOST_PANELS ? ` ${MOST_PANELS} of ${integer(view.chains)} chains, the least even.` : ''),
  description: describeRanks(view),
  columns: ['chain', 'bin', 'first_rank', 'last_rank', 'count'].map((key) =>
    countColumn(key, key.replace('_', ' ')),
  ),
  rows: view.rows.map((row) => ({ ...row })),
  marks: chainsOf(view).flatMap((rows) => rows.map((row) => markOf(row, view.expected))),
  draw: (width) => rankChart(view, { width }),
});
