// SEU-maximal choices problem by problem under the prior: menus that all agents solve say nothing of α.
import { group, max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { ProblemRow } from '../instruments/seu/prior/views.ts';
import { countColumn, fractionColumn, textColumn } from './columns.ts';
import { nameVertical, type Linear } from './axes.ts';
import type { Figure, Mark } from './figure.ts';
import { fraction, integer, percent } from './number-format.ts';
import { layPanels, panelFoot, panelGrid, panelGroup, panelHead, type Panel } from './panels.ts';
import { INK, NULL } from './roles.ts';
import { addLine, addMark, startDrawing, type Group } from './svg.ts';

export interface ProblemRateView {
  readonly rows: readonly ProblemRow[];
}

const TITLE = 'SEU-maximal choices problem by problem';
const HEIGHT = 132;

interface ProblemPanel {
  /** Menu size, and the block where there are two. */
  readonly name: string;
  readonly block: string;
  readonly rows: readonly ProblemRow[];
}

/** A panel per block and menu size; problems by ascending rate. */
function panelsOf({ rows }: ProblemRateView): readonly ProblemPanel[] {
  const several = new Set(rows.map(({ block }) => block)).size > 1;
  const ordered = [...rows].sort(
    (a, b) => Number(a.block === 'risky') - Number(b.block === 'risky') || a.size - b.size,
  );
  return [...group(ordered, ({ block, size }) => `${block} ${size}`).values()].map((own) => ({
    name: `${own[0].size} options`,
    block: several ? own[0].block : '',
    rows: own.sort((a, b) => a.rate - b.rate),
  }));
}

const markId = ({ block, menu }: ProblemRow): string => `${block}-${menu}`;

function drawProblems(parent: Group, panel: Panel, { name, block, rows }: ProblemPanel, y: Linear): void {
  const x = scaleLinear([0, rows.length], [panel.x, panel.x + panel.width]);
  const chance = y(rows[0].chance);
  addLine(parent, [panel.x, chance], [panel.x + panel.width, chance], {
    color: INK,
    dash: '3 2.5',
    width: 1.25,
  });
  rows.forEach((row, i) => {
    const [px, py] = [x(i + 0.5), y(row.rate)];
    const dot = addMark(parent, markId(row), px, panel.y + py).append('circle');
    dot
      .attr('cx', px)
      .attr('cy', py)
      .attr('r', rows.length > 60 ? 2 : 3)
      .style('fill', NULL);
  });
  panelHead(parent, panel, { strong: name, plain: block });
  panelFoot(parent, panel, ['1', 'problems', integer(rows.length)]);
}

/** Small multiples by menu size, one scale from zero to one. */
export function problemRateChart(
  view: ProblemRateView,
  { width }: { readonly width: number },
): SVGSVGElement {
  const each = panelsOf(view);
  const layout = { left: 40, head: 26, height: HEIGHT, foot: 32, top: 18 };
  const { panels, height } = layPanels(each.length, width, layout);
  const { svg, root } = startDrawing(width, height, TITLE, describeProblemRate(view));
  const y = scaleLinear([0, 1], [HEIGHT, 0]);
  nameVertical(root, 0, 14, 'share of agents', 11);
  panels.forEach((panel, i) => {
    const drawing = panelGroup(root, panel);
    panelGrid(drawing, panel, y, y.ticks(3));
    drawProblems(drawing, panel, each[i], y);
  });
  return svg;
}

/** Range of the rates by menu size. */
export const describeProblemRate = (view: ProblemRateView): string =>
  `Shares of agents that choose the SEU-maximal option, lowest to highest problem: ${panelsOf(view)
    .map(
      ({ name, block, rows }) =>
        `${`${block} ${name}`.trim()} ${percent(rows[0].rate)} to ${percent(max(rows, ({ rate }) => rate) ?? 0)}`,
    )
    .join('; ')}.`;

const markOf = (row: ProblemRow, series: number): Mark => ({
  id: markId(row),
  series,
  name: row.problem ?? `menu ${integer(row.menu)}`,
  lines: [
    `SEU-maximal for ${percent(row.rate, 1)} of agents`,
    `${integer(row.size)} options, chance ${fraction(row.chance)}`,
  ],
});

/** A figure of what each problem can tell. */
export const problemRateFigure = (view: ProblemRateView): Figure => ({
  id: 'prior-rate-problem',
  title: TITLE,
  subtitle:
    'Dot: share of agents drawn from the prior that choose the SEU-maximal option of a problem. Dashed: chance.',
  caption: 'Problems by ascending share. Near one, nearly all agents choose alike, whatever their α.',
  description: describeProblemRate(view),
  columns: [
    textColumn('block'),
    countColumn('menu'),
    textColumn('problem'),
    countColumn('size'),
    fractionColumn('chance'),
    fractionColumn('rate', 'rate', 3),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: panelsOf(view).flatMap(({ rows }, series) => rows.map((row) => markOf(row, series))),
  draw: (width) => problemRateChart(view, { width }),
});
