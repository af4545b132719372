// The rate of SEU-maximal choices against α under the prior: what a sensitivity looks like in choices.
import { extent } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { RateAlphaRow } from '../instruments/seu/prior/views.ts';
import { logTicks } from './axes.ts';
import { numberColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { fraction, interval, percent, significant } from './number-format.ts';
import { drawAxes, plotFrame } from './plot.ts';
import { addSymbol, NULL, NULL_FILL } from './roles.ts';
import { addLine, addMark, addPath, addText, startDrawing } from './svg.ts';

export interface RateAlphaView {
  readonly chance: number;
  /** Ascending α. */
  readonly rows: readonly RateAlphaRow[];
}

const TITLE = 'Rate of SEU-maximal choices against α';

/** A median line in its 90 % band, over logarithmic α. */
export function rateAlphaChart(view: RateAlphaView, { width }: { readonly width: number }): SVGSVGElement {
  const frame = plotFrame(width);
  const { svg, root } = startDrawing(width, frame.height, TITLE, describeRateAlpha(view));
  const [low = 1, high = 10] = extent(view.rows, ({ alpha }) => alpha);
  const x = scaleLog([low, low === high ? 2 * low : high], [frame.left + 6, frame.right - 6]);
  const y = scaleLinear([0, 1], [frame.bottom, frame.top]);
  drawAxes(
    root,
    frame,
    { scale: x, ticks: logTicks(...(x.domain() as [number, number])), name: 'α (log scale)' },
    { scale: y, ticks: y.ticks(4), name: 'rate of SEU-maximal choices' },
  );
  const band = area<RateAlphaRow>()
    .x(({ alpha }) => x(alpha))
    .y0(({ q5 }) => y(q5))
    .y1(({ q95 }) => y(q95));
  const middle = line<RateAlphaRow>(
    ({ alpha }) => x(alpha),
    ({ median }) => y(median),
  );
  addPath(root, band([...view.rows]), { fill: NULL_FILL, fillOpacity: 0.7 });
  addPath(root, middle([...view.rows]), { color: NULL, width: 1.75 });
  addLine(root, [frame.left, y(view.chance)], [frame.right, y(view.chance)], {
    color: 'var(--ink-2)',
    dash: '3 2.5',
  });
  addText(root, frame.right - 2, y(view.chance) + 15, 'chance', { anchor: 'end', halo: true });
  view.rows.forEach((row, i) => {
    const mark = addMark(root, `bin-${i + 1}`, x(row.alpha), y(row.median));
    addSymbol(mark, x(row.alpha), y(row.median), { color: NULL, area: 36 });
  });
  return svg;
}

const rateText = ({ median, q5, q95 }: RateAlphaRow): string => `${fraction(median)} ${interval(q5, q95, 2)}`;

/** Rates of the least and the most sensitive agents. */
export function describeRateAlpha({ rows, chance }: RateAlphaView): string {
  const [first, last] = [rows[0], rows[rows.length - 1]];
  return (
    `Median rate with the central 90\u202f% of agents: ${rateText(first)} at α = ${significant(first.alpha)}, ` +
    `${rateText(last)} at α = ${significant(last.alpha)}; chance ${percent(chance, 1)}.`
  );
}

const markOf = (row: RateAlphaRow, i: number): Mark => ({
  id: `bin-${i + 1}`,
  series: 0,
  name: `α near ${significant(row.alpha)}`,
  lines: [`rate ${rateText(row)}`, `mean ${fraction(row.mean)}`],
});

/** A figure of the link between α and behaviour. */
export const rateAlphaFigure = (view: RateAlphaView): Figure => ({
  id: 'prior-rate-alpha',
  title: TITLE,
  subtitle: 'Dot: median over agents of like α; grey: the central 90\u202f% of them. Dashed: chance.',
  caption: 'Agents of one α differ in beliefs and utilities, and so in how far apart their options lie.',
  description: describeRateAlpha(view),
  columns: ['alpha', 'mean', 'q5', 'median', 'q95'].map((key) =>
    numberColumn(key, key === 'alpha' ? 'α' : key),
  ),
  rows: view.rows.map((row) => ({ ...row })),
  marks: view.rows.map(markOf),
  draw: (width) => rateAlphaChart(view, { width }),
});
