// What reasoning texts say of the problem: parameters of their prompts that they name.
import { scaleLinear } from 'd3-scale';
import type { MechanismCell, Share, TextReport } from '../instruments/portability/mechanism/reported.ts';
import { cellTitle } from '../instruments/portability/views-words.ts';
import { countColumn, fractionColumn } from './columns.ts';
import type { Figure, Mark, Row } from './figure.ts';
import { counted, fraction, interval } from './number-format.ts';
import { cellMark, drawCells, layCells, nameColumns, nameRow } from './portability-mechanism-rows.ts';
import { addSymbol } from './roles.ts';
import { addLine, addMark, startDrawing, type Group } from './svg.ts';

export type TextCell = Pick<MechanismCell, 'index' | 'game' | 'model' | 'regime'> & {
  readonly texts: TextReport;
};

export const textCells = (all: readonly MechanismCell[]): readonly TextCell[] =>
  all.flatMap(({ texts, index, game, model, regime }) =>
    texts ? [{ index, game, model, regime, texts }] : [],
  );

const COVERAGE = 'Parameters that reasoning names';

function drawShare(
  group: Group,
  x: (value: number) => number,
  y: number,
  share: Share,
  color: string,
  shape: number,
): void {
  if (!Number.isNaN(share.lo)) addLine(group, [x(share.lo), y], [x(share.hi), y], { color, width: 1.75 });
  addSymbol(group, x(share.value), y, { color, shape, area: 56 });
}

function coverageChart(cells: readonly TextCell[], width: number): SVGSVGElement {
  const rows = layCells(cells, width);
  const { svg, root } = startDrawing(width, rows.height, COVERAGE, describeCoverage(cells));
  const x = scaleLinear([0, 1], [rows.left, rows.right]);
  drawCells(root, rows, x, { name: 'share', ticks: x.ticks(width < 560 ? 2 : 4) });
  for (const { entry, y, color } of rows.places) {
    const group = addMark(root, cellMark(entry), x(entry.texts.coverage.value), y - 5);
    drawShare(group, x, y - 5, entry.texts.coverage, color, 0);
    drawShare(group, x, y + 6, entry.texts.at_least_one, color, 1);
  }
  return svg;
}

const describeCoverage = (cells: readonly TextCell[]): string =>
  `${counted(cells.length, 'cell')}. ${cells
    .map(
      (cell) =>
        `${cellTitle(cell)} names ${fraction(cell.texts.coverage.value)} of parameters, one or more in ${fraction(cell.texts.at_least_one.value)} of ${counted(cell.texts.texts, 'text')}`,
    )
    .join('; ')}.`;

const shareText = ({ value, lo, hi }: Share): string =>
  Number.isNaN(lo) ? fraction(value, 3) : `${fraction(value, 3)} ${interval(lo, hi, 3)}`;

/** Null where no cell has texts. */
export function coverageFigure(cells: readonly TextCell[]): Figure | null {
  if (cells.length === 0) return null;
  return {
    id: 'portability-coverage',
    title: COVERAGE,
    subtitle:
      '● mean share of a prompt’s parameters whose value is in its text, ■ share of texts that name one or more; 90\u202f% ' +
      'intervals over instances.',
    caption: 'The line with the answer is left out. One mention serves two parameters of one value.',
    description: describeCoverage(cells),
    columns: [
      ...nameColumns,
      fractionColumn('coverage', 'Coverage', 3),
      fractionColumn('coverage_lo', 'from', 3),
      fractionColumn('coverage_hi', 'to', 3),
      fractionColumn('at_least_one', 'One or more', 3),
      fractionColumn('at_least_one_lo', 'from', 3),
      fractionColumn('at_least_one_hi', 'to', 3),
      countColumn('texts', 'Texts'),
    ],
    rows: cells.map(({ texts, ...cell }): Row => ({
      ...nameRow(cell),
      coverage: texts.coverage.value,
      coverage_lo: texts.coverage.lo,
      coverage_hi: texts.coverage.hi,
      at_least_one: texts.at_least_one.value,
      at_least_one_lo: texts.at_least_one.lo,
      at_least_one_hi: texts.at_least_one.hi,
      texts: texts.texts,
    })),
    marks: cells.map((cell): Mark => ({
      id: cellMark(cell),
      series: 0,
      name: cellTitle(cell),
      lines: [
        `coverage ${shareText(cell.texts.coverage)}`,
        `one or more ${shareText(cell.texts.at_least_one)}`,
        counted(cell.texts.texts, 'text'),
      ],
    })),
    draw: (width) => coverageChart(cells, width),
  };
}
