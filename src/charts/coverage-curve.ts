// Coverage of central intervals against their level, or the difference of the two, with binomial intervals.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { CentralCoverage } from '../statistics/sbc/coverage.ts';
import { nameVertical, type Linear } from './axes.ts';
import { countColumn, fractionColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { fraction, integer, percent } from './number-format.ts';
import { layPanels, panelFoot, panelGrid, panelGroup, panelHead, type Panel } from './panels.ts';
import { shortName, shownOf, type NamedQuantity } from './quantity-name.ts';
import { MARK, NULL } from './roles.ts';
import { addLine, addMark, addPath, startDrawing, type Group } from './svg.ts';

export interface CoverageQuantity extends NamedQuantity {
  /** Ascending levels. */
  readonly curve: readonly CentralCoverage[];
}

export interface CoverageView {
  readonly replicates: number;
  /** Of the binomial interval at each level. */
  readonly confidence: number;
  readonly quantities: readonly CoverageQuantity[];
}

/** Coverage itself, or what it lacks of its level. */
export type CoverageScale = 'coverage' | 'difference';

const TITLES = {
  coverage: 'Coverage of central intervals',
  difference: 'Coverage less its level',
} as const;
const HEIGHTS = { coverage: 116, difference: 92 } as const;
const LEFT = 40;
const MOST_PANELS = 12;
const STOPS = 12;
/** The level that descriptions quote. */
const QUOTED = 0.9;

const markId = ({ variable }: CoverageQuantity, i: number): string => `${variable}-${i}`;
const valueOf = (scale: CoverageScale, { estimate, difference }: CentralCoverage): number =>
  scale === 'coverage' ? estimate : difference;
const endsOf = (scale: CoverageScale, { lower, upper, level }: CentralCoverage): readonly [number, number] =>
  scale === 'coverage' ? [lower, upper] : [lower - level, upper - level];

const stopsOf = ({ curve }: CoverageQuantity): readonly (readonly [CentralCoverage, number])[] => {
  const step = Math.ceil(curve.length / STOPS);
  return curve.map((point, i) => [point, i] as const).filter(([, i]) => i % step === 0);
};

function drawQuantity(
  group: Group,
  panel: Panel,
  quantity: CoverageQuantity,
  scale: CoverageScale,
  y: Linear,
): void {
  const x = scaleLinear([0, 1], [panel.x, panel.x + panel.width]);
  const across = (point: CentralCoverage): number => x(point.level);
  const band = area<CentralCoverage>()
    .x(across)
    .y0((point) => y(endsOf(scale, point)[0]))
    .y1((point) => y(endsOf(scale, point)[1]));
  const curve = line<CentralCoverage>(across, (point) => y(valueOf(scale, point)));
  addPath(group, band([...quantity.curve]), { fill: MARK, fillOpacity: 0.16 });
  addLine(group, [x(0), y(0)], [x(1), y(scale === 'coverage' ? 1 : 0)], { color: NULL, width: 1.25 });
  addPath(group, curve([...quantity.curve]), { color: MARK, width: 1.5 });
  panelHead(group, panel, { strong: shortName(quantity) });
  panelFoot(group, panel, ['0', 'level', '1']);
  for (const [point, i] of stopsOf(quantity))
    addMark(group, markId(quantity, i), x(point.level), panel.y + y(valueOf(scale, point)));
}

function domainOf({ quantities }: CoverageView, scale: CoverageScale): [number, number] {
  if (scale === 'coverage') return [0, 1];
  const half = max(quantities, ({ curve }) =>
    max(curve, (point) => max(endsOf(scale, point), (end) => Math.abs(end))),
  );
  return [-(half || 1), half || 1];
}

/** A panel per quantity, the first `most` of them; all panels share both scales. */
export function coverageChart(
  view: CoverageView,
  {
    width,
    scale,
    most = MOST_PANELS,
  }: { readonly width: number; readonly scale: CoverageScale; readonly most?: number },
): SVGSVGElement {
  const shown = view.quantities.slice(0, most);
  const tall = HEIGHTS[scale];
  const layout = { left: LEFT, head: 26, height: tall, foot: 30, top: 18 };
  const { panels, height } = layPanels(shown.length, width, layout);
  const { svg, root } = startDrawing(width, height, TITLES[scale], describeCoverage(view));
  const y = scaleLinear(domainOf(view, scale), [tall, 0]);
  nameVertical(root, 0, 14, scale === 'coverage' ? 'coverage' : 'coverage − level', 11);
  panels.forEach((panel, i) => {
    const group = panelGroup(root, panel);
    panelGrid(group, panel, y, y.ticks(scale === 'coverage' ? 2 : 3));
    drawQuantity(group, panel, shown[i], scale, y);
  });
  return svg;
}

const nearest = (curve: readonly CentralCoverage[], level: number): CentralCoverage | undefined =>
  curve.reduce<CentralCoverage | undefined>(
    (best, point) =>
      best === undefined || Math.abs(point.level - level) < Math.abs(best.level - level) ? point : best,
    undefined,
  );

const shareText = ({ estimate, lower, upper }: CentralCoverage): string =>
  `${fraction(estimate, 3)} [${fraction(lower, 3)}, ${fraction(upper, 3)}]`;

/** Coverage at the level nearest to 90 %, quantity by quantity. */
export function describeCoverage({ replicates, confidence, quantities }: CoverageView): string {
  const list = quantities.flatMap((one) => {
    const point = nearest(one.curve, QUOTED);
    return point ? [`${shortName(one)} ${shareText(point)} at ${fraction(point.level, 3)}`] : [];
  });
  return `Coverage over ${integer(replicates)} replicates with ${percent(confidence)} intervals: ${list.join('; ')}.`;
}

const marksOf = (quantity: CoverageQuantity, series: number): readonly Mark[] =>
  stopsOf(quantity).map(([point, i]) => ({
    id: markId(quantity, i),
    series,
    name: `${shortName(quantity)}, ${percent(point.level, 1)} interval`,
    lines: [
      `coverage ${shareText(point)}`,
      `difference ${fraction(point.difference, 3)}`,
      `${integer(point.successes)} of ${integer(point.trials)} replicates`,
    ],
  }));

/** A figure of coverage, or of coverage less level, over all levels that the draws can form. */
export const coverageFigure = (view: CoverageView, scale: CoverageScale, most = MOST_PANELS): Figure => ({
  id: scale === 'coverage' ? 'coverage' : 'coverage-difference',
  title: TITLES[scale],
  subtitle:
    `Line: share of ${integer(view.replicates)} truths inside the central interval of each level` +
    (scale === 'coverage' ? '' : ', less that level') +
    `. Shaded: its ${percent(view.confidence)} binomial interval. Grey: ${scale === 'coverage' ? 'coverage equal to level' : 'none missing'}.`,
  caption:
    'Below grey, intervals are too narrow. Intervals are pointwise and neighbours share replicates: verdicts belong to the ECDF band.' +
    shownOf(Math.min(most, view.quantities.length), view.quantities.length),
  description: describeCoverage(view),
  columns: [
    textColumn('variable'),
    ...['level', 'estimate', 'lower', 'upper', 'difference'].map((key) => fractionColumn(key, key, 3)),
    countColumn('successes'),
    countColumn('trials'),
  ],
  rows: view.quantities.flatMap(({ variable, curve }) => curve.map((point) => ({ variable, ...point }))),
  marks: view.quantities.slice(0, most).flatMap(marksOf),
  draw: (width) => coverageChart(view, { width, scale, most }),
});
