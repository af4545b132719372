// ECDF differences of SBC ranks, a panel per quantity, with the lens that calibrated runs stay inside.
import { area, line } from 'd3-shape';
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { EcdfDifferencePoint } from '../statistics/sbc/uniformity.ts';
import { nameVertical, type Linear } from './axes.ts';
import { countColumn, numberColumn, textColumn } from './columns.ts';
import {
  describeEcdfDifference,
  flagged,
  landed,
  type EcdfDifferenceView,
  type EcdfQuantity,
} from './ecdf-departure.ts';
import type { Figure, Mark } from './figure.ts';
import { fixed, fraction, integer, percent } from './number-format.ts';
import { layPanels, panelFoot, panelGrid, panelGroup, panelHead, type Panel } from './panels.ts';
import { shortName, shownOf } from './quantity-name.ts';
import { AXIS, LOOK, MARK } from './roles.ts';
import { addLine, addMark, addPath, startDrawing, type Group } from './svg.ts';

export const MOST_PANELS = 12;

const TITLE = 'ECDF difference of the ranks, quantity by quantity';
const HEIGHT = 92;
const LEFT = 40;
const STOPS = 20;

/** Every few boundaries, and always the one farthest out. */
function stopsOf(
  points: readonly EcdfDifferencePoint[],
): readonly (readonly [EcdfDifferencePoint, number])[] {
  const step = Math.ceil(points.length / STOPS);
  const size = ({ ecdf_diff }: EcdfDifferencePoint): number => Math.abs(ecdf_diff);
  const farthest = points.reduce((best, point, i) => (size(point) > size(points[best]) ? i : best), 0);
  return points.map((point, i) => [point, i] as const).filter(([, i]) => i % step === 0 || i === farthest);
}

const markId = ({ variable }: EcdfQuantity, i: number): string => `${variable}-${i}`;

function drawQuantity(
  group: Group,
  panel: Panel,
  view: EcdfDifferenceView,
  quantity: EcdfQuantity,
  y: Linear,
): void {
  const x = scaleLinear([0, 1], [panel.x, panel.x + panel.width]);
  const look = flagged(view, quantity);
  const points = [...quantity.points];
  const lens = area<EcdfDifferencePoint>(
    (p) => x(p.z),
    (p) => y(p.lower),
    (p) => y(p.upper),
  );
  const curve = line<EcdfDifferencePoint>(
    (p) => x(p.z),
    (p) => y(p.ecdf_diff),
  );
  addPath(group, lens(points), {
    fill: 'var(--band)',
    color: 'var(--band-edge)',
    width: 0.75,
    dash: '3 2.5',
  });
  addLine(group, [panel.x, y(0)], [panel.x + panel.width, y(0)], { color: AXIS });
  addPath(group, curve(points), { color: look ? LOOK : MARK, width: 1.5 });
  panelHead(group, panel, {
    strong: shortName(quantity),
    corner: fixed(quantity.departure, 2) + (look ? ' ◆' : ''),
    cornerColor: look ? LOOK : 'var(--ink-2)',
  });
  panelFoot(group, panel, ['0', 'rank', integer(view.maxRank)]);
  for (const [point, i] of stopsOf(points))
    addMark(group, markId(quantity, i), x(point.z), panel.y + y(point.ecdf_diff));
}

/** Half the height of every panel: bands and curves of all quantities are inside. */
const reach = ({ quantities }: EcdfDifferenceView): number =>
  1.06 *
  (max(quantities, ({ points }) =>
    max(points, ({ ecdf_diff, lower, upper }) => Math.max(Math.abs(ecdf_diff), -lower, upper)),
  ) || 1);

/** A panel per quantity, the first `most` of them; all panels share the vertical scale. */
export function ecdfDifferenceChart(
  view: EcdfDifferenceView,
  { width, most = MOST_PANELS }: { readonly width: number; readonly most?: number },
): SVGSVGElement {
  const shown = view.quantities.slice(0, most);
  const layout = { left: LEFT, head: 26, height: HEIGHT, foot: 30, top: 18 };
  const { panels, height } = layPanels(shown.length, width, layout);
  const { svg, root } = startDrawing(width, height, TITLE, describeEcdfDifference(view));
  const half = reach(view);
  const y = scaleLinear([-half, half], [HEIGHT, 0]);
  nameVertical(root, 0, 14, 'ECDF − uniform', 11);
  panels.forEach((panel, i) => {
    const group = panelGroup(root, panel);
    panelGrid(group, panel, y, y.ticks(3));
    drawQuantity(group, panel, view, shown[i], y);
  });
  return svg;
}

function markOf(view: EcdfDifferenceView, quantity: EcdfQuantity, series: number): readonly Mark[] {
  const departure = fixed(quantity.departure, 2);
  return stopsOf(quantity.points).map(([{ z, ecdf_diff, lower, upper }, i]) => ({
    id: markId(quantity, i),
    series,
    name: shortName(quantity),
    lines: [
      `ranks below ${integer(z * (view.maxRank + 1))}: ${fraction(ecdf_diff, 3)}, band [${fraction(lower, 3)}, ${fraction(upper, 3)}]`,
      `largest departure ${departure} of the band`,
      `n = ${integer(view.replicates)}`,
    ],
  }));
}

/** A figure of ranks against uniformity: the first look at calibration. */
export const ecdfDifferenceFigure = (view: EcdfDifferenceView, most = MOST_PANELS): Figure => ({
  id: 'ecdf-difference',
  title: TITLE,
  subtitle:
    `Line: empirical less uniform distribution of ${integer(view.replicates)} ranks. Dashed lens: where ` +
    `${percent(view.coverage, 1)} of calibrated runs stay, over the whole curve at once. The number is the largest departure ÷ band` +
    (landed(view) ? '; ◆ from 0.85.' : '.'),
  caption:
    `Above zero on the left the truth ranks too low: the posterior is biased upwards. Rank: thinned draws below the truth, 0 … ${integer(view.maxRank)}.` +
    (landed(view)
      ? ''
      : ` The band holds for ${integer(view.replicates)} ranks; verdicts wait for ${integer(view.planned)}.`) +
    shownOf(Math.min(most, view.quantities.length), view.quantities.length),
  description: describeEcdfDifference(view),
  columns: [
    textColumn('variable'),
    numberColumn('z', 'rank ÷ (L + 1)'),
    numberColumn('ecdf_diff', 'ECDF − uniform'),
    numberColumn('lower'),
    numberColumn('upper'),
    numberColumn('departure', 'departure ÷ band'),
    countColumn('replicates'),
  ],
  rows: view.quantities.flatMap(({ variable, points, departure }) =>
    points.map((point) => ({ variable, ...point, departure, replicates: view.replicates })),
  ),
  marks: view.quantities.slice(0, most).flatMap((quantity, series) => markOf(view, quantity, series)),
  draw: (width) => ecdfDifferenceChart(view, { width, most }),
});
