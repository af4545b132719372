// Stated probabilities of a case by prefix: what the intraclass correlation is of, a panel a case.
import { scaleLinear } from 'd3-scale';
import type { PrefixTree } from '../instruments/beliefs/report-types/prefixes.ts';
import { countColumn, fractionColumn, textColumn } from './columns.ts';
import type { Figure } from './figure.ts';
import { counted, fraction, integer } from './number-format.ts';
import { layPanels, panelFoot, panelGrid, panelGroup, panelHead, type Panel } from './panels.ts';
import { INK, MARK } from './roles.ts';
import { addLine, addMark, startDrawing, type Group } from './svg.ts';

const TITLE = 'Reports by prefix, case by case';
const HEIGHT = 96;
const MOST = 12;

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const markId = ({ case: name }: PrefixTree, prefix: number): string => `${name} ${prefix + 1}`;

function drawTree(group: Group, panel: Panel, tree: PrefixTree): void {
  const y = scaleLinear([0, 1], [HEIGHT, 0]);
  const step = panel.width / tree.prefixes.length;
  tree.prefixes.forEach((values, k) => {
    const x = panel.x + (k + 0.5) * step;
    const mean = meanOf(values);
    const mark = addMark(group, markId(tree, k), x, panel.y + y(mean));
    values.forEach((value) =>
      mark
        .append('circle')
        .attr('cx', x)
        .attr('cy', y(value))
        .attr('r', 2.5)
        .style('fill', MARK)
        .style('fill-opacity', 0.4),
    );
    addLine(mark, [x - 0.3 * step, y(mean)], [x + 0.3 * step, y(mean)], { color: INK, width: 1.75 });
  });
}

function chart(trees: readonly PrefixTree[], width: number, description: string): SVGSVGElement {
  const layout = { left: 30, right: 4, head: 30, height: HEIGHT, foot: 28, gap: 20 };
  const { panels, height } = layPanels(trees.length, width, layout);
  const { svg, root } = startDrawing(width, height, TITLE, description);
  const y = scaleLinear([0, 1], [HEIGHT, 0]);
  panels.forEach((panel, i) => {
    const group = panelGroup(root, panel);
    panelGrid(group, panel, y, [0, 0.5, 1]);
    panelHead(group, panel, {
      strong: trees[i].case,
      ...(trees[i].icc !== null && { corner: fraction(trees[i].icc) }),
    });
    drawTree(group, panel, trees[i]);
    panelFoot(group, panel, ['', 'prefix', '']);
  });
  return svg;
}

/** The first cases, in the order of the data. */
export function treesFigure(cell: string, trees: readonly PrefixTree[]): Figure {
  const shown = trees.slice(0, MOST);
  const description = `${cell}: stated probabilities of ${counted(shown.length, 'case')} of ${integer(trees.length)}, by prefix; ICC ${shown
    .map(({ case: name, icc }) => `${name} ${fraction(icc)}`)
    .join(', ')}.`;
  return {
    id: 'beliefs-trees',
    title: TITLE,
    subtitle: 'Dots: probabilities stated after one prefix; line: their mean. The number is the case’s ICC.',
    caption:
      trees.length > MOST ? `The first ${MOST} of ${integer(trees.length)} cases; the table has all.` : '',
    description,
    columns: [
      textColumn('case', 'Case'),
      countColumn('prefix', 'Prefix'),
      countColumn('draw', 'Draw'),
      fractionColumn('probability', 'Probability', 3),
    ],
    rows: trees.flatMap((tree) =>
      tree.prefixes.flatMap((values, prefix) =>
        values.map((probability, draw) => ({
          case: tree.case,
          prefix: prefix + 1,
          draw: draw + 1,
          probability,
        })),
      ),
    ),
    marks: shown.flatMap((tree, series) =>
      tree.prefixes.map((values, prefix) => ({
        id: markId(tree, prefix),
        series,
        name: `${tree.case}, prefix ${prefix + 1}`,
        lines: [
          `mean ${fraction(meanOf(values))} of ${counted(values.length, 'report')}`,
          `ICC of the case ${fraction(tree.icc)}`,
        ],
      })),
    ),
    draw: (width) => chart(shown, width, description),
  };
}
