// Priors of α by the rate they imply: a line per sigma over mu, the target as a band, the chosen prior ringed.
import { extent, group } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { GridRow } from '../instruments/seu/prior/grid.ts';
import { niceDomain, type Linear } from './axes.ts';
import { countColumn, numberColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { fixed, integer, interval, percent, significant } from './number-format.ts';
import { drawAxes, namePoints, plotFrame, type PlotFrame } from './plot.ts';
import { addSymbol, INK, seriesColor, SHAPE_GLYPHS } from './roles.ts';
import { addLine, addMark, addPath, addRect, startDrawing, type Group } from './svg.ts';

/** A mean rate as it was published for a prior. */
export interface PublishedPoint {
  readonly mu: number;
  readonly sigma: number;
  readonly rate: number;
}

export interface CalibrationGridView {
  readonly rows: readonly GridRow[];
  /** Rates that are aimed at; null where none is. */
  readonly target: { readonly low: number; readonly high: number } | null;
  /** The prior in use; null where it is not on the grid. */
  readonly chosen: { readonly mu: number; readonly sigma: number } | null;
  readonly published: readonly PublishedPoint[];
}

const TITLE = 'Priors of α and the rates they imply';
const STANDARD_ERRORS = 2;

interface Scales {
  readonly x: Linear;
  readonly y: Linear;
}

const markId = ({ mu, sigma }: { readonly mu: number; readonly sigma: number }): string =>
  `mu${mu}-sigma${sigma}`;
const sigmasOf = ({ rows }: CalibrationGridView): readonly number[] =>
  [...new Set(rows.map(({ sigma }) => sigma))].sort((a, b) => a - b);
const endsOf = ({ rate_mean: rate, rate_mcse: error }: GridRow): readonly [number, number] => [
  rate - STANDARD_ERRORS * error,
  rate + STANDARD_ERRORS * error,
];

function scalesOf({ rows, target, published }: CalibrationGridView, frame: PlotFrame): Scales {
  const [first = 0, last = 1] = extent(rows, ({ mu }) => mu);
  const rates = [
    ...rows.flatMap(endsOf),
    ...published.map(({ rate }) => rate),
    ...(target ? [target.low, target.high] : []),
  ];
  const [low, high] = niceDomain(Math.min(...rates), Math.max(...rates), 5);
  return {
    x: scaleLinear(first === last ? [first - 1, last + 1] : [first, last], [
      frame.left + 16,
      frame.right - 16,
    ]),
    y: scaleLinear([Math.max(0, low), Math.min(1, high)], [frame.bottom, frame.top]),
  };
}

function drawTarget(
  root: Group,
  frame: PlotFrame,
  { y }: Scales,
  { low, high }: { low: number; high: number },
): void {
  const { left, right } = frame;
  const height = Math.max(2, y(low) - y(high));
  addRect(root, { x: left, y: y(high), width: right - left, height }, { fill: 'var(--band)' });
}

function drawSigma(root: Group, rows: readonly GridRow[], { x, y }: Scales, place: number): void {
  const color = seriesColor(place);
  const sorted = [...rows].sort((a, b) => a.mu - b.mu);
  const curve = line<GridRow>(
    ({ mu }) => x(mu),
    ({ rate_mean }) => y(rate_mean),
  );
  addPath(root, curve(sorted), { color, width: 1.5 });
  for (const row of sorted) {
    const [px, py, [low, high]] = [x(row.mu), y(row.rate_mean), endsOf(row)];
    const mark = addMark(root, markId(row), px, py);
    addLine(mark, [px, y(low)], [px, y(high)], { color, width: 1.75 });
    addSymbol(mark, px, py, { color, shape: place, area: 64 });
  }
}

/** Published rates stand just right of the computed ones, hollow. */
function drawPublished(
  root: Group,
  published: readonly PublishedPoint[],
  sigmas: readonly number[],
  { x, y }: Scales,
): void {
  for (const { mu, sigma, rate } of published) {
    const place = Math.max(0, sigmas.indexOf(sigma));
    addSymbol(root, x(mu) + 9, y(rate), { color: seriesColor(place), shape: place, area: 40, hollow: true });
  }
}

function ringChosen(root: Group, view: CalibrationGridView, { x, y }: Scales): void {
  const { chosen } = view;
  const row = view.rows.find(({ mu, sigma }) => mu === chosen?.mu && sigma === chosen.sigma);
  if (row === undefined) return;
  const ring = root.append('circle').attr('cx', x(row.mu)).attr('cy', y(row.rate_mean)).attr('r', 9);
  ring.style('fill', 'none').style('stroke', INK).style('stroke-width', '2px');
}

/** Mean rates over mu, a line and a shape per sigma. */
export function calibrationGridChart(
  view: CalibrationGridView,
  { width }: { readonly width: number },
): SVGSVGElement {
  const frame = plotFrame(width);
  const { svg, root } = startDrawing(width, frame.height, TITLE, describeCalibrationGrid(view));
  const scales = scalesOf(view, frame);
  const { x, y } = scales;
  if (view.target) drawTarget(root, frame, scales, view.target);
  drawAxes(
    root,
    frame,
    { scale: x, ticks: x.ticks(width < 480 ? 4 : 6), name: 'mu of log α' },
    { scale: y, ticks: y.ticks(5), name: 'mean rate of SEU-maximal choices' },
  );
  const sigmas = sigmasOf(view);
  const lines = group(view.rows, ({ sigma }) => sigma);
  sigmas.forEach((sigma, place) => drawSigma(root, lines.get(sigma) ?? [], scales, place));
  drawPublished(root, view.published, sigmas, scales);
  ringChosen(root, view, scales);
  const ends = sigmas.map((sigma) => (lines.get(sigma) ?? []).reduce((a, b) => (b.mu > a.mu ? b : a)));
  namePoints(
    root,
    frame,
    ends.map((row, i) => ({
      x: x(row.mu),
      y: y(row.rate_mean),
      text: `sigma ${row.sigma}`,
      color: seriesColor(i),
    })),
  );
  return svg;
}

const priorText = ({ mu, sigma }: { readonly mu: number; readonly sigma: number }): string =>
  `lognormal(${mu}, ${sigma})`;

/** Rates of all priors, the target and the choice. */
export const describeCalibrationGrid = ({ rows, target, chosen }: CalibrationGridView): string =>
  [
    `Mean rates: ${rows.map((row) => `${priorText(row)} ${percent(row.rate_mean, 1)}`).join(', ')}.`,
    target ? `Target: ${percent(target.low)} to ${percent(target.high)}.` : '',
    chosen ? `In use: ${priorText(chosen)}.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');

function markOf(view: CalibrationGridView, row: GridRow): Mark {
  const known = view.published.find(({ mu, sigma }) => mu === row.mu && sigma === row.sigma);
  return {
    id: markId(row),
    series: sigmasOf(view).indexOf(row.sigma),
    name: priorText(row),
    lines: [
      `rate ${fixed(row.rate_mean, 3)} ${interval(...endsOf(row), 3)}${known ? `, published ${fixed(known.rate, 3)}` : ''}`,
      `α ${significant(row.alpha_median)} ${interval(row.alpha_q5, row.alpha_q95)}`,
      `${integer(row.draws)} draws`,
    ],
  };
}

/** A figure of a calibration grid. */
export const calibrationGridFigure = (view: CalibrationGridView): Figure => ({
  id: 'calibration-grid',
  title: TITLE,
  subtitle:
    `Mark: mean rate over agents drawn from lognormal(mu, sigma), with two Monte Carlo standard errors. ${sigmasOf(
      view,
    )
      .map((sigma, i) => `${SHAPE_GLYPHS[i % 4]} sigma ${sigma}`)
      .join(', ')}.` +
    (view.target ? ' Grey band: the target.' : '') +
    (view.chosen ? ' Ring: the prior in use.' : '') +
    (view.published.length > 0 ? ' Hollow: as published.' : ''),
  caption:
    'All priors share their random numbers: differences between neighbours are sharper than the bars say.',
  description: describeCalibrationGrid(view),
  columns: [
    ...['mu', 'sigma'].map((key) => numberColumn(key)),
    countColumn('draws'),
    ...[
      'rate_mean',
      'rate_sd',
      'rate_mcse',
      'rate_q5',
      'rate_median',
      'rate_q95',
      'alpha_q5',
      'alpha_median',
      'alpha_q95',
    ].map((key) => numberColumn(key, key.replace('_', ' '))),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: [...view.rows].sort((a, b) => a.sigma - b.sigma || a.mu - b.mu).map((row) => markOf(view, row)),
  draw: (width) => calibrationGridChart(view, { width }),
});
