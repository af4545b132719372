// How often each decision is taken along the inferred belief, beside the fitted choice curve: Figure 3, a panel a prompt.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { CurvePoint, CurveReport } from '../instruments/beliefs/report-types/thresholds.ts';
import type { Linear } from './axes.ts';
import { framingsOf, promptLabel, promptRole } from './beliefs-roles.ts';
import { captionOf, describeCurves, fittedAt } from './beliefs-curves-words.ts';
import { fractionColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { fraction } from './number-format.ts';
import { layPanels, panelFoot, panelGrid, panelGroup, panelHead, type Panel } from './panels.ts';
import { DENSITY_FILL, INK, NULL } from './roles.ts';
import { addLine, addMark, addPath, startDrawing, type Group } from './svg.ts';

const TITLE = 'Choice curves';
const HEIGHT = 120;
/** Points of a curve that keys walk along, at most. */
const MOST_STOPS = 9;
/** Length of an answer's tick. */
const RUG = 5;

const stopsOf = ({ points }: CurveReport): readonly CurvePoint[] => {
  const step = Math.max(1, Math.ceil(points.length / MOST_STOPS));
  return points.filter((_, i) => i % step === 0);
};

const stopId = ({ prompt }: CurveReport, { z }: CurvePoint): string => `${prompt} ${z}`;

/** Where beliefs end that have cases or instructions, to the next tenth: beyond it curves are not seen. */
function endOf(curves: readonly CurveReport[]): number {
  const last = max(curves, ({ points, cases, threshold }) =>
    Math.max(threshold ?? 0, max(points, ({ z }) => z) ?? 0, max(cases, ({ z }) => z) ?? 0),
  );
  return Math.min(1, Math.ceil(10 * (last ?? 1)) / 10);
}

/** The answers themselves, at their inferred beliefs: 1 hangs from the top, 0 stands at the foot. */
function drawRug(group: Group, cases: CurveReport['cases'], x: Linear): void {
  for (const { z, answer } of cases) {
    const from = answer === 1 ? 0 : HEIGHT;
    addLine(group, [x(z), from], [x(z), from + (answer === 1 ? RUG : -RUG)], { color: INK, opacity: 0.45 });
  }
}

function drawCurve(group: Group, panel: Panel, curve: CurveReport, color: string, end: number): void {
  const x = scaleLinear([0, end], [panel.x, panel.x + panel.width]);
  const y = scaleLinear([0, 1], [HEIGHT, 0]);
  const band = area<CurvePoint>()
    .x(({ z }) => x(z))
    .y0(({ lower }) => y(lower))
    .y1(({ upper }) => y(upper));
  const along = line<{ readonly z: number; readonly rate: number }>()
    .x(({ z }) => x(z))
    .y(({ rate }) => y(rate));
  if (curve.threshold !== null)
    addLine(group, [x(curve.threshold), 0], [x(curve.threshold), HEIGHT], {
      color: NULL,
      width: 1.5,
      dash: '4 4',
    });
  drawRug(group, curve.cases, x);
  addPath(group, band([...curve.points]), { fill: color, fillOpacity: DENSITY_FILL });
  addPath(group, along([...curve.points]), { color, width: 1.75 });
  addPath(group, along(curve.fitted.filter(({ z }) => z <= end)), { color: INK, width: 1.25 });
  for (const point of stopsOf(curve))
    addMark(group, stopId(curve, point), x(point.z), panel.y + y(point.rate));
}

function chart(curves: readonly CurveReport[], width: number, description: string): SVGSVGElement {
  const layout = { left: 30, right: 6, head: 30, height: HEIGHT, foot: 30, gap: 22 };
  const { panels, height } = layPanels(curves.length, width, layout);
  const { svg, root } = startDrawing(width, height, TITLE, description);
  const y = scaleLinear([0, 1], [HEIGHT, 0]);
  const framings = framingsOf(curves);
  const end = endOf(curves);
  panels.forEach((panel, i) => {
    const group = panelGroup(root, panel);
    const curve = curves[i];
    panelGrid(group, panel, y, [0, 0.5, 1]);
    panelHead(group, panel, { strong: promptLabel(curve.prompt) });
    drawCurve(group, panel, curve, promptRole(curve, framings).color, end);
    panelFoot(group, panel, ['0', 'belief', fraction(end, 1)]);
  });
  return svg;
}

const markOf = (curve: CurveReport, point: CurvePoint, series: number): Mark => ({
  id: stopId(curve, point),
  series,
  name: promptLabel(curve.prompt),
  lines: [
    `belief ${fraction(point.z)}`,
    `answered 1 in ${fraction(point.rate)} [${fraction(point.lower)}, ${fraction(point.upper)}]`,
    `fitted ${fraction(fittedAt(curve, point.z))}`,
    ...(curve.threshold === null ? [] : [`instructed threshold ${fraction(curve.threshold)}`]),
  ],
});

export function curvesFigure(cell: string, curves: readonly CurveReport[]): Figure {
  const description = describeCurves(cell, curves);
  return {
    id: 'beliefs-curves',
    title: TITLE,
    subtitle:
      'Line and band: share of decisions taken along the inferred belief, a kernel estimate with its pointwise 95\u202f% band. ' +
      'Thin dark line: the fitted curve. Dashed: the instructed threshold.',
    caption: captionOf(curves),
    description,
    columns: [
      textColumn('prompt', 'Prompt'),
      fractionColumn('z', 'Belief', 3),
      fractionColumn('rate', 'Rate', 3),
      fractionColumn('lower', 'lower', 3),
      fractionColumn('upper', 'upper', 3),
      fractionColumn('fitted', 'Fitted', 3),
    ],
    rows: curves.flatMap((curve) =>
      curve.points.map((point) => ({ prompt: curve.prompt, ...point, fitted: fittedAt(curve, point.z) })),
    ),
    marks: curves.flatMap((curve, series) => stopsOf(curve).map((point) => markOf(curve, point, series))),
    draw: (width) => chart(curves, width, description),
  };
}
