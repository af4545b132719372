// A statistic of every cell with its spread over splits, against where it lies when framings are exchangeable.
import { max, min } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { CellName } from '../instruments/portability/cells.ts';
import type { AgainstFloor } from '../instruments/portability/mechanism/reported.ts';
import { cellTitle } from '../instruments/portability/views-words.ts';
import { rejects } from '../statistics/portability/level.ts';
import { niceDomain } from './axes.ts';
import { countColumn, numberColumn, probabilityColumn } from './columns.ts';
import type { Column, Figure, Mark, Row } from './figure.ts';
import { counted, probability } from './number-format.ts';
import {
  cellMark,
  drawCells,
  layCells,
  nameColumns,
  nameRow,
  type NumberColumn,
} from './portability-mechanism-rows.ts';
import { addSymbol, AXIS, NULL, NULL_FILL } from './roles.ts';
import { addLine, addMark, addRect, startDrawing, type Group } from './svg.ts';

export interface FloorEntry extends CellName {
  readonly index: number;
  readonly found: AgainstFloor;
}

export interface FloorWords {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly caption: string;
  /** Of the axis and of the table. */
  readonly name: string;
  readonly write: (value: number | null) => string;
  readonly columns?: readonly Column[];
  readonly more?: (entry: FloorEntry) => Row;
  readonly numbers?: readonly NumberColumn<FloorEntry>[];
}

/** Few splits may have their mean elsewhere than the statistic that is tested: both must lie above. */
export const isAbove = ({ p, mean, null_mean }: AgainstFloor): boolean =>
  rejects(p) && mean > (null_mean ?? 0);

/** Observed above the middle of the row, the floor below it in grey. */
function drawEntry(
  root: Group,
  { entry, y, color }: { readonly entry: FloorEntry; readonly y: number; readonly color: string },
  x: (value: number) => number,
): void {
  const { mean, q5, q95, null_mean, null_q5, null_q95 } = entry.found;
  const group = addMark(root, cellMark(entry), x(mean), y - 4);
  if (null_q5 !== null && null_q95 !== null) {
    addRect(
      group,
      { x: x(null_q5), y: y + 3, width: x(null_q95) - x(null_q5), height: 6 },
      { fill: NULL_FILL },
    );
    addLine(group, [x(null_q95), y + 2], [x(null_q95), y + 10], { color: NULL, width: 1.5 });
  }
  if (null_mean !== null) addLine(group, [x(null_mean), y + 3], [x(null_mean), y + 9], { color: NULL });
  addLine(group, [x(q5), y - 4], [x(q95), y - 4], { color, width: 1.75 });
  addSymbol(group, x(mean), y - 4, { color, hollow: !isAbove(entry.found), area: 64 });
}

const valuesOf = ({ found }: FloorEntry): readonly number[] =>
  [0, found.q5, found.q95, found.mean, found.null_q5, found.null_q95].filter((value) => value !== null);

function floorChart(entries: readonly FloorEntry[], words: FloorWords, width: number): SVGSVGElement {
  const rows = layCells(entries, width, words.numbers);
  const { svg, root } = startDrawing(width, rows.height, words.title, describe(entries, words));
  const values = entries.flatMap(valuesOf);
  const domain = niceDomain(min(values) ?? 0, max(values) ?? 1, 5);
  const x = scaleLinear(domain[0] < domain[1] ? domain : [0, 1], [rows.left, rows.right]);
  drawCells(root, rows, x, {
    name: words.name,
    ticks: x.ticks(width < 560 ? 3 : 5),
    ...(words.numbers && { numbers: words.numbers }),
  });
  addLine(root, [x(0), 22], [x(0), rows.foot], { color: AXIS });
  for (const place of rows.places) drawEntry(root, place, x);
  return svg;
}

function sentence({ found, ...cell }: FloorEntry, { write }: FloorWords): string {
  const value = `${cellTitle(cell)} ${write(found.mean)}`;
  if (found.null_q95 === null) return `${value} without a floor`;
  return `${value}, ${isAbove(found) ? 'above' : 'not above'} a floor that reaches ${write(found.null_q95)}`;
}

const describe = (entries: readonly FloorEntry[], words: FloorWords): string =>
  `${counted(entries.length, 'cell')}. ${entries.map((entry) => sentence(entry, words)).join('; ')}.`;

const markOf = (entry: FloorEntry, { name, write }: FloorWords): Mark => {
  const { mean, q5, q95, splits, observed, null_mean, null_q95, p, permutations } = entry.found;
  return {
    id: cellMark(entry),
    series: 0,
    name: cellTitle(entry),
    lines: [
      `${name} ${write(mean)}, 5–95\u202f% of ${counted(splits, 'split')} [${write(q5)}, ${write(q95)}]`,
      ...(null_mean === null
        ? ['no floor was computed']
        : [
            `floor ${write(null_mean)}, 95\u202f% point ${write(null_q95)}`,
            `tested ${write(observed)}: p ${probability(p)} of ${counted(permutations, 'permutation')}`,
          ]),
    ],
  };
};

/** A figure of the cells that have the statistic. */
export const floorFigure = (entries: readonly FloorEntry[], words: FloorWords): Figure => ({
  id: words.id,
  title: words.title,
  subtitle: words.subtitle,
  caption: words.caption,
  description: describe(entries, words),
  columns: [
    ...nameColumns,
    ...(words.columns ?? []),
    numberColumn('mean', words.name),
    numberColumn('q5', '5\u202f% of splits'),
    numberColumn('q95', '95\u202f% of splits'),
    numberColumn('observed', 'Tested'),
    numberColumn('null_mean', 'Floor'),
    numberColumn('null_q95', 'Floor, 95\u202f%'),
    probabilityColumn('p', 'p'),
    countColumn('splits', 'Splits'),
    countColumn('permutations', 'Permutations'),
  ],
  rows: entries.map((entry) => ({ ...nameRow(entry), ...words.more?.(entry), ...entry.found })),
  marks: entries.map((entry) => markOf(entry, words)),
  draw: (width) => floorChart(entries, words, width),
});
