// A plot that stands alone: its frame, its two named axes, and names for its marks where there is room.
import type { AxisScale } from 'd3-axis';
import { horizontalAxis, nameHorizontal, nameVertical, verticalAxis } from './axes.ts';
import { addText, textWidth, type Group } from './svg.ts';

/** Edges of the plotting area, px of the drawing. */
export interface PlotFrame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Height of a plot that stands alone in a column `width` px wide. */
export const plotHeight = (width: number): number => Math.round(Math.min(340, Math.max(250, width * 0.5)));

/** Room for ticks at the left and the foot, for the vertical axis' name above. */
export const plotFrame = (width: number, height = plotHeight(width), left = 48): PlotFrame => ({
  width,
  height,
  left,
  right: width - 16,
  top: 32,
  bottom: height - 48,
});

export interface PlotAxis {
  readonly scale: AxisScale<number>;
  readonly name: string;
  readonly ticks: readonly number[];
  readonly format?: (tick: number) => string;
  /** Hairlines across the plot; drawn unless refused. */
  readonly grid?: boolean;
}

/** Both axes with their ticks and names; every tick stands on the edge of the frame. */
export function drawAxes(root: Group, frame: PlotFrame, x: PlotAxis, y: PlotAxis): void {
  const { left, right, top, bottom, height } = frame;
  const styleOf = ({ ticks, format, grid = true }: PlotAxis, length: number) => ({
    ticks,
    grid: grid ? length : 0,
    ...(format && { format }),
  });
  verticalAxis(root, y.scale, left, styleOf(y, right - left));
  horizontalAxis(root, x.scale, bottom, styleOf(x, bottom - top));
  nameVertical(root, 0, 14, y.name);
  nameHorizontal(root, (left + right) / 2, height - 6, x.name);
}

export interface NamedPoint {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly color?: string;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Candidate {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly box: Box;
}

const SIZE = 12;

/** Right of the point, left of it, above, below; baselines in px. */
function candidatesOf({ x, y, text }: NamedPoint): readonly Candidate[] {
  const width = textWidth(text, SIZE, true);
  const at = (cx: number, cy: number, anchor: Candidate['anchor']): Candidate => {
    const left = { start: cx, middle: cx - width / 2, end: cx - width }[anchor];
    return { x: cx, y: cy, anchor, box: { left, right: left + width, top: cy - SIZE, bottom: cy + 4 } };
  };
  return [
    at(x + 9, y - 6, 'start'),
    at(x - 9, y - 6, 'end'),
    at(x + 9, y + 15, 'start'),
    at(x - 9, y + 15, 'end'),
    at(x, y - 14, 'middle'),
    at(x, y + 24, 'middle'),
  ];
}

const apart = (a: Box, b: Box): boolean =>
  a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top;
const within = (a: Box, frame: Box): boolean =>
  a.left >= frame.left && a.right <= frame.right && a.top >= frame.top && a.bottom <= frame.bottom;

/** Names points in order, each where it meets no other name; those without room are left to hover card and table. */
export function namePoints(root: Group, frame: PlotFrame, points: readonly NamedPoint[]): void {
  const taken: Box[] = [];
  for (const point of points) {
    const place = candidatesOf(point).find(
      ({ box }) => within(box, frame) && taken.every((other) => apart(box, other)),
    );
    if (place === undefined) continue;
    taken.push(place.box);
    const { color = 'var(--ink-2)' } = point;
    addText(root, place.x, place.y, point.text, { anchor: place.anchor, color, strong: true, halo: true });
  }
}
