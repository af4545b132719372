// Intervals and densities, drawn one way everywhere: thick 50 %, thin 90 %, a dot at the median.
import { area, line } from 'd3-shape';
import type { Interval } from '../instruments/seu/report.ts';
import { addSymbol, DENSITY_FILL, type SymbolStyle } from './roles.ts';
import { addLine, addPath, type Group } from './svg.ts';

type Scale = (value: number) => number;
type Levels = Pick<Interval, 'median' | 'q5' | 'q25' | 'q75' | 'q95'>;

/** An interval along x at height `y`. */
export function addHorizontalInterval(
  parent: Group,
  x: Scale,
  y: number,
  levels: Levels,
  style: SymbolStyle,
): void {
  const { color } = style;
  addLine(parent, [x(levels.q5), y], [x(levels.q95), y], { color, width: 1.75 });
  addLine(parent, [x(levels.q25), y], [x(levels.q75), y], { color, width: 4.5 });
  addSymbol(parent, x(levels.median), y, style);
}

/** An interval along y at `x`. */
export function addVerticalInterval(
  parent: Group,
  x: number,
  y: Scale,
  levels: Levels,
  style: SymbolStyle,
): void {
  const { color } = style;
  addLine(parent, [x, y(levels.q5)], [x, y(levels.q95)], { color, width: 1.75 });
  addLine(parent, [x, y(levels.q25)], [x, y(levels.q75)], { color, width: 4.5 });
  addSymbol(parent, x, y(levels.median), style);
}

export type Point = readonly [x: number, y: number];

export interface DensityStyle {
  readonly color: string;
  readonly fill?: string;
  readonly fillOpacity?: number;
  readonly line?: boolean;
}

/** A density in pixels over `baseline`: filled at 16 %, outlined at 1.75 px. */
export function addDensity(
  parent: Group,
  points: readonly Point[],
  baseline: number,
  { color, fill = color, fillOpacity = DENSITY_FILL, line: outlined = true }: DensityStyle,
): void {
  const under = area<Point>()
    .x((point) => point[0])
    .y0(baseline)
    .y1((point) => point[1]);
  addPath(parent, under([...points]), { fill, fillOpacity });
  if (outlined) addPath(parent, line<Point>()([...points] as [number, number][]), { color, width: 1.75 });
}
