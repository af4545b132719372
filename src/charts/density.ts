// The posterior of a sensitivity over its prior, each named on the picture.
import { max, minIndex } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { describeDensity, type DensityRow, type DensityView } from '../instruments/seu/views/density.ts';
import { horizontalAxis, nameHorizontal, type Linear } from './axes.ts';
import { numberColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { addDensity, addHorizontalInterval, type Point } from './intervals.ts';
import { estimate, significant, fraction } from './number-format.ts';
import { AXIS, NULL, NULL_FILL, seriesColor } from './roles.ts';
import { addLine, addMark, addText, startDrawing, textWidth, type Group } from './svg.ts';

const TOP = 28;
const PLOT = 168;
const EDGE = 14;
const BASE = TOP + PLOT;
/** The interval stands below the densities, above the tick labels. */
const INTERVAL = BASE + 14;
const STOPS = 32;

type Curve = 'posterior' | 'prior';

export interface DensityStyle {
  readonly width: number;
  /** Place of the decision maker in the data set: its colour. */
  readonly series?: number;
}

const titleOf = ({ symbol }: DensityView): string => `Posterior of ${symbol} and its prior`;

const pointsOf = (rows: readonly DensityRow[], curve: Curve, x: Linear, y: Linear): readonly Point[] =>
  rows.map((row): Point => [x(row.value), y(row[curve])]);

/** Every eighth grid point, for either curve. */
const stopsOf = ({ rows }: DensityView): readonly (readonly [DensityRow, number])[] => {
  const step = Math.ceil(rows.length / STOPS);
  return rows.map((row, i) => [row, i] as const).filter(([, i]) => i % step === 0);
};

/** Names a curve at its right shoulder: where it has fallen to 60 % of its peak. */
function nameCurve(group: Group, points: readonly Point[], name: string, color: string): void {
  const peak = minIndex(points, (point) => point[1]);
  const half = BASE - 0.6 * (BASE - points[peak][1]);
  const [x, y] = points.find((point, i) => i > peak && point[1] > half) ?? points[peak];
  const end = points[points.length - 1][0];
  const room = end - x > textWidth(name, 12, true) + 10;
  const anchor = room ? 'start' : 'end';
  addText(group, room ? x + 10 : end, y, name, { anchor, color, strong: true, halo: true });
}

function drawCurves(root: Group, view: DensityView, x: Linear, y: Linear, color: string): void {
  const prior = pointsOf(view.rows, 'prior', x, y);
  const posterior = pointsOf(view.rows, 'posterior', x, y);
  addDensity(root, prior, BASE, { color: NULL, fill: NULL_FILL, fillOpacity: 0.7 });
  addDensity(root, posterior, BASE, { color });
  nameCurve(root, prior, 'prior', 'var(--ink-3)');
  nameCurve(root, posterior, 'posterior', color);
  for (const [curve, points] of [
    ['posterior', posterior],
    ['prior', prior],
  ] as const)
    for (const [, i] of stopsOf(view)) addMark(root, `${curve}-${i}`, points[i][0], points[i][1]);
}

/** Both densities on one scale, the posterior's interval at their foot. */
export function densityChart(view: DensityView, { width, series = 0 }: DensityStyle): SVGSVGElement {
  const { svg, root } = startDrawing(width, BASE + 62, titleOf(view), describeDensity(view));
  const color = seriesColor(series);
  const x = scaleLinear([0, view.rows[view.rows.length - 1].value], [EDGE, width - EDGE]);
  const peak = max(view.rows, ({ posterior, prior }) => Math.max(posterior, prior)) ?? 1;
  const y = scaleLinear([0, peak], [BASE, TOP]);
  const ticks = x.ticks(width < 480 ? 4 : 6);
  horizontalAxis(root, x, BASE + 22, { ticks, grid: PLOT + 22 });
  drawCurves(root, view, x, y, color);
  addLine(root, [EDGE, BASE], [width - EDGE, BASE], { color: AXIS });
  addHorizontalInterval(root, x, INTERVAL, view.posterior, { color });
  nameHorizontal(root, width / 2, BASE + 58, view.symbol);
  return svg;
}

const markOf = (view: DensityView, curve: Curve, [row, i]: readonly [DensityRow, number]): Mark => {
  const { median, q5, q95 } = view[curve];
  return {
    id: `${curve}-${i}`,
    series: curve === 'posterior' ? 0 : 1,
    name: `${curve} of ${view.symbol}`,
    lines: [
      `density ${significant(row[curve])} at ${significant(row.value)}`,
      `median and 90\u202f% interval ${estimate(median, q5, q95)}`,
    ],
  };
};

/** A figure of what the choices have added to the prior; `series` is the decision maker's colour. */
export const densityFigure = (view: DensityView, series = 0): Figure => ({
  id: `density-${view.variable}`,
  title: titleOf(view),
  subtitle: 'Dot: posterior median; thick and thin bars: 50 and 90\u202f% intervals.',
  caption: `Prior: ${view.priorName}. The choices take away ${fraction(view.contraction)} of the prior variance of log ${view.symbol}.`,
  description: describeDensity(view),
  columns: [numberColumn('value', view.symbol), numberColumn('posterior'), numberColumn('prior')],
  rows: view.rows.map((row) => ({ ...row })),
  marks: (['posterior', 'prior'] as const).flatMap((curve) =>
    stopsOf(view).map((stop) => markOf(view, curve, stop)),
  ),
  draw: (width) => densityChart(view, { width, series }),
});
