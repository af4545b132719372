// Cells below one another by game, as every figure of mechanisms has them: names at the left, room for numbers at the right.
import { max } from 'd3-array';
import type { ScaleLinear } from 'd3-scale';
import type { CellName } from '../instruments/portability/cells.ts';
import { gameTitle } from '../instruments/portability/views-words.ts';
import { horizontalAxis, nameHorizontal } from './axes.ts';
import { textColumn } from './columns.ts';
import type { Column, Row } from './figure.ts';
import { AXIS, GRID, INK, seriesColor } from './roles.ts';
import { addLine, addText, shorten, textWidth, type Group } from './svg.ts';

export interface CellPlace<Entry> {
  readonly entry: Entry;
  readonly y: number;
  /** Whether it is the first of its game. */
  readonly first: boolean;
  readonly color: string;
}

export interface CellRows<Entry> {
  readonly places: readonly CellPlace<Entry>[];
  /** Where names of models begin, and where the plot does. */
  readonly names: number;
  readonly left: number;
  readonly right: number;
  readonly width: number;
  readonly foot: number;
  readonly height: number;
}

export interface NumberColumn<Entry> {
  readonly head: string;
  readonly width: number;
  readonly text: (entry: Entry) => string;
}

type Named = CellName & { readonly index: number };

const ROW = 28;
const GAP = 10;
const HEAD = 22;
const FOOT = 46;
const WIDE = 700;
const NARROW = 560;

export const cellMark = ({ index }: Named): string => `cell-${index}`;

const plainName = ({ model, regime }: Named): string =>
  [model, regime].filter((name) => name !== '').join(', ');

const widest = (texts: readonly string[], strong: boolean): number =>
  max(texts, (text) => textWidth(text, 12, strong)) ?? 0;

/** Games in the order of the data; colours by decision maker. */
export function layCells<Entry extends Named>(
  entries: readonly Entry[],
  width: number,
  numbers: readonly NumberColumn<Entry>[] = [],
): CellRows<Entry> {
  const models = [...new Set(entries.map(({ model }) => model))];
  const games = [...new Set(entries.map(({ game }) => game))];
  let y = HEAD;
  const places = games.flatMap((game, g) => {
    if (g > 0) y += GAP;
    return entries
      .filter((entry) => entry.game === game)
      .map((entry, i): CellPlace<Entry> => {
        y += ROW;
        return { entry, y: y - ROW / 2, first: i === 0, color: seriesColor(models.indexOf(entry.model)) };
      });
  });
  const share = width < NARROW ? 0.2 : 0.16;
  const names =
    Math.min(
      widest(
        entries.map(({ game }) => gameTitle(game)),
        true,
      ),
      width * share,
    ) + 10;
  const own = Math.min(widest(entries.map(plainName), false), width * (width < NARROW ? 0.24 : share));
  const room = width >= WIDE ? numbers.reduce((sum, column) => sum + column.width, 8) : 0;
  const foot = y + 4;
  return {
    places,
    names,
    left: names + own + 12,
    right: width - room - 14,
    width,
    foot,
    height: foot + FOOT,
  };
}

/** Names, hairlines between games, the axis at the foot and the numbers at the right. */
export function drawCells<Entry extends Named>(
  root: Group,
  { places, names, left, right, width, foot, height }: CellRows<Entry>,
  x: ScaleLinear<number, number>,
  axis: {
    readonly name: string;
    readonly ticks: readonly number[];
    readonly numbers?: readonly NumberColumn<Entry>[];
  },
): void {
  horizontalAxis(root, x, foot, { ticks: axis.ticks, grid: foot - HEAD });
  for (const { entry, y, first } of places) {
    if (first && y > HEAD + ROW)
      addLine(root, [0, y - (ROW + GAP) / 2], [width, y - (ROW + GAP) / 2], { color: GRID });
    if (first)
      addText(root, 0, y + 4, shorten(gameTitle(entry.game), names - 8, 12, true), {
        color: INK,
        strong: true,
      });
    addText(root, names, y + 4, shorten(plainName(entry), left - names - 8, 12), { color: INK });
  }
  addLine(root, [left, foot], [right, foot], { color: AXIS });
  nameHorizontal(root, (left + right) / 2, height - 8, axis.name);
  if (width >= WIDE) drawNumbers(root, places, width - 2, axis.numbers ?? []);
}

function drawNumbers<Entry>(
  root: Group,
  places: readonly CellPlace<Entry>[],
  right: number,
  numbers: readonly NumberColumn<Entry>[],
): void {
  let at = right;
  for (const { head, width, text } of [...numbers].reverse()) {
    addText(root, at, 14, head, { anchor: 'end' });
    for (const { entry, y } of places)
      addText(root, at, y + 4, text(entry), { anchor: 'end', color: 'var(--tick)' });
    at -= width;
  }
}

/** First columns of every table of cells. */
export const nameColumns: readonly Column[] = [
  textColumn('game', 'Game'),
  textColumn('model', 'Model'),
  textColumn('regime', 'Regime'),
];

export const nameRow = ({ game, model, regime }: CellName): Row => ({ game, model, regime });
