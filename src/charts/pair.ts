// α against the spread of η, draw by draw, both on logarithmic axes: a ridge of constant product is a straight line.
import { extent } from 'd3-array';
import { scaleLog, type ScaleLogarithmic } from 'd3-scale';
import { describePair, type PairRow, type PairView } from '../instruments/seu/views/pair.ts';
import { horizontalAxis, logTicks, nameHorizontal, nameVertical, verticalAxis } from './axes.ts';
import { countColumn, flagColumn, numberColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { estimate, integer, significant } from './number-format.ts';
import { addSymbol, LOOK, NULL, seriesColor } from './roles.ts';
import { addLine, addMark, addText, startDrawing, type Group } from './svg.ts';

type Log = ScaleLogarithmic<number, number>;
const TITLE = 'Sensitivity against the spread of expected utility';
const [LEFT, RIGHT, TOP, FOOT] = [48, 14, 32, 48];

const markId = ({ chain, iteration }: PairRow): string => `c${chain}-i${iteration}`;

/** A logarithmic scale with 4 % to spare at either end. */
function logScale(values: readonly number[], range: readonly [number, number]): Log {
  const [low = 1, high = 2] = extent(values);
  const spare = (high / low) ** 0.04;
  return scaleLog([low / spare, high * spare], range);
}

const ticksOf = (scale: Log): readonly number[] => logTicks(scale.domain()[0], scale.domain()[1]);

/** The line on which α × spread is the posterior median of that product. */
function drawRidge(root: Group, x: Log, y: Log, product: number): void {
  const [left, right] = x.domain();
  const [bottom, top] = y.domain();
  const from = Math.max(left, product / top);
  const to = Math.min(right, product / bottom);
  if (from >= to) return;
  addLine(root, [x(from), y(product / from)], [x(to), y(product / to)], {
    color: NULL,
    dash: '5 4',
    width: 1.5,
  });
  addText(root, x(to) - 4, Math.min(y(product / to) - 10, y(bottom) - 12), 'constant product', {
    anchor: 'end',
    color: 'var(--ink-3)',
    halo: true,
  });
}

function drawDraw(root: Group, row: PairRow, x: Log, y: Log, color: string): void {
  const [px, py] = [x(row.eta_spread), y(row.alpha)];
  const mark = addMark(root, markId(row), px, py);
  if (row.divergent) return addSymbol(mark, px, py, { color: LOOK, shape: 3, area: 52 });
  mark
    .append('circle')
    .attr('cx', px)
    .attr('cy', py)
    .attr('r', 1.8)
    .style('fill', color)
    .style('fill-opacity', 0.4);
}

export interface PairStyle {
  readonly width: number;
  readonly series?: number;
}

/** A dot per shown draw; divergent draws are diamonds. */
export function pairChart(view: PairView, { width, series = 0 }: PairStyle): SVGSVGElement {
  const height = Math.round(Math.min(360, Math.max(260, width * 0.62)));
  const { svg, root } = startDrawing(width, height, TITLE, describePair(view));
  const x = logScale(
    view.rows.map((row) => row.eta_spread),
    [LEFT, width - RIGHT],
  );
  const y = logScale(
    view.rows.map((row) => row.alpha),
    [height - FOOT, TOP],
  );
  verticalAxis(root, y, LEFT, { ticks: ticksOf(y), grid: width - LEFT - RIGHT });
  horizontalAxis(root, x, height - FOOT, { ticks: ticksOf(x), grid: height - FOOT - TOP });
  const byState = [...view.rows].sort((a, b) => Number(a.divergent) - Number(b.divergent));
  for (const row of byState) drawDraw(root, row, x, y, seriesColor(series));
  drawRidge(root, x, y, view.product.median);
  nameVertical(root, 0, 14, 'α (log scale)');
  nameHorizontal(root, (LEFT + width - RIGHT) / 2, height - 6, 'sd of η over alternatives (log scale)');
  return svg;
}

const markOf = (row: PairRow): Mark => ({
  id: markId(row),
  series: row.chain,
  name: `chain ${row.chain}, draw ${integer(row.iteration)}${row.divergent ? ', divergent' : ''}`,
  lines: [
    `α ${significant(row.alpha)}, spread of η ${significant(row.eta_spread)}`,
    `product ${significant(row.alpha * row.eta_spread)}`,
  ],
});

/** A figure of what the likelihood cannot tell apart: a high α, or expected utilities that lie far apart. */
export const pairFigure = (view: PairView, series = 0): Figure => ({
  id: 'pair-alpha-eta',
  title: TITLE,
  subtitle: `Dot: one posterior draw${view.rows.some((row) => row.divergent) ? '; diamond: a divergent one' : ''}. Dashed: where the product is constant.`,
  caption: `${integer(view.rows.length)} of ${integer(view.draws)} draws. α × spread: ${estimate(view.product.median, view.product.q5, view.product.q95)}.`,
  description: describePair(view),
  columns: [
    countColumn('chain'),
    countColumn('iteration', 'draw'),
    numberColumn('alpha', 'α'),
    numberColumn('eta_spread', 'sd of η'),
    flagColumn('divergent'),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: view.rows.map(markOf),
  draw: (width) => pairChart(view, { width, series }),
});
