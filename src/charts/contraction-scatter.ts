// z-score against contraction, a mark per quantity: whether posteriors are honest beside whether they say anything.
import { scaleLinear } from 'd3-scale';
import type { Interval } from '../instruments/seu/report.ts';
import { niceDomain, type Linear } from './axes.ts';
import { numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { addHorizontalInterval, addVerticalInterval } from './intervals.ts';
import { fixed, fraction, integer, interval } from './number-format.ts';
import { drawAxes, namePoints, plotFrame } from './plot.ts';
import { shortName } from './quantity-name.ts';
import { AXIS, MARK, seriesColor } from './roles.ts';
import { addLine, addMark, addRect, startDrawing, type Group } from './svg.ts';

type Levels = Pick<Interval, 'median' | 'q5' | 'q25' | 'q75' | 'q95'>;

/** One replicate of one quantity. */
export interface ScoredReplicate {
  readonly z_score: number;
  readonly contraction: number;
}

export interface ScoredQuantity {
  readonly variable: string;
  /** Quantiles over the replicates. */
  readonly z_score: Levels;
  readonly contraction: Levels;
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

interface Scales {
  readonly x: Linear;
  readonly y: Linear;
}

/** Quantities of one name share a colour: β[1,1] and β[1,2] are one family. */
const familiesOf = ({ quantities }: ContractionScatterView): readonly string[] => [
  ...new Set(quantities.map(({ variable }) => variable.split('[')[0])),
];

/** Replicates at even steps, so that all quantities together stay drawable. */
function cloudOf({ cloud }: ScoredQuantity, quantities: number): readonly ScoredReplicate[] {
  const step = Math.max(1, Math.ceil((cloud.length * quantities) / MOST_CLOUD));
  return cloud.filter((_, i) => i % step === 0);
}

function drawCloud(root: Group, points: readonly ScoredReplicate[], { x, y }: Scales, color: string): void {
  const [left, right] = x.domain();
  const [low, high] = y.domain();
  for (const { contraction, z_score } of points) {
    if (contraction < left || contraction > right || z_score < low || z_score > high) continue;
    const dot = root.append('circle').attr('cx', x(contraction)).attr('cy', y(z_score)).attr('r', 1.5);
    dot.style('fill', color).style('fill-opacity', 0.22);
  }
}

function drawQuantity(
  root: Group,
  { variable, z_score, contraction }: ScoredQuantity,
  { x, y }: Scales,
  color: string,
  shape: number,
): void {
  const mark = addMark(root, variable, x(contraction.median), y(z_score.median));
  const style = { color, shape, area: 64 };
  addHorizontalInterval(mark, x, y(z_score.median), contraction, style);
  addVerticalInterval(mark, x(contraction.median), y, z_score, style);
}

function scalesOf({ quantities }: ContractionScatterView, frame: ReturnType<typeof plotFrame>): Scales {
  const lowest = Math.min(0, ...quantities.map(({ contraction }) => contraction.q5));
  const most = Math.max(2.5, ...quantities.flatMap(({ z_score }) => [-z_score.q5, z_score.q95]));
  return {
    x: scaleLinear([niceDomain(lowest, 1, 5)[0], 1], [frame.left, frame.right]),
    y: scaleLinear(niceDomain(-1.1 * most, 1.1 * most, 5), [frame.bottom, frame.top]),
  };
}

/** Right: informed. Near zero and within the grey: honest. */
export function contractionScatterChart(
  view: ContractionScatterView,
  { width }: { readonly width: number },
): SVGSVGElement {
  const frame = plotFrame(width);
  const { svg, root } = startDrawing(width, frame.height, TITLE, describeContractionScatter(view));
  const { x, y } = scalesOf(view, frame);
  const [top, bottom] = [y(NORMAL_90), y(-NORMAL_90)];
  addRect(
    root,
    { x: frame.left, y: top, width: frame.right - frame.left, height: bottom - top },
    { fill: 'var(--band)' },
  );
  drawAxes(
    root,
    frame,
    { scale: x, ticks: x.ticks(width < 480 ? 3 : 5), name: 'contraction of the variance' },
    { scale: y, ticks: y.ticks(5), name: 'z-score: (truth − mean) ÷ sd' },
  );
  addLine(root, [frame.left, y(0)], [frame.right, y(0)], { color: AXIS });
  const families = familiesOf(view);
  const places = view.quantities.map((one) => families.indexOf(one.variable.split('[')[0]));
  const colorOf = (i: number): string => (families.length > 6 ? MARK : seriesColor(places[i]));
  view.quantities.forEach((one, i) =>
    drawCloud(root, cloudOf(one, view.quantities.length), { x, y }, colorOf(i)),
  );
  view.quantities.forEach((one, i) => drawQuantity(root, one, { x, y }, colorOf(i), places[i]));
  namePoints(
    root,
    frame,
    view.quantities.map(({ variable, contraction, z_score }, i) => ({
      x: x(contraction.median),
      y: y(z_score.median),
      text: shortName(variable),
      color: colorOf(i),
    })),
  );
  return svg;
}

const levelsText = ({ median, q5, q95 }: Levels, decimals = 2): string =>
  `${fraction(median, decimals)} ${interval(q5, q95, decimals)}`;

/** Medians with the central 90 % of replicates. */
export const describeContractionScatter = ({ replicates, quantities }: ContractionScatterView): string =>
  `Over ${integer(replicates)} replicates, medians with the central 90\u202f%: ` +
  `${quantities.map(({ variable, z_score, contraction }) => `${shortName(variable)} contraction ${levelsText(contraction)}, z-score ${fixed(z_score.median, 2)} ${interval(z_score.q5, z_score.q95, 2)}`).join('; ')}.`;

const markOf = ({ variable, z_score, contraction }: ScoredQuantity, replicates: number): Mark => ({
  id: variable,
  series: 0,
  name: shortName(variable),
  lines: [
    `contraction ${levelsText(contraction)}`,
    `z-score ${fixed(z_score.median, 2)} ${interval(z_score.q5, z_score.q95, 2)}`,
    `${integer(replicates)} replicates`,
  ],
});

const LEVELS = ['median', 'q5', 'q25', 'q75', 'q95'] as const;

/** A figure of honesty beside informativeness. */
export const contractionScatterFigure = (view: ContractionScatterView): Figure => ({
  id: 'contraction-scatter',
  title: TITLE,
  subtitle:
    'Mark: medians over replicates; thick and thin bars: the central 50 and 90\u202f% of them. Grey: where 90\u202f% of the z-scores of an honest normal posterior lie.',
  caption:
    'Contraction: 1 − posterior ÷ prior variance. At the left the data say nothing: an honest z-score there is no evidence that the quantity is learned. Small dots: single replicates.',
  description: describeContractionScatter(view),
  columns: [
    textColumn('variable'),
    ...(['contraction', 'z_score'] as const).flatMap((of) =>
      LEVELS.map((level) => numberColumn(`${of}_${level}`, `${of.replace('_', '-')} ${level}`)),
    ),
  ],
  rows: view.quantities.map(({ variable, contraction, z_score }) => ({
    variable,
    ...Object.fromEntries(LEVELS.map((level) => [`contraction_${level}`, contraction[level]])),
    ...Object.fromEntries(LEVELS.map((level) => [`z_score_${level}`, z_score[level]])),
  })),
  marks: view.quantities.map((one) => markOf(one, view.replicates)),
  draw: (width) => contractionScatterChart(view, { width }),
});
