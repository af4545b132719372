// α of every cell against the one predictor of its regression, on a logarithmic axis where the regression is a line.
import { extent, max, min } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import { area, line } from 'd3-shape';
import {
  describePooling,
  type LinePoint,
  type PoolingRow,
  type PoolingView,
} from '../instruments/seu/hierarchical/pooling.ts';
import { logTicks } from './axes.ts';
import { alonePrior, aloneWords } from './cells-forest.ts';
import { numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { addVerticalInterval } from './intervals.ts';
import { estimate, significant } from './number-format.ts';
import { drawAxes, plotFrame, type PlotFrame } from './plot.ts';
import { MARK, NULL } from './roles.ts';
import { addMark, addPath, startDrawing, type Group } from './svg.ts';

/** Own fits stand this far right of the joint ones, px. */
const ASIDE = 9;

type Axis = NonNullable<PoolingView['axis']>;
type PlacedRow = PoolingRow & { readonly x: number };
type Scale = (value: number) => number;

const titleOf = ({ name }: Axis, subject: string): string =>
  `Sensitivity α against ${name}${subject === '' ? '' : `, ${subject}`}`;
const placed = ({ rows }: PoolingView): readonly PlacedRow[] =>
  rows.flatMap((row) => (row.x === null ? [] : [{ ...row, x: row.x }]));

function drawCurve(root: Group, curve: readonly LinePoint[], x: Scale, y: Scale): void {
  const band = area<LinePoint>()
    .x((point) => x(point.x))
    .y0((point) => y(point.q5))
    .y1((point) => y(point.q95));
  const middle = line<LinePoint>()
    .x((point) => x(point.x))
    .y((point) => y(point.median));
  addPath(root, band([...curve]), { fill: 'var(--band)' });
  addPath(root, middle([...curve]), { color: MARK, width: 1.75 });
}

function scalesOf(view: PoolingView, { left, right, top, bottom }: PlotFrame) {
  const rows = placed(view);
  const [from = 0, to = 1] = extent(rows, (row) => row.x);
  const low = min(rows, ({ joint, apart }) => Math.min(joint.q5, apart?.q5 ?? joint.q5)) ?? 1;
  const high = max(rows, ({ joint, apart }) => Math.max(joint.q95, apart?.q95 ?? joint.q95)) ?? 10;
  const bounds = [
    Math.min(low, ...view.curve.map(({ q5 }) => q5)) / 1.1,
    Math.max(high, ...view.curve.map(({ q95 }) => q95)) * 1.1,
  ] as const;
  return {
    x: scaleLinear([from, to], [left + 16, right - 20]),
    y: scaleLog([...bounds], [bottom, top]),
    bounds,
  };
}

/** Throws where the regression has another number of predictors than one. */
export function cellsLineChart(view: PoolingView, { width }: { readonly width: number }): SVGSVGElement {
  const { axis } = view;
  if (axis === null) throw new Error('cells without an axis; needed one predictor that differs among them');
  const frame = plotFrame(width);
  const { svg, root } = startDrawing(width, frame.height, titleOf(axis, view.subject), describePooling(view));
  const { x, y, bounds } = scalesOf(view, frame);
  drawAxes(
    root,
    frame,
    { scale: x, name: axis.name, ticks: x.ticks(width < 480 ? 4 : 6), grid: false },
    { scale: y, name: 'α, logarithmic', ticks: logTicks(...bounds) },
  );
  drawCurve(root, view.curve, x, y);
  for (const row of placed(view)) {
    if (row.apart) addVerticalInterval(root, x(row.x) + ASIDE, y, row.apart, { color: NULL, hollow: true });
    const mark = addMark(root, row.variable, x(row.x), y(row.joint.median));
    addVerticalInterval(mark, x(row.x), y, row.joint, { color: MARK });
  }
  return svg;
}

const markOf = (row: PlacedRow, { name }: Axis): Mark => ({
  id: row.variable,
  series: 0,
  name: row.cell,
  lines: [
    `${name} ${significant(row.x)}`,
    `together ${estimate(row.joint.median, row.joint.q5, row.joint.q95)}`,
    ...(row.apart ? [`alone ${estimate(row.apart.median, row.apart.q5, row.apart.q95)}`] : []),
  ],
});

/** A figure of the regression and its cells; null where it has no single predictor. */
export function cellsLineFigure(view: PoolingView): Figure | null {
  const { axis } = view;
  if (axis === null) return null;
  return {
    id: `cells-line${view.subject === '' ? '' : `-${view.subject.replace(/[^\w-]+/g, '-')}`}`,
    title: titleOf(axis, view.subject),
    subtitle:
      `Filled: all cells fitted together, median with 50 and 90\u202f% intervals.${aloneWords(view)}` +
      ' Line and band: the regression, median and 90\u202f%.',
    caption: `The band is for the mean of cells at a point, without their spread around it.${alonePrior(view)}`,
    description: describePooling(view),
    columns: [
      textColumn('cell'),
      numberColumn('x', axis.name),
      numberColumn('median', 'α median'),
      numberColumn('q5'),
      numberColumn('q95'),
      numberColumn('alone_median', 'alone median'),
      numberColumn('alone_q5', 'alone q5'),
      numberColumn('alone_q95', 'alone q95'),
    ],
    rows: placed(view).map(({ cell, x, joint, apart }) => ({
      cell,
      x,
      median: joint.median,
      q5: joint.q5,
      q95: joint.q95,
      alone_median: apart?.median ?? null,
      alone_q5: apart?.q5 ?? null,
      alone_q95: apart?.q95 ?? null,
    })),
    marks: placed(view).map((row) => markOf(row, axis)),
    draw: (width) => cellsLineChart(view, { width }),
  };
}
