// Distances by game and model, each against its own noise floor: observed above the line, floor below it.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { area } from 'd3-shape';
import type { CellReport } from '../instruments/portability/report.ts';
import type { Curve, Violin } from '../instruments/portability/views.ts';
import {
  cellTitle,
  excessText,
  gameTitle,
  RESOLUTION_WORDS,
} from '../instruments/portability/views-words.ts';
import { horizontalAxis, nameHorizontal, type Linear } from './axes.ts';
import { cellColumns, cellRow } from './portability-cells.ts';
import type { Figure, Mark } from './figure.ts';
import { counted, fraction, integer, probability } from './number-format.ts';
import { AXIS, DENSITY_FILL, GRID, INK, NULL, NULL_FILL, seriesColor } from './roles.ts';
import { addLine, addMark, addPath, addText, shorten, startDrawing, textWidth, type Group } from './svg.ts';

const TITLE = 'Distance by game and model, against its own noise floor';
const ROW = 34;
const GAP = 12;
const HEAD = 24;
const FOOT = 44;
/** Heights of the two halves, px. */
const ABOVE = 15;
const BELOW = 11;
const FULL_FILL = 0.85;

/** The columns of numbers at the right, where there is room for them. */
const COLUMNS = [
  { head: 'TV', width: 44, text: ({ tv_mean }: CellReport) => fraction(tv_mean) },
  { head: 'excess', width: 118, text: excessText },
  { head: 'p adj.', width: 62, text: ({ p_adjusted }: CellReport) => probability(p_adjusted) },
] as const;
const WIDE = 760;
const NARROW = 560;

interface Place {
  readonly violin: Violin;
  readonly y: number;
  /** Whether it is the first of its game. */
  readonly first: boolean;
  readonly color: string;
}

const markId = ({ cell }: Violin): string => `cell-${cell.index}`;

const nameOf = ({ model, regime }: CellReport): string =>
  [model, regime].filter((name) => name !== '').join(', ');

/** Games in the order of the data, rows below one another, a gap between games. */
function placesOf(violins: readonly Violin[]): readonly Place[] {
  const models = [...new Set(violins.map(({ cell }) => cell.model))];
  const games = [...new Set(violins.map(({ cell }) => cell.game))];
  let y = HEAD;
  return games.flatMap((game, g) => {
    if (g > 0) y += GAP;
    return violins
      .filter(({ cell }) => cell.game === game)
      .map((violin, i): Place => {
        y += ROW;
        const color = seriesColor(models.indexOf(violin.cell.model));
        return { violin, y: y - BELOW - 4, first: i === 0, color };
      });
  });
}

/** Each half has its own height: where it lies is read off, not how tall it is. */
function half({ x, density }: Curve, scale: Linear, y: number, height: number): string | null {
  const peak = max(density) ?? 1;
  const path = area<number>()
    .x((i) => scale(Math.min(1, x[i])))
    .y0(y)
    .y1((i) => y - (height * density[i]) / peak);
  return path([...x.keys()].filter((i) => x[i] <= 1));
}

function drawViolin(root: Group, { violin, y, color }: Place, x: Linear): void {
  const { cell, observed, floor, above } = violin;
  const group = addMark(root, markId(violin), x(cell.tv_mean ?? 0), y);
  if (floor) addPath(group, half(floor, x, y, -BELOW), { fill: NULL_FILL, color: NULL });
  if (cell.perm_q95 !== null && cell.tv_mean !== null)
    addLine(group, [x(cell.perm_q95), y], [x(cell.perm_q95), y + BELOW + 3], { color: NULL, width: 1.5 });
  if (observed)
    addPath(group, half(observed, x, y, ABOVE), {
      fill: color,
      fillOpacity: above ? FULL_FILL : DENSITY_FILL,
      color,
      width: 1.25,
    });
  addLine(group, [x(0), y], [x(1), y], { color: GRID });
  if (cell.tv_mean !== null)
    addLine(group, [x(cell.tv_mean), y], [x(cell.tv_mean), y - ABOVE], {
      color: above ? 'var(--halo)' : color,
      width: 2,
    });
  if (above) addText(group, x(1) + 4, y + 4, '◆', { size: 11, color: INK });
}

function drawNumbers(root: Group, { violin, y }: Place, right: number): void {
  let at = right;
  for (const { text, width } of [...COLUMNS].reverse()) {
    addText(root, at, y + 4, text(violin.cell), {
      anchor: 'end',
      color: violin.above ? INK : 'var(--tick)',
      strong: violin.above && width < 100,
    });
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

interface Gutters {
  readonly games: number;
  readonly left: number;
  readonly numbers: number;
}

function guttersOf(violins: readonly Violin[], width: number): Gutters {
  const most = (texts: readonly string[], strong: boolean): number =>
    max(texts, (text) => textWidth(text, 12, strong)) ?? 0;
  const games = most(
    violins.map(({ cell }) => gameTitle(cell.game)),
    true,
  );
  const names = most(
    violins.map(({ cell }) => nameOf(cell)),
    false,
  );
  const share = width < NARROW ? 0.2 : 0.16;
  const first = Math.min(games, width * share) + 10;
  return {
    games: first,
    left: first + Math.min(names, width * (width < NARROW ? 0.26 : share)) + (names > 0 ? 10 : 0),
    numbers: width >= WIDE ? COLUMNS.reduce((sum, column) => sum + column.width, 0) + 8 : 0,
  };
}

/** A row a cell. */
export function violinsChart(
  violins: readonly Violin[],
  { width }: { readonly width: number },
): SVGSVGElement {
  const places = placesOf(violins);
  const foot = (places.at(-1)?.y ?? HEAD) + BELOW + 8;
  const { svg, root } = startDrawing(width, foot + FOOT, TITLE, describeViolins(violins));
  const { games, left, numbers } = guttersOf(violins, width);
  const right = width - numbers - 18;
  const x = scaleLinear([0, 1], [left, right]);
  horizontalAxis(root, x, foot, { ticks: x.ticks(width < NARROW ? 2 : 4), grid: foot - HEAD });
  for (const place of places) {
    const { cell } = place.violin;
    if (place.first && place.y > HEAD + ROW)
      addLine(root, [0, place.y - ROW + 6], [width, place.y - ROW + 6], { color: GRID });
    if (place.first)
      addText(root, 0, place.y + 4, shorten(gameTitle(cell.game), games - 8, 12, true), {
        color: INK,
        strong: true,
      });
    addText(root, games, place.y + 4, shorten(nameOf(cell), left - games - 8, 12), { color: INK });
    drawViolin(root, place, x);
    if (numbers > 0) drawNumbers(root, place, width - 2);
  }
  if (numbers > 0) drawHeads(root, width - 2);
  addLine(root, [x(0), HEAD], [x(0), foot], { color: AXIS });
  nameHorizontal(root, (left + right) / 2, foot + FOOT - 8, 'total variation distance');
  return svg;
}

const sentence = ({ cell, above }: Violin): string => {
  const name = cellTitle(cell);
  if (cell.tv_mean === null) return `${name}: no distance`;
  if (cell.perm_mean === null) return `${name} ${fraction(cell.tv_mean)} without a floor`;
  return `${name} ${fraction(cell.tv_mean)}, ${above ? 'above' : 'not above'} its floor of ${fraction(cell.perm_mean)}`;
};

export const describeViolins = (violins: readonly Violin[]): string =>
  `${counted(violins.length, 'cell')}. ${violins.map(sentence).join('; ')}.`;

const markOf = (violin: Violin): Mark => {
  const { cell } = violin;
  const word = RESOLUTION_WORDS[cell.resolution];
  return {
    id: markId(violin),
    series: 0,
    name: cellTitle(cell),
    lines: [
      `TV ${fraction(cell.tv_mean)} over ${counted(cell.splits, 'split')}`,
      `floor ${fraction(cell.perm_mean)}, 95\u202f% point ${fraction(cell.perm_q95)}`,
      `excess ${excessText(cell)}`,
      `p ${probability(cell.p_min)}, adjusted ${probability(cell.p_adjusted)}`,
      ...(word === '' ? [] : [word]),
    ],
  };
};

/** A figure of every cell; `permutations` is how many its floors rest on. */
export const violinsFigure = (violins: readonly Violin[], permutations: number): Figure => ({
  id: 'portability-violins',
  title: TITLE,
  subtitle:
    'Above each line: total variation of every split, the bar at their mean. Below it, grey: that mean when framings ' +
    `are exchangeable (${integer(permutations)} permutations of whole instances), the tick at its 95\u202f% point. ` +
    '◆ adjusted p ≤ .05; pale violins are not above their floor.',
  caption:
    'Raw TV is not comparable across games: its floor depends on the test rows, on the number of actions and on the ' +
    'spread of predictions. Splits share environments and test folds, so their spread is no standard error; a floor is ' +
    'one of means and hence narrower. Heights of halves are not comparable.',
  description: describeViolins(violins),
  columns: cellColumns,
  rows: violins.map(({ cell }) => cellRow(cell)),
  marks: violins.map(markOf),
  draw: (width) => violinsChart(violins, { width }),
});
