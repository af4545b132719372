// The portability matrix of one cell: how far a predictor trained under the row's framing is from one trained under the column's.
import { max, min } from 'd3-array';
import type { MatrixView } from '../instruments/portability/views.ts';
import { cellTitle } from '../instruments/portability/views-words.ts';
import { fractionColumn, flagColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { counted, fraction } from './number-format.ts';
import { GRID, INK, NULL } from './roles.ts';
import { addLine, addMark, addText, shorten, startDrawing, textWidth, type Group } from './svg.ts';

const HEAD_NOTE = 20;
const MOST_CELL = 50;
/** A cell narrower than this holds no number. */
const LEAST_LABEL = 26;
const FOOT = 34;
/** Names have the room they need up to this share of the figure. */
const MOST_NAME = 1 / 3;

interface Entry {
  readonly source: string;
  readonly target: string;
  readonly row: number;
  readonly column: number;
  readonly tv: number;
  readonly above: boolean;
}

const entryId = ({ source, target }: Entry): string => `${source} → ${target}`;

const isAbove = ({ floor }: MatrixView, tv: number): boolean => floor === null || tv > floor.q95;

/** Rows and columns in the order of the clustering; the diagonal is left out. */
function entriesOf(view: MatrixView): readonly Entry[] {
  const { order, environments, tv } = view;
  return order.flatMap((source, row) =>
    order.flatMap((target, column) => {
      const value = tv[source][target];
      if (value === null) return [];
      const names = { source: environments[source], target: environments[target] };
      return [{ ...names, row, column, tv: value, above: isAbove(view, value) }];
    }),
  );
}

interface Shade {
  readonly fill: string;
  readonly ink: string;
}

const STEPS = 6;

/** Six steps from the least value that is shaded to the largest. */
function shading(entries: readonly Entry[]): (tv: number) => Shade {
  const shaded = entries.filter(({ above }) => above).map(({ tv }) => tv);
  const [low, high] = [min(shaded) ?? 0, max(shaded) ?? 1];
  return (tv) => {
    const step = high > low ? 1 + Math.min(STEPS - 1, Math.floor((STEPS * (tv - low)) / (high - low))) : 3;
    const ink =
      step >= 5 ? 'light-dark(#ffffff, #0f1113)' : step === 4 ? 'light-dark(#16181a, #0f1113)' : INK;
    return { fill: `var(--q-${step})`, ink };
  };
}

function drawEntry(
  root: Group,
  entry: Entry,
  x: number,
  y: number,
  size: number,
  { fill, ink }: Shade,
): void {
  const group = addMark(root, entryId(entry), x + size / 2, y + size / 2);
  group
    .append('rect')
    .attr('x', x + 1)
    .attr('y', y + 1)
    .attr('width', Math.max(1, size - 2))
    .attr('height', Math.max(1, size - 2))
    .attr('rx', size > 20 ? 2 : 0)
    .style('fill', entry.above ? fill : 'none')
    .style('stroke', entry.above ? 'none' : GRID)
    .style('stroke-width', '1px');
  if (size < LEAST_LABEL) return;
  addText(group, x + size / 2, y + size / 2 + 4, fraction(entry.tv), {
    anchor: 'middle',
    size: 11,
    color: entry.above ? ink : 'var(--tick)',
  });
}

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly size: number;
  /** Whether names of columns stand upright. */
  readonly upright: boolean;
}

function frameOf({ environments }: MatrixView, width: number): Frame {
  const widest = max(environments, (name) => textWidth(name, 12)) ?? 0;
  const names = Math.min(widest, width * MOST_NAME);
  const left = names + 10;
  const size = Math.min(MOST_CELL, (width - left - 4) / environments.length);
  const upright = size < widest + 4;
  return { left, size, upright, top: HEAD_NOTE + (upright ? names + 8 : 20) };
}

function drawNames(root: Group, { environments, order }: MatrixView, frame: Frame): void {
  const { left, top, size, upright } = frame;
  if (size < 11) return;
  order.forEach((e, i) => {
    const middle = (i + 0.5) * size;
    addText(root, left - 8, top + middle + 4, shorten(environments[e], left - 9.9, 12), {
      anchor: 'end',
      color: INK,
    });
    if (!upright) {
      addText(root, left + middle, top - 8, environments[e], { anchor: 'middle', color: INK });
      return;
    }
    const head = root.append('g').attr('transform', `translate(${left + middle + 4},${top - 6}) rotate(-90)`);
    addText(head, 0, 0, shorten(environments[e], left - 9.9, 12), { color: INK });
  });
}

/** Hollow cells are not above the floor of a pair. */
export function matrixChart(view: MatrixView, { width }: { readonly width: number }): SVGSVGElement {
  const frame = frameOf(view, width);
  const { left, top, size } = frame;
  const side = size * view.order.length;
  const { svg, root } = startDrawing(width, top + side + FOOT, titleOf(view), describeMatrix(view));
  const entries = entriesOf(view);
  const shade = shading(entries);
  addText(root, 0, 12, 'source ↓', { size: 11 });
  addText(root, Math.max(left, textWidth('source ↓', 11) + 10), 12, 'target →', { size: 11 });
  drawNames(root, view, frame);
  view.order.forEach((_, i) => {
    const [x, y] = [left + i * size, top + i * size];
    addLine(root, [x + 2, y + size - 2], [x + size - 2, y + 2], { color: NULL });
  });
  for (const entry of entries)
    drawEntry(root, entry, left + entry.column * size, top + entry.row * size, size, shade(entry.tv));
  if (view.floor)
    addText(root, 0, top + side + 22, `hollow: at most ${fraction(view.floor.q95)}`, { size: 11 });
  return svg;
}

const titleOf = (view: MatrixView): string => `Portability matrix: ${cellTitle(view)}`;

export function describeMatrix(view: MatrixView): string {
  const entries = entriesOf(view);
  const values = entries.map(({ tv }) => tv);
  const range = `TV from ${fraction(min(values) ?? 0)} to ${fraction(max(values) ?? 0)} over ${counted(entries.length, 'pair')}`;
  if (view.floor === null) return `${range}; no floor was computed.`;
  const above = entries.filter((entry) => entry.above).length;
  return `${range}; ${above} lie above ${fraction(view.floor.q95)}, the 95\u202f% point of a pair at the floor.`;
}

const markOf = (entry: Entry): Mark => ({
  id: entryId(entry),
  series: entry.row,
  name: entryId(entry),
  lines: [`TV ${fraction(entry.tv, 3)}`, entry.above ? 'above the floor of a pair' : 'not above the floor'],
});

const floorWords = ({ floor }: MatrixView): string =>
  floor === null
    ? 'The floor of single pairs is computed for least squares alone.'
    : `Floor of a pair: all pairs pooled over exchanges of whole instances, mean ${fraction(floor.mean)}, 95\u202f% ` +
      `point ${fraction(floor.q95)}; it is pointwise, so that about one pair in twenty lies above it by chance.`;

/** Pairs without a distance, where there are any. */
const missingWords = (view: MatrixView): string => {
  const missing = view.order.length * (view.order.length - 1) - entriesOf(view).length;
  return missing > 0
    ? ` ${counted(missing, 'pair')} ${missing === 1 ? 'is' : 'are'} left empty: x does not vary enough there to determine least squares.`
    : '';
};

/** A figure of every ordered pair of environments of one cell. */
export const matrixFigure = (view: MatrixView): Figure => ({
  id: `portability-matrix-${view.index}`,
  title: titleOf(view),
  subtitle:
    'Each cell: a predictor trained under the row’s framing alone, tested under the column’s. Ordered by clustering. ' +
    'Hollow: not above the floor.',
  caption: `${floorWords(view)}${missingWords(view)}`,
  description: describeMatrix(view),
  columns: [
    textColumn('source', 'Source'),
    textColumn('target', 'Target'),
    fractionColumn('tv', 'TV', 3),
    flagColumn('above', 'above'),
  ],
  rows: entriesOf(view).map(({ source, target, tv, above }) => ({ source, target, tv, above })),
  marks: entriesOf(view).map(markOf),
  draw: (width) => matrixChart(view, { width }),
});
