// One comparison of two predictors: their fits over the first parameter, and the bins that their predictions fall into.
import { extent, max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { CellDetail, TestRow } from '../instruments/portability/views-cell.ts';
import { cellTitle } from '../instruments/portability/views-words.ts';
import { countColumn, numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { counted, significant } from './number-format.ts';
import { drawAxes, plotFrame, type PlotFrame } from './plot.ts';
import { addSymbol, AXIS, INK, NULL, seriesColor } from './roles.ts';
import { addLine, addMark, addRect, addText, startDrawing } from './svg.ts';

const SOURCE_COLOR = seriesColor(3);
const TARGET_COLOR = seriesColor(0);
const HEIGHT = 230;

const rowId = ({ row }: TestRow): string => `row-${row}`;

/** Actions and both predictions against the first parameter; on one parameter least squares are lines as well. */
function drawPredictions(
  root: ReturnType<typeof startDrawing>['root'],
  detail: CellDetail,
  frame: PlotFrame,
) {
  const at = (row: TestRow): number => row.x[0] ?? 0;
  const [low, high] = extent(detail.rows, at) as [number, number];
  const values = detail.rows.flatMap(({ action, out, inside }) => [action, out, inside]);
  const [least, most] = extent(values) as [number, number];
  const x = scaleLinear(low < high ? [low, high] : [low - 1, high + 1], [frame.left, frame.right]);
  const y = scaleLinear(least < most ? [least, most] : [least - 1, most + 1], [
    frame.bottom,
    frame.top,
  ]).nice();
  drawAxes(
    root,
    frame,
    { scale: x, name: detail.features[0], ticks: x.ticks(4), grid: false },
    { scale: y, name: 'action', ticks: y.ticks(4) },
  );
  const ends = [low, high] as const;
  for (const [coefficients, color, dash] of [
    [detail.coefficients_source, SOURCE_COLOR, '5 3'],
    [detail.coefficients_target, TARGET_COLOR, 'none'],
  ] as const) {
    if (coefficients === null || coefficients.length !== 2) continue;
    const [from, to] = ends.map((value): [number, number] => [
      x(value),
      y(coefficients[0] + coefficients[1] * value),
    ]);
    addLine(root, from, to, { color, width: 1.5, dash });
  }
  for (const row of detail.rows) {
    const mark = addMark(root, rowId(row), x(at(row)), y(row.action));
    addSymbol(mark, x(at(row)), y(row.action), { color: NULL, area: 36 });
    addSymbol(root, x(at(row)), y(row.out), { color: SOURCE_COLOR, area: 44, shape: 3 });
    addSymbol(root, x(at(row)), y(row.inside), { color: TARGET_COLOR, area: 44, shape: 1 });
  }
}

export function fitsChart(detail: CellDetail, { width }: { readonly width: number }): SVGSVGElement {
  const { svg, root } = startDrawing(width, HEIGHT, titleOfFits(detail), describeFits(detail));
  drawPredictions(root, detail, plotFrame(width, HEIGHT, 52));
  return svg;
}

const titleOfFits = ({ features }: CellDetail): string => `Actions and predictions, by ${features[0]}`;

const lineText = (name: string, coefficients: readonly number[] | null): string =>
  coefficients === null
    ? `${name}: no linear fit`
    : `${name}: ${coefficients.map((value) => significant(value)).join(', ')}`;

export const describeFits = (detail: CellDetail): string =>
  `${counted(detail.rows.length, 'test row')} under ${detail.target}. Intercept and slopes, ` +
  `${lineText(`${detail.source}-trained`, detail.coefficients_source)}; ` +
  `${lineText(`${detail.target}-trained`, detail.coefficients_target)}.`;

const markOf = (row: TestRow): Mark => ({
  id: rowId(row),
  series: 0,
  name: `instance ${row.instance}, draw ${row.draw}`,
  lines: [
    `x ${row.x.map((value) => significant(value)).join(', ')}`,
    `action ${significant(row.action)}`,
    `source-trained ${significant(row.out)}, bin ${row.bin_out}`,
    `target-trained ${significant(row.inside)}, bin ${row.bin_in}`,
  ],
});

export const detailColumns = ({ features }: CellDetail) => [
  textColumn('instance', 'Instance'),
  countColumn('draw', 'Draw'),
  ...features.map((name) => numberColumn(`x_${name}`, name)),
  numberColumn('action', 'Action'),
  numberColumn('out', 'Source-trained'),
  numberColumn('inside', 'Target-trained'),
  countColumn('bin_out', 'Bin, source'),
  countColumn('bin_in', 'Bin, target'),
];

export const detailRows = ({ features, rows }: CellDetail) =>
  rows.map(({ x, row: _, ...rest }) => ({
    ...rest,
    ...Object.fromEntries(features.map((name, j) => [`x_${name}`, x[j]])),
  }));

/** A figure of the two fits on the rows that they are tested on. */
export const fitsFigure = (detail: CellDetail): Figure => ({
  id: 'portability-fits',
  title: titleOfFits(detail),
  subtitle: `Test rows under ${detail.target}. ● action, ◆ ${detail.source}-trained, ■ ${detail.target}-trained.`,
  caption:
    detail.features.length > 1
      ? `Predictions use all of ${detail.features.join(', ')}; the first is shown.`
      : '',
  description: describeFits(detail),
  columns: detailColumns(detail),
  rows: detailRows(detail),
  marks: detail.rows.map(markOf),
  draw: (width) => fitsChart(detail, { width }),
});

const BIN_HEIGHT = 170;

export function binsChart(detail: CellDetail, { width }: { readonly width: number }): SVGSVGElement {
  const { svg, root } = startDrawing(width, BIN_HEIGHT, 'Where the predictions fall', describeBins(detail));
  const most = max(detail.bins, ({ out, inside }) => Math.max(out, inside)) ?? 1;
  const step = (width - 4) / detail.bins.length;
  const middle = BIN_HEIGHT / 2;
  const y = scaleLinear([0, most], [0, middle - 26]);
  detail.bins.forEach(({ out, inside }, i) => {
    const x = 2 + i * step;
    const mark = addMark(root, `bin-${i + 1}`, x + step / 2, middle);
    addRect(
      mark,
      { x: x + 0.5, y: middle - y(out), width: step - 1, height: y(out) },
      { fill: SOURCE_COLOR },
    );
    addRect(mark, { x: x + 0.5, y: middle, width: step - 1, height: y(inside) }, { fill: TARGET_COLOR });
  });
  addLine(root, [2, middle], [width - 2, middle], { color: AXIS });
  addText(root, 0, 12, 'source-trained ↑', { size: 11, color: INK });
  addText(root, 0, BIN_HEIGHT - 6, 'target-trained ↓', { size: 11, color: INK });
  addText(root, width, BIN_HEIGHT - 6, 'bins of equal share →', { size: 11, anchor: 'end' });
  return svg;
}

export const describeBins = (detail: CellDetail): string =>
  `${counted(detail.bins.length, 'bin')} of ${counted(2 * detail.rows.length, 'prediction')}. ` +
  `${detail.bins.map(({ out, inside }, i) => `${i + 1}: ${out} and ${inside}`).join('; ')}.`;

/** A figure of the bins behind the total variation. */
export const binsFigure = (detail: CellDetail): Figure => ({
  id: 'portability-bins',
  title: 'Where the predictions fall',
  subtitle:
    'Up: predictions of the source-trained predictor in each pooled quantile bin; down: of the target-trained.',
  caption: `${cellTitle(detail)}. TV counts rows of one action whose bins differ in number.`,
  description: describeBins(detail),
  columns: [
    countColumn('bin', 'Bin'),
    numberColumn('low', 'From'),
    numberColumn('high', 'To'),
    countColumn('out', 'Source-trained'),
    countColumn('inside', 'Target-trained'),
  ],
  rows: detail.bins.map((bin, i) => ({ bin: i + 1, ...bin })),
  marks: detail.bins.map(({ low, high, out, inside }, i) => ({
    id: `bin-${i + 1}`,
    series: 0,
    name: `${significant(low)} to ${significant(high)}`,
    lines: [`source-trained ${out}`, `target-trained ${inside}`],
  })),
  draw: (width) => binsChart(detail, { width }),
});
