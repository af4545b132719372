// Rows of dots on one axis: a name, one dot a series with its interval, a grey tick to compare with, and the number.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { horizontalAxis, nameHorizontal, niceDomain, type Linear } from './axes.ts';
import { addSymbol, AXIS, INK, NULL } from './roles.ts';
import { addLine, addMark, addText, shorten, startDrawing, textWidth, type Group } from './svg.ts';

export interface RowDot {
  /** Name of the mark: unique in the figure. */
  readonly id: string;
  /** Place of its series in the view. */
  readonly series: number;
  /** NaN where there is none: nothing is drawn. */
  readonly value: number;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly color: string;
  readonly shape: number;
  /** The value was set aside. */
  readonly hollow?: boolean;
}

export interface DotRow {
  readonly label: string;
  readonly strong?: boolean;
  readonly dots: readonly RowDot[];
  /** The value of the null, the baseline or the ceiling; null where there is none. */
  readonly tick: number | null;
  /** At the right end. */
  readonly text: string;
}

export interface DotGroup {
  readonly name: string;
  readonly rows: readonly DotRow[];
}

export interface DotSeries {
  readonly name: string;
  readonly color: string;
  readonly shape: number;
}

export interface DotRowsView {
  readonly title: string;
  readonly description: string;
  readonly groups: readonly DotGroup[];
  /** Named above the rows where there is more than one. */
  readonly series: readonly DotSeries[];
  readonly axis: string;
  /** Ends of the axis; found from the values where it is null. */
  readonly domain: readonly [number, number] | null;
  readonly reference: { readonly value: number; readonly label: string } | null;
  /** What grey ticks are; '' where there are none. */
  readonly tick: string;
}

const ROW = 22;
const GROUP = 26;
const LEGEND = 20;
const FOOT = 46;
const APART = 7;

const isShown = ({ value }: RowDot): boolean => Number.isFinite(value);
const rowsOf = ({ groups }: DotRowsView): readonly DotRow[] => groups.flatMap(({ rows }) => rows);

function domainOf(view: DotRowsView): readonly [number, number] {
  if (view.domain) return view.domain;
  const values = rowsOf(view)
    .flatMap(({ dots, tick }) => [tick, ...dots.flatMap(({ value, lower, upper }) => [value, lower, upper])])
    .concat(view.reference ? [view.reference.value] : [])
    .filter((value): value is number => value !== null && Number.isFinite(value));
  if (values.length === 0) return [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return niceDomain(low, high === low ? low + 1 : high, 4);
}

const clampTo = ([low, high]: readonly [number, number], value: number): number =>
  Math.max(low, Math.min(high, value));

function drawDot(root: Group, dot: RowDot, x: Linear, y: number): void {
  const { id, value, lower, upper, color, shape, hollow = false } = dot;
  const ends = x.domain() as [number, number];
  const at = x(clampTo(ends, value));
  const mark = addMark(root, id, at, y);
  if (lower !== null && upper !== null && Number.isFinite(lower) && Number.isFinite(upper))
    addLine(mark, [x(clampTo(ends, lower)), y], [x(clampTo(ends, upper)), y], { color, width: 1.75 });
  addSymbol(mark, at, y, { color, shape, area: 62, hollow });
}

function drawRow(root: Group, row: DotRow, x: Linear, y: number, left: number, width: number): void {
  const { label, strong = false, dots, tick, text } = row;
  addText(root, left - 12, y + 4, shorten(label, left - 14, 12, strong), {
    anchor: 'end',
    color: strong ? INK : 'var(--ink-2)',
    strong,
  });
  if (tick !== null && Number.isFinite(tick)) {
    const at = x(clampTo(x.domain() as [number, number], tick));
    addLine(root, [at, y - 7], [at, y + 7], { color: NULL, width: 1.75 });
  }
  const shown = dots.filter(isShown);
  const spread = shown.some(({ lower }) => lower !== null) ? APART : 0;
  shown.forEach((dot, k) => drawDot(root, dot, x, y + spread * (k - (shown.length - 1) / 2)));
  addText(root, width, y + 4, text, { anchor: 'end', color: INK });
}

function drawLegend(root: Group, { series, tick }: DotRowsView, left: number, width: number): number {
  const entries = [
    ...(series.length > 1 ? series : []),
    ...(tick === '' ? [] : [{ name: tick, color: NULL, shape: -1 }]),
  ];
  let [x, y] = [left, 12];
  for (const { name, color, shape } of entries) {
    const room = textWidth(name, 12) + 28;
    if (x > left && x + room > width) [x, y] = [left, y + LEGEND];
    if (shape < 0) addLine(root, [x + 5, y - 10], [x + 5, y + 2], { color, width: 1.75 });
    else addSymbol(root, x + 5, y - 4, { color, shape, area: 62 });
    addText(root, x + 15, y, shorten(name, width - x - 15, 12), {
      color: shape < 0 ? 'var(--tick)' : 'var(--ink-2)',
    });
    x += room;
  }
  return entries.length === 0 ? 0 : y + LEGEND - 8;
}

const rowHeight = ({ dots }: DotRow): number =>
  ROW + (dots.some(({ lower }) => lower !== null) ? APART * Math.max(0, dots.filter(isShown).length - 1) : 0);

/** One line a row; groups are parted and named. */
export function dotRowsChart(view: DotRowsView, width: number): SVGSVGElement {
  const all = rowsOf(view);
  const labels = max(all, ({ label, strong }) => textWidth(label, 12, strong)) ?? 0;
  const left = Math.min(labels, width * 0.38) + 14;
  const right = width - (max(all, ({ text }) => textWidth(text, 12)) ?? 0) - 14;
  const body =
    all.reduce((sum, row) => sum + rowHeight(row), 0) +
    view.groups.reduce((sum, { name }) => sum + (name === '' ? 8 : GROUP), 0);
  const scratch = startDrawing(width, 0, '', '');
  const head = drawLegend(scratch.root, view, 0, width) + (view.reference ? 18 : 0);
  const { svg, root } = startDrawing(width, head + body + FOOT, view.title, view.description);
  drawLegend(root, view, 0, width);
  const x = scaleLinear([...domainOf(view)], [left, right]);
  const bottom = head + body;
  horizontalAxis(root, x, bottom, { ticks: x.ticks(width < 480 ? 3 : 5), grid: body });
  if (view.reference) {
    const at = x(view.reference.value);
    addLine(root, [at, head], [at, bottom], { color: AXIS });
    const room = textWidth(view.reference.label, 11) / 2;
    const label = Math.max(room, Math.min(width - room, at));
    addText(root, label, head - 5, view.reference.label, { anchor: 'middle', size: 11 });
  }
  let y = head;
  for (const { name, rows } of view.groups) {
    if (name !== '')
      addText(root, 0, y + 16, shorten(name, width, 12, true), { color: INK, strong: true, halo: true });
    y += name === '' ? 8 : GROUP;
    for (const row of rows) {
      drawRow(root, row, x, y + rowHeight(row) / 2, left, width);
      y += rowHeight(row);
    }
  }
  const half = textWidth(`${view.axis} →`, 12) / 2;
  const middle = Math.max(half, Math.min(width - half, (left + right) / 2));
  nameHorizontal(root, middle, bottom + FOOT - 8, view.axis);
  return svg;
}
