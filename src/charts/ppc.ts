// Posterior predictive checks: replicated against observed statistics, a dot per draw, a panel per check.
import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import {
  describePpc,
  PPC_NAMES,
  type PpcPanel,
  type PpcRow,
  type PpcView,
} from '../instruments/seu/views/ppc.ts';
import { fewTicks, horizontalAxis, verticalAxis, type Linear } from './axes.ts';
import { countColumn, numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { integer, probability, significant } from './number-format.ts';
import { layPanels, panelGroup, panelHead, type Panel } from './panels.ts';
import { AXIS, LOOK, MARK, NULL } from './roles.ts';
import { addLine, addMark, addText, startDrawing, type Group } from './svg.ts';

const TITLE = 'Posterior predictive checks';
const HEIGHT = 128;
const HEADS = { ll: 'log lik.', modal: 'modal', prob: 'prob.' } as const;

const ofPanel = ({ rows }: PpcView, { block, statistic }: PpcPanel): readonly PpcRow[] =>
  rows.filter((row) => row.block === block && row.statistic === statistic);
const markId = (panel: PpcPanel, i: number): string => `${panel.block}-${panel.statistic}-${i}`;
const pText = ({ p }: PpcPanel): string => probability(p, 2).replace(/^(?=\.|\d)/, '= ');

function drawPoints(
  group: Group,
  panel: Panel,
  check: PpcPanel,
  rows: readonly PpcRow[],
  x: Linear,
  y: Linear,
): void {
  rows.forEach((row, i) => {
    const [px, py] = [x(row.observed), y(row.replicated)];
    addMark(group, markId(check, i), px, panel.y + py)
      .append('circle')
      .attr('cx', px)
      .attr('cy', py)
      .attr('r', Math.min(6, 1.6 * Math.sqrt(row.draws)))
      .style('fill', MARK)
      .style('fill-opacity', 0.35);
  });
}

function drawCheck(
  group: Group,
  panel: Panel,
  check: PpcPanel,
  rows: readonly PpcRow[],
  blocks: number,
): void {
  const [low = 0, high = 1] = extent(rows.flatMap(({ observed, replicated }) => [observed, replicated]));
  const spare = (high - low || 1) * 0.04;
  const x = scaleLinear([low - spare, high + spare], [panel.x, panel.x + panel.width]);
  const y = x.copy().range([HEIGHT, 0]);
  const ticks = fewTicks(x);
  verticalAxis(group, y, panel.x, { ticks, grid: panel.width, size: 11 });
  horizontalAxis(group, x, HEIGHT, { ticks, size: 11 });
  addLine(group, [panel.x, HEIGHT], [panel.x + panel.width, HEIGHT], { color: AXIS });
  drawPoints(group, panel, check, rows, x, y);
  addLine(group, [panel.x, HEIGHT], [panel.x + panel.width, 0], { color: NULL, width: 1.5 });
  const head = group.append('g').attr('transform', 'translate(0,-16)');
  panelHead(head, panel, { strong: HEADS[check.statistic], plain: blocks > 1 ? check.block : '' });
  addText(group, panel.x, -10, `p ${pText(check)}${check.extreme ? ' ◆' : ''}`, {
    color: check.extreme ? LOOK : 'var(--ink-2)',
    strong: check.extreme,
  });
}

/** A dot above the diagonal is a draw whose replicate reached the statistic of the data. */
export function ppcChart(view: PpcView, { width }: { readonly width: number }): SVGSVGElement {
  const layout = { left: 46, right: 12, head: 46, height: HEIGHT, foot: 30, gap: 52 };
  const { panels, height } = layPanels(view.panels.length, width, layout);
  const { svg, root } = startDrawing(width, height + 18, TITLE, describePpc(view));
  const blocks = new Set(view.panels.map(({ block }) => block)).size;
  panels.forEach((panel, i) =>
    drawCheck(panelGroup(root, panel), panel, view.panels[i], ofPanel(view, view.panels[i]), blocks),
  );
  if (panels.length === 0) return svg;
  addText(root, 0, height + 12, '↑ T of a replicate', { size: 11 });
  addText(root, width - 12, height + 12, 'T of the data →', { size: 11, anchor: 'end' });
  return svg;
}

const markOf = (check: PpcPanel, row: PpcRow, i: number, series: number): Mark => ({
  id: markId(check, i),
  series,
  name: `${PPC_NAMES[check.statistic]}, ${check.block}`,
  lines: [
    `T of the data ${significant(row.observed)}, of a replicate ${significant(row.replicated)}`,
    `p ${pText(check)} over ${integer(check.draws)} draws${row.draws > 1 ? `; ${integer(row.draws)} here` : ''}`,
  ],
});

/** A figure of the three statistics, block by block. */
export const ppcFigure = (view: PpcView): Figure => ({
  id: 'ppc',
  title: TITLE,
  subtitle: 'Dot: a posterior draw. Share of dots on or above the line: p. Diamond: p outside [.05, .95].',
  caption:
    'log lik.: sum of log choice probabilities; modal: choices of the likeliest alternative; prob.: sum of choice probabilities. Ties count as above.',
  description: describePpc(view),
  columns: [
    textColumn('block'),
    textColumn('statistic'),
    numberColumn('observed', 'T of the data'),
    numberColumn('replicated', 'T of a replicate'),
    countColumn('draws'),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: view.panels.flatMap((check, series) =>
    ofPanel(view, check).map((row, i) => markOf(check, row, i, series)),
  ),
  draw: (width) => ppcChart(view, { width }),
});
