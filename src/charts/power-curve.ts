// The power curve of a slope: how steep it would have to be before these data could show its sign, by three methods.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { PowerPoint } from '../statistics/detectable-slope.ts';
import { type Linear } from './axes.ts';
import { numberColumn, probabilityColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { percent, probability, significant } from './number-format.ts';
import { drawAxes, plotFrame, type PlotFrame } from './plot.ts';
import { AXIS, INK, MARK, seriesColor, SHAPE_GLYPHS, addSymbol } from './roles.ts';
import { addLine, addMark, addPath, startDrawing, type Group } from './svg.ts';

/** The smallest slopes that give P(slope < 0) = level, one a method. */
export interface DetectableMethods {
  readonly level: number;
  /** A: normal posterior. B: the posterior's own shape. C: spread in proportion to the level. */
  readonly gaussian: number;
  readonly empirical: number;
  readonly proportional: number;
}

export interface PowerCurveView {
  readonly cell: string;
  /** Ascending |slope|, by method C. */
  readonly points: readonly PowerPoint[];
  readonly detectable: DetectableMethods;
  /** |median slope| of the data. */
  readonly observed: number;
}

const METHODS = [
  ['gaussian', 'A, normal'],
  ['empirical', 'B, own shape'],
  ['proportional', 'C, proportional'],
] as const;
const STOPS = 16;

const titleOf = ({ cell }: PowerCurveView): string => `Slopes that ${cell} could have shown`;
const stopsOf = ({ points }: PowerCurveView): readonly PowerPoint[] => {
  const step = Math.ceil(points.length / STOPS);
  return points.filter((_, i) => i % step === 0);
};
const stopId = ({ size }: PowerPoint): string => `slope-${size}`;

function drawMethods(
  root: Group,
  { detectable }: PowerCurveView,
  x: Linear,
  y: Linear,
  frame: PlotFrame,
): void {
  const level = y(detectable.level);
  addLine(root, [frame.left, level], [frame.right, level], { color: AXIS, dash: '3 2.5' });
  METHODS.forEach(([key], i) => {
    const px = x(detectable[key]);
    const mark = addMark(root, key, px, level);
    addLine(mark, [px, level], [px, frame.bottom], { color: seriesColor(i), dash: '3 2.5' });
    addSymbol(mark, px, level, { color: seriesColor(i), shape: i, area: 72 });
  });
}

function drawObserved(root: Group, x: Linear, { observed }: PowerCurveView, { bottom }: PlotFrame): void {
  if (observed > x.domain()[1]) return;
  addLine(root, [x(observed), bottom - 14], [x(observed), bottom], { color: INK, width: 2.5 });
}

/** Probability over size, rising from one half. */
export function powerCurveChart(view: PowerCurveView, { width }: { readonly width: number }): SVGSVGElement {
  const frame = plotFrame(width);
  const { svg, root } = startDrawing(width, frame.height, titleOf(view), describePowerCurve(view));
  const least = Math.min(0.5, ...view.points.map(({ probability: p }) => p));
  const farthest = max([
    ...view.points.map(({ size }) => size),
    ...METHODS.map(([key]) => view.detectable[key]),
  ]);
  const x = scaleLinear([0, farthest || 1], [frame.left, frame.right]);
  const y = scaleLinear([Math.floor(10 * least) / 10, 1], [frame.bottom, frame.top]);
  drawAxes(
    root,
    frame,
    { scale: x, ticks: x.ticks(width < 480 ? 4 : 6), name: '|slope|' },
    { scale: y, ticks: y.ticks(5), name: 'P(slope < 0)' },
  );
  const curve = line<PowerPoint>(
    ({ size }) => x(size),
    (point) => y(point.probability),
  );
  addPath(root, curve([...view.points]), { color: MARK, width: 1.75 });
  for (const point of stopsOf(view)) addMark(root, stopId(point), x(point.size), y(point.probability));
  drawMethods(root, view, x, y, frame);
  drawObserved(root, x, view, frame);
  return svg;
}

/** The three sizes and the slope of the data. */
export const describePowerCurve = ({ cell, detectable, observed }: PowerCurveView): string =>
  `${cell}: the smallest |slope| with P(slope < 0) = ${probability(detectable.level)} is ${METHODS.map(
    ([key, name]) => `${significant(detectable[key])} (${name})`,
  ).join(', ')}; the data have ${significant(observed)}.`;

const marksOf = (view: PowerCurveView): readonly Mark[] => [
  ...stopsOf(view).map((point) => ({
    id: stopId(point),
    series: 0,
    name: `|slope| ${significant(point.size)}`,
    lines: [`P(slope < 0) ${probability(point.probability)}`],
  })),
  ...METHODS.map(([key, name]) => ({
    id: key,
    series: 1,
    name: `method ${name}`,
    lines: [
      `|slope| ${significant(view.detectable[key])} gives P(slope < 0) = ${probability(view.detectable.level)}`,
      `the data have ${significant(view.observed)}`,
    ],
  })),
];

/** A figure of a cell's resolution. */
export const powerCurveFigure = (view: PowerCurveView): Figure => ({
  id: `power-curve-${view.cell}`.replace(/[^\w-]+/g, '-'),
  title: titleOf(view),
  subtitle: `Line: how surely a slope of this size would be seen to be negative. Smallest slopes seen at ${percent(view.detectable.level)}: ${METHODS.map(
    ([, name], i) => `${SHAPE_GLYPHS[i]} ${name}`,
  ).join('; ')}.`,
  caption: `Thick tick at the foot: the slope of the data, ${significant(view.observed)}. Left of the marks "no effect" says that none was resolved.`,
  description: describePowerCurve(view),
  columns: [numberColumn('size', '|slope|'), probabilityColumn('probability', 'P(slope < 0)')],
  rows: view.points.map((point) => ({ ...point })),
  marks: marksOf(view),
  draw: (width) => powerCurveChart(view, { width }),
});
