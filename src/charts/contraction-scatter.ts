// z-score against contraction, a mark per quantity: whether posteriors are honest beside whether they say anything.
import { scaleLinear } from 'd3-scale';
import type { Interval } from '../statistics/interval.ts';
import { niceDomain, type Linear } from './axes.ts';
import { numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark, Row } from './figure.ts';
import { addHorizontalInterval, addVerticalInterval } from './intervals.ts';
import { fixed, fraction, integer, interval } from './number-format.ts';
import { drawAxes, namePoints, plotFrame, type PlotFrame } from './plot.ts';
import { familyOf, shortName, type NamedQuantity } from './quantity-name.ts';
import { addSymbol, AXIS, MARK, seriesColor, type SymbolStyle } from './roles.ts';
import { addLine, addMark, addRect, startDrawing, type Group } from './svg.ts';

/** One replicate of one quantity. */
export interface ScoredReplicate {
  readonly z_score: number;
  readonly contraction: number;
}

/** A quantity that has a prior sd. */
export interface ScoredQuantity extends NamedQuantity {
  /** Quantiles over the replicates. */
  readonly z_score: Interval;
  readonly contraction: Interval;
  /** Single replicates to show as a cloud; may be empty. */
  readonly cloud: readonly ScoredReplicate[];
}

export interface ContractionScatterView {
  readonly replicates: number;
  readonly quantities: readonly ScoredQuantity[];
}

const TITLE = 'z-score against contraction';
/** 5 % and 95 % points of a standard normal: what z-scores of honest normal posteriors keep to. */
const NORMAL_90 = 1.6448536269514722;
const MOST_CLOUD = 1200;
/** Quantities from which bars are thin. */
const MANY = 8;

interface Scales {
  readonly x: Linear;
  readonly y: Linear;
}

/** Replicates at even steps; those beyond the axes are not drawn. */
function drawCloud(
  root: Group,
  { cloud }: ScoredQuantity,
  { x, y }: Scales,
  { color, step }: { readonly color: string; readonly step: number },
): void {
  const [left] = x.domain();
  const [low, high] = y.domain();
  cloud.forEach(({ contraction, z_score }, i) => {
    if (i % step !== 0 || !(contraction >= left && z_score >= low && z_score <= high)) return;
    const dot = root.append('circle').attr('cx', x(contraction)).attr('cy', y(z_score)).attr('r', 1.5);
    dot.style('fill', color).style('fill-opacity', 0.22);
  });
}

/** Where quantities are many, their bars would hide each other: only thin ones, drawn lightly. */
function drawQuantity(
  root: Group,
  one: ScoredQuantity,
  { x, y }: Scales,
  style: SymbolStyle,
  many: boolean,
): void {
  const { variable, z_score: z, contraction: c } = one;
  const mark = addMark(root, variable, x(c.median), y(z.median));
  if (!many) {
    addHorizontalInterval(mark, x, y(z.median), c, style);
    return addVerticalInterval(mark, x(c.median), y, z, style);
  }
  addLine(mark, [x(c.q5), y(z.median)], [x(c.q95), y(z.median)], { color: style.color, opacity: 0.5 });
  addLine(mark, [x(c.median), y(z.q5)], [x(c.median), y(z.q95)], { color: style.color, opacity: 0.5 });
  addSymbol(mark, x(c.median), y(z.median), style);
}

function scalesOf(quantities: readonly ScoredQuantity[], frame: PlotFrame): Scales {
  const lowest = Math.min(0, ...quantities.map(({ contraction }) => contraction.q5));
  const most = Math.max(2.5, ...quantities.flatMap(({ z_score }) => [-z_score.q5, z_score.q95]));
  return {
    x: scaleLinear([niceDomain(lowest, 1, 5)[0], 1], [frame.left, frame.right]),
    y: scaleLinear(niceDomain(-1.1 * most, 1.1 * most, 5), [frame.bottom, frame.top]),
  };
}

/** Grey where honest z-scores lie, both axes, the line of no bias. */
function drawGround(root: Group, frame: PlotFrame, { x, y }: Scales): void {
  const { left, right, width } = frame;
  const [top, bottom] = [y(NORMAL_90), y(-NORMAL_90)];
  addRect(root, { x: left, y: top, width: right - left, height: bottom - top }, { fill: 'var(--band)' });
  drawAxes(
    root,
    frame,
    { scale: x, ticks: x.ticks(width < 480 ? 3 : 5), name: 'contraction of the variance' },
    { scale: y, ticks: y.ticks(5), name: 'z-score: (truth − mean) ÷ sd' },
  );
  addLine(root, [left, y(0)], [right, y(0)], { color: AXIS });
}

/** Right: informed. Near zero and within the grey: honest. Each family of quantities has a colour and a shape. */
export function contractionScatterChart(
  view: ContractionScatterView,
  { width }: { readonly width: number },
): SVGSVGElement {
  const frame = plotFrame(width);
  const { svg, root } = startDrawing(width, frame.height, TITLE, describeContractionScatter(view));
  const { quantities } = view;
  const scales = scalesOf(quantities, frame);
  const families = [...new Set(quantities.map(familyOf))];
  const styleOf = (one: ScoredQuantity): SymbolStyle => {
    const place = families.indexOf(familyOf(one));
    return { color: families.length > 6 ? MARK : seriesColor(place), shape: place, area: 60 };
  };
  const step = Math.max(
    1,
    Math.ceil(quantities.reduce((sum, { cloud }) => sum + cloud.length, 0) / MOST_CLOUD),
  );
  drawGround(root, frame, scales);
  for (const one of quantities) drawCloud(root, one, scales, { ...styleOf(one), step });
  for (const one of quantities) drawQuantity(root, one, scales, styleOf(one), quantities.length > MANY);
  const first = (one: ScoredQuantity): number =>
    Number(quantities.find((q) => familyOf(q) === familyOf(one)) !== one);
  const inOrder = [...quantities].sort((a, b) => first(a) - first(b));
  namePoints(
    root,
    frame,
    inOrder.map((one) => ({
      x: scales.x(one.contraction.median),
      y: scales.y(one.z_score.median),
      text: shortName(one),
      color: styleOf(one).color,
    })),
  );
  return svg;
}

const informedText = ({ contraction: c }: ScoredQuantity): string =>
  `contraction ${fraction(c.median)} ${interval(c.q5, c.q95, 2)}`;
const honestText = ({ z_score: z }: ScoredQuantity): string =>
  `z-score ${fixed(z.median, 2)} ${interval(z.q5, z.q95, 2)}`;

/** Medians with the central 90 % of replicates. */
export const describeContractionScatter = ({ replicates, quantities }: ContractionScatterView): string =>
  `Over ${integer(replicates)} replicates, medians with the central 90\u202f%: ` +
  `${quantities.map((one) => `${shortName(one)} ${informedText(one)}, ${honestText(one)}`).join('; ')}.`;

const markOf = (one: ScoredQuantity, replicates: number): Mark => ({
  id: one.variable,
  series: 0,
  name: shortName(one),
  lines: [informedText(one), honestText(one), `${integer(replicates)} replicates`],
});

const LEVELS = ['median', 'q5', 'q25', 'q75', 'q95'] as const;
const prefixed = (name: string, levels: Interval): Row =>
  Object.fromEntries(LEVELS.map((level) => [`${name}_${level}`, levels[level]]));

const rowOf = ({ variable, contraction, z_score }: ScoredQuantity): Row => ({
  variable,
  ...prefixed('contraction', contraction),
  ...prefixed('z_score', z_score),
});

/** A figure of honesty beside informativeness. */
export const contractionScatterFigure = (view: ContractionScatterView): Figure => ({
  id: 'contraction-scatter',
  title: TITLE,
  subtitle:
    'Mark: medians over replicates; bars: the central 50 and 90\u202f% of them. Grey: where 90\u202f% of the z-scores of an honest normal posterior lie.',
  caption:
    'Contraction: 1 − posterior ÷ prior variance. At the left the data say nothing: an honest z-score there is no evidence that the quantity is learned. Small dots: single replicates.' +
    (view.quantities.length > MANY ? ' Bars of many quantities show the central 90\u202f% only.' : ''),
  description: describeContractionScatter(view),
  columns: [
    textColumn('variable'),
    ...['contraction', 'z_score'].flatMap((name) =>
      LEVELS.map((level) => numberColumn(`${name}_${level}`, `${name.replace('_', '-')} ${level}`)),
    ),
  ],
  rows: view.quantities.map(rowOf),
  marks: view.quantities.map((one) => markOf(one, view.replicates)),
  draw: (width) => contractionScatterChart(view, { width }),
});
