// The pictures of the home page: choice probabilities as rays of light, and small densities.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { exp } from '../math/elementary.ts';
import { addDensity, type Point } from './intervals.ts';
import { fixed, percent } from './number-format.ts';
import { AXIS, INK, NULL, NULL_FILL, seriesColor } from './roles.ts';
import { addLine, addPath, addText, startDrawing, textWidth, type Group } from './svg.ts';

/** Luce's choice rule: probabilities proportional to exp(alpha · utility). */
export function choiceProbabilities(utilities: readonly number[], alpha: number): readonly number[] {
  const highest = Math.max(...utilities);
  const weights = utilities.map((utility) => exp(alpha * (utility - highest)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

export interface RaysStyle {
  readonly width: number;
  readonly alpha: number;
  readonly utilities: readonly number[];
}

const [STEP, LABELS, SOURCE] = [66, 104, 14] as const;

function drawRay(root: Group, from: Point, to: Point, probability: number): void {
  const thick = 0.8 + 27 * probability;
  const [near, far] = [thick * 0.16, thick / 2];
  const edge = `M${from[0]},${from[1] - near}L${to[0]},${to[1] - far}`;
  addPath(root, `${edge}V${to[1] + far}L${from[0]},${from[1] + near}Z`, {
    fill: 'var(--live-fill)',
    fillOpacity: 0.65,
  });
}

/** A source, and one ray per alternative as wide as its choice probability. */
export function luceRays({ width, alpha, utilities }: RaysStyle): SVGSVGElement {
  const probabilities = choiceProbabilities(utilities, alpha);
  const shares = probabilities.map((p, i) => `${percent(p)} at utility ${fixed(utilities[i], 2)}`).join(', ');
  const height = utilities.length * STEP;
  const { svg, root } = startDrawing(
    width,
    height,
    `Choice probabilities at α = ${fixed(alpha, Number.isInteger(alpha) ? 0 : 1)}`,
    `${shares}.`,
  );
  const source: Point = [SOURCE, height / 2];
  const end = width - LABELS;
  probabilities.forEach((probability, i) => {
    const y = (i + 0.5) * STEP;
    drawRay(root, source, [end - 12, y], probability);
    addLine(root, [end - 12, y - 16], [end - 12, y + 16], { color: AXIS });
    addText(root, end, y - 1, percent(probability), { size: 18, strong: true, color: INK });
    addText(root, end, y + 16, `utility ${fixed(utilities[i], 2)}`);
  });
  root
    .append('circle')
    .attr('cx', source[0])
    .attr('cy', source[1])
    .attr('r', 7)
    .style('fill', 'var(--live-fill)');
  return svg;
}

export interface SmallDensity {
  readonly label: string;
  /** Colour in the order of data, or 'null' for a prior or a noise floor. */
  readonly role: number | 'null';
  readonly points: readonly { readonly value: number; readonly density: number }[];
  /** Where the label stands, in the units of `value`. */
  readonly labelAt: number;
}

const SMALL = { height: 76, baseline: 60, top: 6 } as const;

/** Two or three densities over one line, each named on the picture. */
export function smallDensities(
  curves: readonly SmallDensity[],
  { width, title, axis }: { readonly width: number; readonly title: string; readonly axis: string },
): SVGSVGElement {
  const names = curves.map(({ label }) => label).join(' and ');
  const { svg, root } = startDrawing(width, SMALL.height, title, `A sketch of ${names} over ${axis}.`);
  const values = curves.flatMap(({ points }) => points.map(({ value }) => value));
  const x = scaleLinear([Math.min(...values), Math.max(...values)], [0, width]);
  const highest = max(curves, ({ points }) => max(points, ({ density }) => density)) ?? 1;
  const y = scaleLinear([0, highest], [SMALL.baseline, SMALL.top]);
  for (const { role, points } of curves) {
    const line = points.map(({ value, density }): Point => [x(value), y(density)]);
    if (role === 'null')
      addDensity(root, line, SMALL.baseline, { color: NULL, fill: NULL_FILL, fillOpacity: 1, line: false });
    else addDensity(root, line, SMALL.baseline, { color: seriesColor(role) });
  }
  addLine(root, [0, SMALL.baseline], [width, SMALL.baseline], { color: AXIS });
  for (const { label, role, labelAt } of curves) {
    const color = role === 'null' ? 'var(--ink-3)' : seriesColor(role);
    const at = Math.min(x(labelAt), width - textWidth(label, 11));
    addText(root, at, role === 'null' ? 52 : 26, label, { size: 11, color });
  }
  addText(root, width, 73, `${axis} →`, { size: 11, anchor: 'end' });
  return svg;
}
