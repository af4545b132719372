// Rows that several columns share: a label a row, a scale a column; columns stack where there is no room beside.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { horizontalAxis, tickLabels, type Linear } from './axes.ts';
import { addSymbol, AXIS, INK, type SymbolStyle } from './roles.ts';
import {
  addLine,
  addMark,
  addText,
  shorten,
  startDrawing,
  textWidth,
  type Drawing,
  type Group,
} from './svg.ts';

export interface SharedColumn {
  readonly title: string;
  /** What the numbers are, under the title. */
  readonly note: string;
  readonly domain: readonly [number, number];
  /** An upright line: zero, a nominal level. */
  readonly reference?: number;
  readonly format?: (tick: number) => string;
}

/** Where one column stands in the drawing. */
export interface ColumnPlace {
  readonly x: Linear;
  readonly top: number;
  readonly bottom: number;
  /** Whether it begins a line of columns and carries the labels. */
  readonly first: boolean;
  readonly y: (row: number) => number;
}

const ROW = 24;
const HEAD = 42;
const FOOT = 40;
const GAP = 32;
const EDGE = 14;
const LEAST_COLUMN = 104;
const MOST_LABEL = 0.34;

export interface RowsSpec {
  readonly title: string;
  readonly description: string;
  readonly labels: readonly string[];
  readonly columns: readonly SharedColumn[];
  readonly width: number;
  /** Height of a row, px. */
  readonly row?: number;
}

const gutterOf = (labels: readonly string[], width: number): number =>
  Math.min(max(labels, (label) => textWidth(label, 12)) ?? 0, width * MOST_LABEL) + 12;

function layColumns({ labels, columns, width, row = ROW }: RowsSpec): readonly ColumnPlace[] {
  const left = gutterOf(labels, width);
  const room = width - left - EDGE;
  const most = Math.max(1, Math.min(columns.length, Math.floor((room + GAP) / (LEAST_COLUMN + GAP))));
  const across = Math.ceil(columns.length / Math.ceil(columns.length / most));
  const each = (room - GAP * (across - 1)) / across;
  const block = HEAD + labels.length * row + FOOT;
  return columns.map(({ domain }, c) => {
    const start = left + (c % across) * (each + GAP);
    const top = Math.floor(c / across) * block + HEAD;
    return {
      x: scaleLinear(domain, [start, start + each]),
      top,
      bottom: top + labels.length * row,
      first: c % across === 0,
      y: (index) => top + (index + 0.5) * row,
    };
  });
}

function drawLabels(root: Group, labels: readonly string[], { x, y }: ColumnPlace): void {
  const end = x.range()[0] - 12;
  labels.forEach((label, i) =>
    addText(root, end, y(i) + 4, shorten(label, end + 0.5, 12), { anchor: 'end', color: INK }),
  );
}

/** The most round ticks, up to five, whose labels stand apart. */
function fittingTicks(x: Linear): readonly number[] {
  const fits = (ticks: readonly number[]): boolean => {
    const label = tickLabels(ticks);
    const widest = max(ticks, (tick) => textWidth(label(tick), 11)) ?? 0;
    return ticks.length < 2 || x(ticks[1]) - x(ticks[0]) > widest + 10;
  };
  return (
    [5, 4, 3, 2].map((count) => x.ticks(count)).find((ticks) => ticks.length <= 5 && fits(ticks)) ??
    x.ticks(1)
  );
}

function drawColumn(root: Group, column: SharedColumn, place: ColumnPlace): void {
  const { x, top, bottom } = place;
  const [left, right] = x.range();
  const ticks = fittingTicks(x);
  const { reference, format = tickLabels(ticks) } = column;
  addText(root, left, top - 24, shorten(column.title, right - left + EDGE, 12, true), {
    color: INK,
    strong: true,
  });
  addText(root, left, top - 9, shorten(column.note, right - left + EDGE, 11), { size: 11 });
  horizontalAxis(root, x, bottom, { ticks, grid: bottom - top, size: 11, format });
  if (reference !== undefined)
    addLine(root, [x(reference), top], [x(reference), bottom], { color: AXIS, width: 1.25 });
}

/** Labels, heads, grids and axes; the caller draws the marks at `places[column].x` and `.y(row)`. */
export function drawRows(spec: RowsSpec): Drawing & { readonly places: readonly ColumnPlace[] } {
  const places = layColumns(spec);
  const height = (max(places, ({ bottom }) => bottom) ?? 0) + FOOT - 12;
  const drawing = startDrawing(spec.width, height, spec.title, spec.description);
  places.forEach((place, c) => {
    drawColumn(drawing.root, spec.columns[c], place);
    if (place.first) drawLabels(drawing.root, spec.labels, place);
  });
  return { ...drawing, places };
}

/** A value with the ends of its interval in one row; what leaves the column's scale is cut at its edge. */
export function addRange(
  root: Group,
  id: string,
  { x, y }: ColumnPlace,
  row: number,
  [low, value, high]: readonly [number, number, number],
  style: SymbolStyle,
): void {
  const [left, right] = x.range();
  const at = (end: number): number =>
    Number.isFinite(end) ? Math.max(left, Math.min(right, x(end))) : at(value);
  const mark = addMark(root, id, at(value), y(row));
  addLine(mark, [at(low), y(row)], [at(high), y(row)], { color: style.color, width: 1.75 });
  addSymbol(mark, at(value), y(row), { area: 54, ...style });
}

/** A bar from zero to a value, with a dot at its end. */
export function addBar(
  root: Group,
  id: string,
  { x, y }: ColumnPlace,
  row: number,
  value: number,
  color: string,
): void {
  const mark = addMark(root, id, x(value), y(row));
  addLine(mark, [x(0), y(row)], [x(value), y(row)], { color, width: 4.5, opacity: 0.3 });
  addSymbol(mark, x(value), y(row), { color, area: 54 });
}

/** A domain from zero, or from the lowest value where that is below, to the highest, with 6 % to spare. */
export function spareDomain(values: readonly number[], reference = 0): [number, number] {
  const known = values.filter(Number.isFinite);
  const [low, high] = [Math.min(reference, ...known), Math.max(reference, ...known)];
  const spare = 0.06 * (high - low || 1);
  return [low < reference ? low - spare : low, high + spare];
}
