// Rank histograms of SBC, a panel per quantity: exact expected counts, their joint band, and what landed last in gold.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { RankBins } from '../statistics/sbc/histogram.ts';
import { nameVertical, type Linear } from './axes.ts';
import { countColumn, numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark, Row } from './figure.ts';
import { fixed, integer, percent } from './number-format.ts';
import { layPanels, panelFoot, panelGrid, panelGroup, panelHead, type Panel } from './panels.ts';
import { shortName, shownOf, type NamedQuantity } from './quantity-name.ts';
import { MARK } from './roles.ts';
import { addLine, addMark, addRect, startDrawing, type Group } from './svg.ts';

export interface RankBarsQuantity extends NamedQuantity {
  /** Replicates in each bin. */
  readonly counts: ArrayLike<number>;
  /** Ranks of the replicates that landed last, while a run goes on; else empty. */
  readonly last: readonly number[];
}

export interface RankBarsView {
  readonly bins: RankBins;
  readonly quantities: readonly RankBarsQuantity[];
}

const TITLE = 'Rank histograms, quantity by quantity';
const HEIGHT = 64;
const LEFT = 40;
const MOST_PANELS = 12;

const binsOf = ({ edges }: RankBins): number => edges.length - 1;
const markId = ({ variable }: RankBarsQuantity, bin: number): string => `${variable}-b${bin}`;
const countText = (count: number): string => fixed(count, Number.isInteger(count) ? 0 : 1);
const outsideOf = ({ simultaneous: { lower, upper } }: RankBins, count: number, bin: number): boolean =>
  count < lower[bin] || count > upper[bin];

/** The band, the bars, and the expected counts over them: each bin with its own, for bins may differ by a rank. */
function drawBins(group: Group, panel: Panel, bins: RankBins, quantity: RankBarsQuantity, y: Linear): void {
  const { edges, expected, maxRank } = bins;
  const { lower, upper } = bins.simultaneous;
  const x = scaleLinear([0, maxRank + 1], [panel.x, panel.x + panel.width]);
  const each = Array.from(expected, (_, b) => [x(edges[b]), x(edges[b + 1])] as const);
  each.forEach(([from, to], b) => {
    const band = { x: from, y: y(upper[b]), width: to - from, height: y(lower[b]) - y(upper[b]) };
    addRect(group, band, { fill: 'var(--band)' });
  });
  each.forEach(([from, to], b) => {
    const top = y(quantity.counts[b]);
    const bar = addMark(group, markId(quantity, b), (from + to) / 2, panel.y + top);
    const box = { x: from + 0.5, y: top, width: to - from - 1, height: HEIGHT - top };
    addRect(bar, box, { fill: MARK, opacity: 0.75 });
  });
  each.forEach(([from, to], b) => {
    const style = { color: 'var(--band-edge)', dash: '3 2.5', width: 1.25 };
    addLine(group, [from, y(expected[b])], [to, y(expected[b])], style);
  });
}

/** Gold: what is arriving now. */
function drawRug(group: Group, panel: Panel, { last }: RankBarsQuantity, maxRank: number): void {
  const x = scaleLinear([0, maxRank], [panel.x + 1, panel.x + panel.width - 1]);
  for (const rank of last)
    addLine(group, [x(rank), HEIGHT + 1], [x(rank), HEIGHT + 7], { color: 'var(--live-fill)', width: 1.75 });
}

/** A panel per quantity, the first `most` of them, on one vertical scale from zero. */
export function rankBarsChart(
  view: RankBarsView,
  { width, most = MOST_PANELS }: { readonly width: number; readonly most?: number },
): SVGSVGElement {
  const shown = view.quantities.slice(0, most);
  const layout = { left: LEFT, head: 26, height: HEIGHT, foot: 32, top: 18 };
  const { panels, height } = layPanels(shown.length, width, layout);
  const { svg, root } = startDrawing(width, height, TITLE, describeRankBars(view));
  const highest = max(view.quantities, ({ counts }) => max(Array.from(counts))) ?? 1;
  const y = scaleLinear([0, 1.05 * Math.max(highest, max(view.bins.simultaneous.upper) ?? 1)], [HEIGHT, 0]);
  nameVertical(root, 0, 14, 'replicates', 11);
  panels.forEach((panel, i) => {
    const group = panelGroup(root, panel);
    panelGrid(group, panel, y, y.ticks(2).filter(Number.isInteger));
    drawBins(group, panel, view.bins, shown[i], y);
    drawRug(group, panel, shown[i], view.bins.maxRank);
    panelHead(group, panel, { strong: shortName(shown[i]) });
    panelFoot(group, panel, ['0', 'rank', integer(view.bins.maxRank)]);
  });
  return svg;
}

/** How many bars leave their band, quantity by quantity where any does. */
export function describeRankBars({ bins, quantities }: RankBarsView): string {
  const outside = quantities
    .map((one) => ({
      name: shortName(one),
      bars: Array.from(one.counts).filter((count, b) => outsideOf(bins, count, b)).length,
    }))
    .filter(({ bars }) => bars > 0);
  return [
    `${integer(bins.replicates)} ranks 0 … ${integer(bins.maxRank)} in ${binsOf(bins)} bins, ${countText(bins.expected[0])} expected in the first.`,
    outside.length === 0
      ? `All bars of ${quantities.length} quantities are inside the ${percent(bins.simultaneous.coverage, 1)} band.`
      : `Outside the band: ${outside.map(({ name, bars }) => `${name} (${bars})`).join(', ')}.`,
  ].join(' ');
}

const markOf = (bins: RankBins, quantity: RankBarsQuantity, bin: number, series: number): Mark => ({
  id: markId(quantity, bin),
  series,
  name: shortName(quantity),
  lines: [
    `ranks ${integer(bins.edges[bin])} to ${integer(bins.edges[bin + 1] - 1)}: ${integer(quantity.counts[bin])} replicates`,
    `expected ${countText(bins.expected[bin])}, band ${integer(bins.simultaneous.lower[bin])} to ${integer(bins.simultaneous.upper[bin])}`,
  ],
});

const rowsOf = (bins: RankBins, { variable, counts }: RankBarsQuantity): readonly Row[] =>
  Array.from(counts, (count, b) => ({
    variable,
    first_rank: bins.edges[b],
    last_rank: bins.edges[b + 1] - 1,
    count,
    expected: bins.expected[b],
    lower: bins.simultaneous.lower[b],
    upper: bins.simultaneous.upper[b],
  }));

const eachBin = (quantities: readonly RankBarsQuantity[], bins: RankBins): readonly Mark[] =>
  quantities.flatMap((quantity, series) =>
    Array.from(quantity.counts, (_, b) => markOf(bins, quantity, b, series)),
  );

/** A figure of the ranks, binned: where along the posterior calibration fails. */
export const rankBarsFigure = (view: RankBarsView, most = MOST_PANELS): Figure => ({
  id: 'rank-bars',
  title: TITLE,
  subtitle:
    `Bars: replicates by rank, ${binsOf(view.bins)} bins. Grey: ${percent(view.bins.simultaneous.coverage, 1)} of uniform histograms, all bins together. Dashed: expected.` +
    (view.quantities.some(({ last }) => last.length > 0)
      ? ' Gold ticks: the replicates that landed last.'
      : ''),
  caption:
    'A hump: the posterior is too wide. A valley: too narrow. A slope: biased.' +
    (view.bins.tooSmall === null
      ? ''
      : ` Too few replicates for these bins: ${integer(view.bins.tooSmall.needed)} would expect five in each.`) +
    shownOf(Math.min(most, view.quantities.length), view.quantities.length),
  description: describeRankBars(view),
  columns: [
    textColumn('variable'),
    ...['first_rank', 'last_rank', 'count'].map((key) => countColumn(key, key.replace('_', ' '))),
    numberColumn('expected'),
    countColumn('lower'),
    countColumn('upper'),
  ],
  rows: view.quantities.flatMap((quantity) => rowsOf(view.bins, quantity)),
  marks: eachBin(view.quantities.slice(0, most), view.bins),
  draw: (width) => rankBarsChart(view, { width, most }),
});
