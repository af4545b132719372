// The rate of SEU-maximal choices that a prior implies: its distribution over agents, a panel per block of menus.
import { groups, max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { RateBinRow } from '../instruments/seu/prior/views.ts';
import { nameVertical, type Linear } from './axes.ts';
import { countColumn, fractionColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { fraction, integer, percent } from './number-format.ts';
import { layPanels, panelFoot, panelGrid, panelGroup, panelHead, type Panel } from './panels.ts';
import { INK, NULL } from './roles.ts';
import { addLine, addMark, addRect, addText, startDrawing, textWidth, type Group } from './svg.ts';

/** What one block's agents come to. */
export interface RateBlockView {
  readonly block: string;
  /** Rate of a chooser at random, and mean over agents. */
  readonly chance: number;
  readonly mean: number;
}

export interface PriorRateView {
  readonly draws: number;
  readonly rows: readonly RateBinRow[];
  /** One for each block of the rows, in their order. */
  readonly blocks: readonly RateBlockView[];
}

const TITLE = 'Rate of SEU-maximal choices under the prior';
const HEIGHT = 128;
const BLOCKS: Readonly<Record<string, string>> = { all: 'all menus', uncertain: 'uncertain', risky: 'risky' };

const markId = ({ block, low }: RateBinRow): string => `${block}-${low}`;

function nameLine(group: Group, panel: Panel, x: Linear, at: number, y: number, name: string): void {
  const room = panel.x + panel.width - x(at) > textWidth(name, 11) + 6;
  const style = { size: 11, anchor: room ? 'start' : 'end', color: INK, halo: true } as const;
  addText(group, x(at) + (room ? 5 : -5), y, name, style);
}

function drawBlock(
  group: Group,
  panel: Panel,
  rows: readonly RateBinRow[],
  view: RateBlockView,
  y: Linear,
): void {
  const x = scaleLinear([0, 1], [panel.x, panel.x + panel.width]);
  for (const row of rows) {
    const [from, to, top] = [x(row.low), x(row.high), y(row.draws)];
    const bar = addMark(group, markId(row), (from + to) / 2, panel.y + top);
    addRect(bar, { x: from + 0.5, y: top, width: to - from - 1, height: HEIGHT - top }, { fill: NULL });
  }
  addLine(group, [x(view.chance), 0], [x(view.chance), HEIGHT], { color: INK, dash: '3 2.5', width: 1.25 });
  addLine(group, [x(view.mean), 0], [x(view.mean), HEIGHT], { color: INK, width: 1.75 });
  nameLine(group, panel, x, view.chance, 10, 'chance');
  nameLine(group, panel, x, view.mean, 24, 'mean');
  panelHead(group, panel, {
    strong: BLOCKS[view.block] ?? view.block,
    corner: fraction(view.mean),
    cornerColor: 'var(--ink-2)',
  });
  panelFoot(group, panel, ['0', 'rate', '1']);
}

/** Histograms from zero, on one scale. */
export function priorRateChart(view: PriorRateView, { width }: { readonly width: number }): SVGSVGElement {
  const blocks = groups(view.rows, ({ block }) => block).map(([, rows]) => rows);
  const layout = { left: 44, head: 26, height: HEIGHT, foot: 32, top: 18 };
  const { panels, height } = layPanels(blocks.length, width, layout);
  const { svg, root } = startDrawing(width, height, TITLE, describePriorRate(view));
  const y = scaleLinear([0, max(view.rows, ({ draws }) => draws) || 1], [HEIGHT, 28]);
  nameVertical(root, 0, 14, 'agents', 11);
  panels.forEach((panel, i) => {
    const group = panelGroup(root, panel);
    panelGrid(group, panel, y, y.ticks(3).filter(Number.isInteger));
    drawBlock(group, panel, blocks[i], view.blocks[i], y);
  });
  return svg;
}

/** Mean and chance of each block. */
export const describePriorRate = ({ draws, blocks }: PriorRateView): string =>
  `${integer(draws)} agents drawn from the prior. Mean rate of SEU-maximal choices: ${blocks
    .map(
      ({ block, mean, chance }) =>
        `${BLOCKS[block] ?? block} ${percent(mean, 1)} (chance ${percent(chance, 1)})`,
    )
    .join('; ')}.`;

const markOf = (row: RateBinRow, draws: number, series: number): Mark => ({
  id: markId(row),
  series,
  name: `${BLOCKS[row.block] ?? row.block}, rate ${fraction(row.low)} to ${fraction(row.high)}`,
  lines: [`${integer(row.draws)} of ${integer(draws)} agents, ${percent(row.draws / draws, 1)}`],
});

/** A figure of what agents the prior believes in. */
export const priorRateFigure = (view: PriorRateView): Figure => ({
  id: 'prior-rate',
  title: TITLE,
  subtitle:
    'Bars: agents drawn from the prior, by the share of their choices that are SEU-maximal. Line, and number: mean. Dashed: chance.',
  caption: `${integer(view.draws)} agents, each with its own α, beliefs and utilities, choosing once from every menu.`,
  description: describePriorRate(view),
  columns: [
    textColumn('block'),
    fractionColumn('low'),
    fractionColumn('high'),
    countColumn('draws', 'agents'),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: view.rows.map((row) =>
    markOf(
      row,
      view.draws,
      view.blocks.findIndex(({ block }) => block === row.block),
    ),
  ),
  draw: (width) => priorRateChart(view, { width }),
});
