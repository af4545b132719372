// Colour and shape by role: decision makers take colours in order, tasks take shapes, the null is grey.
import { symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle, type SymbolType } from 'd3-shape';
import type { Group } from './svg.ts';

export const MARK = 'var(--mark)';
export const NULL = 'var(--null)';
export const NULL_FILL = 'var(--null-fill)';
export const LOOK = 'var(--look)';
export const INK = 'var(--ink)';
export const AXIS = 'var(--axis)';
export const GRID = 'var(--grid)';
/** Opacity of the fill under a density, and of a single posterior draw. */
export const DENSITY_FILL = 0.16;
export const DRAW_OPACITY = 0.13;

/** Colour of the decision maker with this place (from 0) in the data set; after six the order begins again. */
export const seriesColor = (index: number): string => `var(--c-${1 + (index % 6)})`;

const shapes: readonly SymbolType[] = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond];
/** The same shapes as text, for captions. */
export const SHAPE_GLYPHS = ['●', '■', '▲', '◆'] as const;

export interface SymbolStyle {
  readonly color: string;
  /** Place of the task or framing (from 0): circle, square, triangle, diamond. */
  readonly shape?: number;
  /** Area in px²; 80 is a circle of 10 px. */
  readonly area?: number;
  /** A hollow mark says that the value was set aside. */
  readonly hollow?: boolean;
}

/** A symbol with a ground-coloured rim, so that it stands off its own interval. */
export function addSymbol(
  parent: Group,
  x: number,
  y: number,
  { color, shape = 0, area = 80, hollow = false }: SymbolStyle,
): void {
  parent
    .append('path')
    .attr('d', symbol(shapes[shape % shapes.length], area)())
    .attr('transform', `translate(${x},${y})`)
    .style('fill', hollow ? 'var(--halo)' : color)
    .style('stroke', hollow ? color : 'var(--halo)')
    .style('stroke-width', '1.5px');
}
