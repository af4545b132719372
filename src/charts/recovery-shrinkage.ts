// Mean error by true value, a panel per quantity: where the prior pulls estimates to its centre.
import { extent, max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { ShrinkagePoint } from '../statistics/recovery.ts';
import { fewTicks, horizontalAxis, verticalAxis, type Linear } from './axes.ts';
import { countColumn, numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { integer, interval, significant } from './number-format.ts';
import { layPanels, panelGroup, panelHead, type Panel } from './panels.ts';
import { shortName, type NamedQuantity } from './quantity-name.ts';
import { addSymbol, AXIS, MARK } from './roles.ts';
import { addLine, addMark, addPath, addText, startDrawing, type Group } from './svg.ts';

export interface ShrunkQuantity extends NamedQuantity {
  /** Groups of iterations with neighbouring truths, ascending. */
  readonly points: readonly ShrinkagePoint[];
}

export interface ShrinkageView {
  readonly iterations: number;
  readonly quantities: readonly ShrunkQuantity[];
}

const TITLE = 'Error by true value';
const HEIGHT = 112;
const STANDARD_ERRORS = 2;

const endsOf = ({ error, errorSe }: ShrinkagePoint): readonly [number, number] => {
  const half = Number.isFinite(errorSe) ? STANDARD_ERRORS * errorSe : 0;
  return [error - half, error + half];
};
const markId = ({ variable }: ShrunkQuantity, i: number): string => `${variable}-g${i + 1}`;

function drawQuantity(group: Group, panel: Panel, quantity: ShrunkQuantity): void {
  const { points } = quantity;
  const [low = 0, high = 1] = extent(points, ({ truth }) => truth);
  const half = 1.08 * (max(points.flatMap(endsOf), Math.abs) || 1);
  const x: Linear = scaleLinear([low, high], [panel.x + 6, panel.x + panel.width - 6]);
  const y: Linear = scaleLinear([-half, half], [HEIGHT, 0]);
  verticalAxis(group, y, panel.x, { ticks: fewTicks(y), grid: panel.width, size: 11 });
  horizontalAxis(group, x, HEIGHT, { ticks: fewTicks(x), size: 11 });
  addLine(group, [panel.x, y(0)], [panel.x + panel.width, y(0)], { color: AXIS });
  const curve = line<ShrinkagePoint>(
    ({ truth }) => x(truth),
    ({ error }) => y(error),
  );
  addPath(group, curve([...points]), { color: MARK, width: 1.5 });
  points.forEach((point, i) => {
    const [px, py] = [x(point.truth), y(point.error)];
    const [from, to] = endsOf(point);
    const mark = addMark(group, markId(quantity, i), px, panel.y + py);
    addLine(mark, [px, y(from)], [px, y(to)], { color: MARK, width: 1.75 });
    addSymbol(mark, px, py, { color: MARK, area: 48 });
  });
  panelHead(group, panel, { strong: shortName(quantity) });
}

/** A panel per quantity, each on its own scales. */
export function shrinkageChart(view: ShrinkageView, { width }: { readonly width: number }): SVGSVGElement {
  const layout = { left: 48, right: 12, head: 26, height: HEIGHT, foot: 30, gap: 54 };
  const { panels, height } = layPanels(view.quantities.length, width, layout);
  const { svg, root } = startDrawing(width, height + 20, TITLE, describeShrinkage(view));
  panels.forEach((panel, i) => drawQuantity(panelGroup(root, panel), panel, view.quantities[i]));
  addText(root, 0, height + 13, '↑ mean − truth', { size: 11 });
  addText(root, width - 12, height + 13, 'truth →', { size: 11, anchor: 'end' });
  return svg;
}

/** Errors among the lowest and the highest truths of every quantity. */
export const describeShrinkage = ({ iterations, quantities }: ShrinkageView): string =>
  `Mean error by true value over ${integer(iterations)} iterations, lowest and highest truths: ${quantities
    .map((one) => {
      const [first, last] = [one.points[0], one.points[one.points.length - 1]];
      return `${shortName(one)} ${significant(first.error)} at ${significant(first.truth)} and ${significant(last.error)} at ${significant(last.truth)}`;
    })
    .join('; ')}.`;

const marksOf = (quantity: ShrunkQuantity, series: number): readonly Mark[] =>
  quantity.points.map((point, i) => ({
    id: markId(quantity, i),
    series,
    name: `${shortName(quantity)}, truths near ${significant(point.truth)}`,
    lines: [
      `mean error ${significant(point.error)} ${interval(...endsOf(point))}`,
      `interval width ${significant(point.meanWidth)}`,
      `${integer(point.iterations)} iterations`,
    ],
  }));

/** A figure of shrinkage. */
export const shrinkageFigure = (view: ShrinkageView): Figure => ({
  id: 'recovery-shrinkage',
  title: TITLE,
  subtitle:
    'Dot: mean of posterior mean less truth among iterations with neighbouring truths; bar: two standard errors.',
  caption: 'Above zero at the left and below at the right: the prior pulls estimates to its centre.',
  description: describeShrinkage(view),
  columns: [
    textColumn('variable'),
    countColumn('iterations'),
    ...['truth', 'error', 'errorSe', 'meanWidth'].map((key) => numberColumn(key)),
  ],
  rows: view.quantities.flatMap(({ variable, points }) => points.map((point) => ({ variable, ...point }))),
  marks: view.quantities.flatMap(marksOf),
  draw: (width) => shrinkageChart(view, { width }),
});
