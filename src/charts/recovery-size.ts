// Precision against the number of choices: RMSE, interval width and contraction, a line per quantity.
import { extent, group, max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { fewTicks, horizontalAxis, verticalAxis, type Linear } from './axes.ts';
import { countColumn, numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { integer, interval, significant } from './number-format.ts';
import { layPanels, panelGroup, panelHead, type Panel } from './panels.ts';
import { shortName, type NamedQuantity } from './quantity-name.ts';
import { addSymbol, seriesColor, SHAPE_GLYPHS } from './roles.ts';
import { addLine, addMark, addPath, addText, startDrawing, type Group } from './svg.ts';

/** One quantity at one size of the study. */
export interface SizedRow extends NamedQuantity {
  readonly choices: number;
  readonly rmse: number;
  /** Monte Carlo standard error of the RMSE. */
  readonly rmse_error: number;
  readonly width: number;
  readonly contraction: number;
}

export interface SizeView {
  /** RMSE and width in words: "prior sds", say. */
  readonly unit: string;
  readonly rows: readonly SizedRow[];
}

const TITLE = 'Precision against the number of choices';
const HEIGHT = 132;
const MEASURES = ['rmse', 'width', 'contraction'] as const;
type Measure = (typeof MEASURES)[number];
const HEADS: Readonly<Record<Measure, string>> = { rmse: 'RMSE', width: 'Width', contraction: 'Contraction' };
const STANDARD_ERRORS = 2;

const markId = ({ variable, choices }: SizedRow, measure: Measure): string =>
  `${measure}-${variable}-${choices}`;
const half = ({ rmse_error }: SizedRow): number =>
  Number.isFinite(rmse_error) ? STANDARD_ERRORS * rmse_error : 0;

/** Quantities in order of first appearance, each with its sizes ascending. */
const linesOf = ({ rows }: SizeView): readonly (readonly SizedRow[])[] =>
  [...group(rows, ({ variable }) => variable).values()].map((own) =>
    [...own].sort((a, b) => a.choices - b.choices),
  );

function drawLine(
  group: Group,
  panel: Panel,
  rows: readonly SizedRow[],
  measure: Measure,
  x: Linear,
  y: Linear,
  series: number,
): void {
  const color = seriesColor(series);
  const curve = line<SizedRow>(
    ({ choices }) => x(choices),
    (row) => y(row[measure]),
  );
  addPath(group, curve([...rows]), { color, width: 1.75 });
  for (const row of rows) {
    const [px, py] = [x(row.choices), y(row[measure])];
    const mark = addMark(group, markId(row, measure), px, panel.y + py);
    if (measure === 'rmse')
      addLine(mark, [px, y(Math.max(0, row.rmse - half(row)))], [px, y(row.rmse + half(row))], {
        color,
        width: 1.75,
      });
    addSymbol(mark, px, py, { color, shape: series, area: 48 });
  }
}

function drawMeasure(group: Group, panel: Panel, view: SizeView, measure: Measure): void {
  const [low = 0, high = 1] = extent(view.rows, ({ choices }) => choices);
  const top = measure === 'contraction' ? 1 : 1.05 * (max(view.rows, (row) => row[measure] + half(row)) || 1);
  const least = Math.min(
    0,
    ...(measure === 'contraction' ? view.rows.map(({ contraction }) => contraction) : []),
  );
  const x: Linear = scaleLinear([Math.min(0, low), high], [panel.x, panel.x + panel.width - 8]);
  const y: Linear = scaleLinear([least, top], [HEIGHT, 0]);
  verticalAxis(group, y, panel.x, { ticks: fewTicks(y), grid: panel.width, size: 11 });
  horizontalAxis(group, x, HEIGHT, { ticks: fewTicks(x), size: 11 });
  linesOf(view).forEach((rows, series) => drawLine(group, panel, rows, measure, x, y, series));
  panelHead(group, panel, { strong: HEADS[measure], plain: measure === 'contraction' ? '' : view.unit });
}

/** A panel per measure; all share the number of choices. */
export function sizeChart(view: SizeView, { width }: { readonly width: number }): SVGSVGElement {
  const layout = { left: 44, right: 8, head: 26, height: HEIGHT, foot: 30, gap: 52 };
  const { panels, height } = layPanels(MEASURES.length, width, layout);
  const { svg, root } = startDrawing(width, height + 20, TITLE, describeSize(view));
  panels.forEach((panel, i) => drawMeasure(panelGroup(root, panel), panel, view, MEASURES[i]));
  addText(root, width - 8, height + 13, 'choices →', { size: 11, anchor: 'end' });
  return svg;
}

/** RMSE at the smallest and the largest study, quantity by quantity. */
export const describeSize = (view: SizeView): string =>
  `RMSE (${view.unit}) from the fewest to the most choices: ${linesOf(view)
    .map((rows) => {
      const [first, last] = [rows[0], rows[rows.length - 1]];
      return `${shortName(first)} ${significant(first.rmse)} at ${integer(first.choices)} and ${significant(last.rmse)} at ${integer(last.choices)}`;
    })
    .join('; ')}.`;

const markOf = (row: SizedRow, measure: Measure, series: number): Mark => ({
  id: markId(row, measure),
  series,
  name: `${shortName(row)}, ${integer(row.choices)} choices`,
  lines: [
    `RMSE ${significant(row.rmse)} ${interval(row.rmse - half(row), row.rmse + half(row))}`,
    `width ${significant(row.width)}, contraction ${significant(row.contraction)}`,
  ],
});

/** A figure of what more choices buy. */
export const sizeFigure = (view: SizeView): Figure => ({
  id: 'recovery-size',
  title: TITLE,
  subtitle: `${linesOf(view)
    .map(([row], i) => `${SHAPE_GLYPHS[i % 4]} ${shortName(row)}`)
    .join(', ')}. Bars: two Monte Carlo standard errors.`,
  caption: 'Where the lines are flat, more choices of this kind say nothing more.',
  description: describeSize(view),
  columns: [
    textColumn('variable'),
    countColumn('choices'),
    ...['rmse', 'rmse_error', 'width', 'contraction'].map((key) => numberColumn(key, key.replace('_', ' '))),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: MEASURES.flatMap((measure, m) =>
    linesOf(view).flatMap((rows, series) => rows.map((row) => markOf(row, measure, 100 * m + series))),
  ),
  draw: (width) => sizeChart(view, { width }),
});
