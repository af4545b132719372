// Posterior intervals against the truths that they should hold, a panel per quantity.
import { scaleLinear, scaleLog } from 'd3-scale';
import { horizontalAxis, logTicks, verticalAxis, type Linear } from './axes.ts';
import { countColumn, flagColumn, numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark, Row } from './figure.ts';
import { estimate, fraction, integer, percent, significant } from './number-format.ts';
import { layPanels, panelGroup, panelHead, type Panel } from './panels.ts';
import { shortName, shownOf, type NamedQuantity } from './quantity-name.ts';
import { addSymbol, AXIS, MARK, NULL } from './roles.ts';
import { addLine, addMark, addText, startDrawing, type Group } from './svg.ts';

/** Columns over the replicates of one quantity. */
export interface EstimatedQuantity extends NamedQuantity {
  readonly truth: Float64Array;
  readonly mean: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Both axes logarithmic: for positive quantities whose prior is wide, such as α. */
  readonly log: boolean;
}

export interface TruthEstimateView {
  /** Of the intervals. */
  readonly level: number;
  readonly quantities: readonly EstimatedQuantity[];
}

const TITLE = 'Truth against estimate';
const HEIGHT = 168;
const MOST_PANELS = 6;
/** Replicates drawn in a panel; the table has all. */
const MOST_DRAWN = 150;

interface Drawn {
  readonly index: number;
  readonly truth: number;
  readonly mean: number;
  readonly lower: number;
  readonly upper: number;
  readonly inside: boolean;
}

const drawnAt = ({ truth, mean, lower, upper }: EstimatedQuantity, index: number): Drawn => ({
  index,
  truth: truth[index],
  mean: mean[index],
  lower: lower[index],
  upper: upper[index],
  inside: lower[index] <= truth[index] && truth[index] <= upper[index],
});

/** Replicates at even steps, by ascending truth, so that keys walk along the axis. */
function drawnOf(quantity: EstimatedQuantity): readonly Drawn[] {
  const step = Math.ceil(quantity.truth.length / MOST_DRAWN);
  return Array.from({ length: Math.ceil(quantity.truth.length / step) }, (_, i) =>
    drawnAt(quantity, i * step),
  ).sort((a, b) => a.truth - b.truth);
}

const insideOf = (quantity: EstimatedQuantity): number =>
  quantity.truth.reduce((count, _, i) => count + Number(drawnAt(quantity, i).inside), 0);

const markId = ({ variable }: EstimatedQuantity, { index }: Drawn): string => `${variable}-r${index + 1}`;

/** Both axes of a panel have one domain, so that the diagonal is one. */
function scaleOf({ log }: EstimatedQuantity, drawn: readonly Drawn[], range: [number, number]) {
  const values = drawn.flatMap(({ truth, lower, upper }) => [truth, lower, upper]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (log) return { scale: scaleLog([low, high], range), ticks: logTicks(low, high) };
  const spare = (high - low || 1) * 0.04;
  const scale: Linear = scaleLinear([low - spare, high + spare], range);
  return { scale, ticks: scale.ticks(Math.max(2, Math.round((range[1] - range[0]) / 60))) };
}

function drawQuantity(group: Group, panel: Panel, quantity: EstimatedQuantity): void {
  const drawn = drawnOf(quantity);
  const { scale: x, ticks } = scaleOf(quantity, drawn, [panel.x, panel.x + panel.width]);
  const y = x.copy().range([HEIGHT, 0]);
  verticalAxis(group, y, panel.x, { ticks, grid: panel.width, size: 11 });
  horizontalAxis(group, x, HEIGHT, {
    ticks: ticks.length > 4 ? ticks.filter((_, i) => i % 2 === 0) : ticks,
    size: 11,
  });
  addLine(group, [panel.x, HEIGHT], [panel.x + panel.width, HEIGHT], { color: AXIS });
  addLine(group, [panel.x, HEIGHT], [panel.x + panel.width, 0], { color: NULL, width: 1.5 });
  for (const one of drawn) {
    const [px, py] = [x(one.truth), y(one.mean)];
    const mark = addMark(group, markId(quantity, one), px, panel.y + py);
    addLine(mark, [px, y(one.lower)], [px, y(one.upper)], { color: MARK, opacity: one.inside ? 0.25 : 0.8 });
    addSymbol(mark, px, py, {
      color: MARK,
      shape: one.inside ? 0 : 3,
      area: one.inside ? 14 : 34,
      hollow: !one.inside,
    });
  }
  const share = insideOf(quantity) / quantity.truth.length;
  panelHead(group, panel, {
    strong: shortName(quantity),
    corner: fraction(share),
    cornerColor: 'var(--ink-2)',
  });
}

/** A panel per quantity, the first `most` of them, each on its own pair of equal axes. */
export function truthEstimateChart(
  view: TruthEstimateView,
  { width, most = MOST_PANELS }: { readonly width: number; readonly most?: number },
): SVGSVGElement {
  const shown = view.quantities.slice(0, most);
  const layout = { left: 46, right: 12, head: 30, height: HEIGHT, foot: 32, gap: 48 };
  const across = Math.min(width, 300 * shown.length + 60);
  const { panels, height } = layPanels(shown.length, across, layout);
  const { svg, root } = startDrawing(width, height + 20, TITLE, describeTruthEstimate(view));
  panels.forEach((panel, i) => drawQuantity(panelGroup(root, panel), panel, shown[i]));
  addText(root, 0, height + 13, '↑ posterior mean', { size: 11 });
  addText(root, across - 12, height + 13, 'truth →', { size: 11, anchor: 'end' });
  return svg;
}

/** How many truths the intervals hold, quantity by quantity. */
export const describeTruthEstimate = ({ level, quantities }: TruthEstimateView): string =>
  `Truths inside their ${percent(level)} intervals: ${quantities
    .map((one) => `${shortName(one)} ${integer(insideOf(one))} of ${integer(one.truth.length)}`)
    .join('; ')}.`;

const markOf = (quantity: EstimatedQuantity, one: Drawn, series: number, level: number): Mark => ({
  id: markId(quantity, one),
  series,
  name: `${shortName(quantity)}, replicate ${integer(one.index + 1)}`,
  lines: [
    `truth ${significant(one.truth)}, ${one.inside ? 'inside' : 'outside'} its ${percent(level)} interval`,
    `posterior mean ${estimate(one.mean, one.lower, one.upper)}`,
  ],
});

const rowsOf = (quantity: EstimatedQuantity): readonly Row[] =>
  Array.from(quantity.truth, (_, i) => {
    const { index, ...row } = drawnAt(quantity, i);
    return { variable: quantity.variable, replicate: index + 1, ...row };
  });

/** A figure of what intervals look like at each truth. */
export const truthEstimateFigure = (view: TruthEstimateView, most = MOST_PANELS): Figure => ({
  id: 'truth-estimate',
  title: TITLE,
  subtitle:
    `Dot: posterior mean; bar: ${percent(view.level)} interval; hollow diamond: the truth is outside. On the grey line the two agree. The number is the share inside.` +
    (view.quantities.some(({ log }) => log) ? ' Sensitivities on logarithmic axes.' : ''),
  caption:
    'Estimates that lie flat say nothing of the truth; estimates pulled to the middle show the prior at work.' +
    (view.quantities.some(({ truth }) => truth.length > MOST_DRAWN)
      ? ' Of many replicates, evenly spaced ones are drawn; shares are over all.'
      : '') +
    shownOf(Math.min(most, view.quantities.length), view.quantities.length),
  description: describeTruthEstimate(view),
  columns: [
    textColumn('variable'),
    countColumn('replicate'),
    ...['truth', 'mean', 'lower', 'upper'].map((key) => numberColumn(key)),
    flagColumn('inside'),
  ],
  rows: view.quantities.flatMap(rowsOf),
  marks: view.quantities
    .slice(0, most)
    .flatMap((quantity, series) => drawnOf(quantity).map((one) => markOf(quantity, one, series, view.level))),
  draw: (width) => truthEstimateChart(view, { width, most }),
});
