// Finds marks of a drawing by pointer and by key, so that hover, focus and table speak of the same rows.
import { Delaunay } from 'd3-delaunay';
import { select } from 'd3-selection';
import type { Mark } from './figure.ts';

export interface MarkPoint {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** Farthest that a pointer may be from the mark it picks, px. */
export const PICK_RADIUS = 24;

/** Where the marks of a drawing stand, px. */
export const markPoints = (svg: SVGSVGElement): readonly MarkPoint[] =>
  [...svg.querySelectorAll<SVGElement>('[data-mark]')].map(({ dataset }) => ({
    id: String(dataset.mark),
    x: Number(dataset.x),
    y: Number(dataset.y),
  }));

/** A function from a pointer position to the mark in whose Voronoi cell it lies, or null beyond 24 px. */
export function createPicker(points: readonly MarkPoint[]): (x: number, y: number) => MarkPoint | null {
  if (points.length === 0) return () => null;
  const delaunay = Delaunay.from(
    points,
    ({ x }) => x,
    ({ y }) => y,
  );
  return (x, y) => {
    const nearest = points[delaunay.find(x, y)];
    const distance = Math.sqrt((nearest.x - x) ** 2 + (nearest.y - y) ** 2);
    return distance <= PICK_RADIUS ? nearest : null;
  };
}

const clamp = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));

function seriesOf(marks: readonly Mark[]): readonly (readonly Mark[])[] {
  const bySeries = new Map<number, Mark[]>();
  for (const mark of marks) bySeries.set(mark.series, [...(bySeries.get(mark.series) ?? []), mark]);
  return [...bySeries.keys()].sort((a, b) => a - b).map((key) => bySeries.get(key) as Mark[]);
}

/**
 * The mark that a key leads to: ← → along a series, ↑ ↓ to its neighbours, Home and End to its ends.
 * From nothing every key leads to the first mark; another key, or a figure without marks, gives null.
 */
export function stepMark(marks: readonly Mark[], current: string | null, key: string): Mark | null {
  const moves: Readonly<Record<string, readonly [number, number]>> = {
    ArrowRight: [0, 1],
    ArrowLeft: [0, -1],
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    Home: [0, -Infinity],
    End: [0, Infinity],
  };
  const move = moves[key];
  if (move === undefined || marks.length === 0) return null;
  const series = seriesOf(marks);
  const row = series.findIndex((list) => list.some(({ id }) => id === current));
  if (row < 0) return series[0][0];
  const place = series[row].findIndex(({ id }) => id === current);
  const target = series[clamp(row + move[0], series.length)];
  return target[clamp(place + move[1], target.length)];
}

/** Rings the mark that has the pointer or the focus; null takes the ring away. */
export function highlightMark(svg: SVGSVGElement, id: string | null): void {
  const root = select(svg);
  root.selectAll('[data-ring]').remove();
  const point = markPoints(svg).find((candidate) => candidate.id === id);
  if (point === undefined) return;
  root
    .append('circle')
    .attr('data-ring', '')
    .attr('cx', point.x)
    .attr('cy', point.y)
    .attr('r', 8)
    .style('fill', 'none')
    .style('stroke', 'var(--focus)')
    .style('stroke-width', '2px')
    .style('pointer-events', 'none');
}
