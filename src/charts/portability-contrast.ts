// How far two regimes differ in distance: pooled, by model, by game and by both, each with its interval, around zero.
import { max, min } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { ContrastRow, ContrastScope } from '../instruments/portability/contrasts.ts';
import {
  contrastName,
  contrastSubject,
  contrastText,
  intervalText,
  percentText,
} from '../instruments/portability/contrasts-words.ts';
import { gameTitle } from '../instruments/portability/views-words.ts';
import { horizontalAxis, nameHorizontal, niceDomain, type Linear } from './axes.ts';
import { addSymbol, AXIS, GRID, INK, NULL, seriesColor } from './roles.ts';
import { addLine, addMark, addText, shorten, startDrawing, textWidth, type Group } from './svg.ts';

const ROW = 32;
const GAP = 24;
const TOP = 24;
const FOOT = 44;
const RAW = -5;
const EXCESS = 7;
const WIDE = 760;
const NARROW = 560;

/** The columns of numbers at the right, where there is room for them. */
const COLUMNS = [
  {
    head: 'ΔTV',
    width: 132,
    text: (row: ContrastRow) => intervalText(row.delta, row.delta_lo, row.delta_hi),
  },
  { head: 'per cent', width: 70, text: percentText },
  {
    head: 'Δ excess',
    width: 138,
    text: (row: ContrastRow) => intervalText(row.excess_delta, row.excess_delta_lo, row.excess_delta_hi),
  },
] as const;

const HEADS: Readonly<Record<ContrastScope, string>> = {
  all: '',
  model: 'By model',
  game: 'By game',
  cell: 'By model and game',
  best: '',
};

export interface Place {
  readonly row: ContrastRow;
  readonly id: string;
  readonly y: number;
  /** Head of the block that the row begins; '' within a block. */
  readonly head: string;
  readonly color: string;
}

/** Rows below one another; a block of one kind of pooling begins with its head. */
export function placesOf(rows: readonly ContrastRow[]): readonly Place[] {
  const models = [...new Set(rows.map(({ model }) => model).filter((model) => model !== ''))];
  let y = TOP;
  return rows.map((row, i): Place => {
    const head = i > 0 && rows[i - 1].scope !== row.scope ? HEADS[row.scope] : '';
    if (head !== '') y += GAP;
    y += ROW;
    const color = row.model === '' ? INK : seriesColor(models.indexOf(row.model));
    return { row, id: `contrast-${i}`, y: y - ROW / 2, head, color };
  });
}

function domainOf(rows: readonly ContrastRow[]): [number, number] {
  const values = rows.flatMap((row) => [
    row.delta,
    row.delta_lo ?? row.delta,
    row.delta_hi ?? row.delta,
    row.excess_delta ?? 0,
    row.excess_delta_lo ?? 0,
    row.excess_delta_hi ?? 0,
  ]);
  return niceDomain(Math.min(-0.02, min(values) ?? 0), Math.max(0.02, max(values) ?? 0), 5);
}

interface Estimate {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

function drawEstimate(
  group: Group,
  x: Linear,
  y: number,
  { value, low, high }: Estimate,
  style: { readonly color: string; readonly hollow: boolean; readonly area: number },
): void {
  if (low !== null && high !== null)
    addLine(group, [x(low), y], [x(high), y], { color: style.color, width: style.hollow ? 1.25 : 1.75 });
  addSymbol(group, x(value), y, style);
}

function drawContrast(root: Group, { row, id, y, color }: Place, x: Linear): void {
  const group = addMark(root, id, x(row.delta), y);
  if (row.excess_delta !== null) {
    const excess = { value: row.excess_delta, low: row.excess_delta_lo, high: row.excess_delta_hi };
    drawEstimate(group, x, y + EXCESS, excess, { color: NULL, hollow: true, area: 44 });
  }
  const raw = { value: row.delta, low: row.delta_lo, high: row.delta_hi };
  const at = row.excess_delta === null ? y : y + RAW;
  drawEstimate(group, x, at, raw, { color, hollow: false, area: row.model === '' ? 96 : 72 });
}

/** "Dictator, frame" of a cell; of contrasts with the best of the others, both names. */
export const labelOf = (row: ContrastRow): string =>
  row.scope === 'best' ? `${gameTitle(row.game)}: ${contrastName(row)}` : contrastSubject(row);

function drawNumbers(root: Group, { row, y }: Place, right: number): void {
  let at = right;
  for (const { text, width } of [...COLUMNS].reverse()) {
    addText(root, at, y + 4, text(row), { anchor: 'end', color: INK, strong: row.scope === 'all' });
    at -= width;
  }
}

function drawHeads(root: Group, right: number): void {
  let at = right;
  for (const { head, width } of [...COLUMNS].reverse()) {
    addText(root, at, 14, head, { anchor: 'end' });
    at -= width;
  }
}

function drawNames(root: Group, places: readonly Place[], left: number, width: number): void {
  for (const { row, y, head } of places) {
    if (head !== '') {
      addLine(root, [0, y - ROW / 2 - GAP + 4], [width, y - ROW / 2 - GAP + 4], { color: GRID });
      addText(root, 0, y - ROW / 2 - 3, head);
    }
    const strong = row.scope === 'all';
    addText(root, 0, y + 4, shorten(labelOf(row), left - 12, 12, strong), { color: INK, strong });
  }
}

/** A row a contrast, around zero; every row is one of `rows`, in their order. */
export function contrastChart(
  rows: readonly ContrastRow[],
  title: string,
  { width }: { readonly width: number },
): SVGSVGElement {
  const places = placesOf(rows);
  const foot = (places.at(-1)?.y ?? TOP) + ROW / 2 + 4;
  const { svg, root } = startDrawing(width, foot + FOOT, title, describeContrasts(rows));
  const numbers = width >= WIDE ? COLUMNS.reduce((sum, column) => sum + column.width, 0) + 8 : 0;
  const names = max(rows, (row) => textWidth(labelOf(row), 12, row.scope === 'all')) ?? 0;
  const left = Math.min(names, width * (width < NARROW ? 0.42 : 0.26)) + 14;
  const right = width - numbers - 14;
  const x = scaleLinear(domainOf(rows), [left, right]);
  const ticks = x.ticks(width < NARROW ? 3 : 5);
  horizontalAxis(root, x, foot, { ticks, grid: foot - TOP });
  drawNames(root, places, left, width);
  addLine(root, [x(0), TOP], [x(0), foot], { color: AXIS });
  for (const place of places) {
    drawContrast(root, place, x);
    if (numbers > 0) drawNumbers(root, place, width - 2);
  }
  if (numbers > 0) drawHeads(root, width - 2);
  nameHorizontal(root, (left + right) / 2, foot + FOOT - 8, 'difference in distance');
  return svg;
}

export const describeContrasts = (rows: readonly ContrastRow[]): string =>
  rows.length === 0 ? 'No contrast.' : rows.map(contrastText).join(' ');
