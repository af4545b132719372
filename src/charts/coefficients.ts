// The regression of log α: every coefficient over its prior, one scale for each kind.
import { groups, max, min } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import {
  describeCoefficients,
  type CoefficientGroup,
  type CoefficientView,
} from '../instruments/seu/hierarchical/coefficients.ts';
import { horizontalAxis, niceDomain, type Linear } from './axes.ts';
import { intervalColumns, numberColumn, probabilityColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { addHorizontalInterval } from './intervals.ts';
import { estimate, fraction, interval, probabilityOf } from './number-format.ts';
import { AXIS, INK, MARK, NULL_FILL } from './roles.ts';
import { addLine, addMark, addRect, addText, shorten, startDrawing, textWidth, type Group } from './svg.ts';

const TITLE = 'Regression of log α';
const ROW = 28;
const FOOT = 34;
const BOX = 12;

interface Layout {
  readonly left: number;
  readonly right: number;
  /** Where the numbers end; null leaves them to the hover card. */
  readonly numbers: number | null;
}

const numbersOf = ({ median, q5, q95 }: CoefficientView): string => estimate(median, q5, q95);

function layoutOf(rows: readonly CoefficientView[], width: number): Layout {
  const labels = max(rows, ({ label }) => textWidth(label, 12)) ?? 0;
  const left = Math.min(labels, width * 0.4) + 12;
  if (width < 480) return { left, right: width - 14, numbers: null };
  const numbers = max(rows, (row) => textWidth(numbersOf(row), 12)) ?? 0;
  return { left, right: width - numbers - 20, numbers: width };
}

/** Slopes have zero inside, spreads begin there. */
function scaleOf(group: CoefficientGroup, rows: readonly CoefficientView[], { left, right }: Layout): Linear {
  const low = min(rows, ({ q5, prior }) => Math.min(q5, prior.q5)) ?? 0;
  const high = max(rows, ({ q95, prior }) => Math.max(q95, prior.q95)) ?? 1;
  const domain: [number, number] =
    group === 'spreads'
      ? [0, high * 1.05]
      : group === 'slopes'
        ? niceDomain(Math.min(0, low), Math.max(0, high), 6)
        : niceDomain(low, high, 5);
  return scaleLinear(domain, [left, right]);
}

function drawRow(root: Group, row: CoefficientView, y: number, x: Linear, layout: Layout): void {
  const { prior } = row;
  const box = { x: x(prior.q5), y: y - BOX / 2, width: x(prior.q95) - x(prior.q5), height: BOX };
  addRect(root, box, { fill: NULL_FILL, radius: 2 });
  if (row.group === 'slopes') addLine(root, [x(0), y - ROW / 2], [x(0), y + ROW / 2], { color: AXIS });
  addText(root, layout.left - 12, y + 4, shorten(row.label, layout.left - 12, 12), {
    anchor: 'end',
    color: INK,
  });
  const mark = addMark(root, row.variable, x(row.median), y);
  addHorizontalInterval(mark, x, y, row, { color: MARK });
  if (layout.numbers !== null)
    addText(root, layout.numbers, y + 4, numbersOf(row), { anchor: 'end', color: 'var(--ink-2)' });
}

/** One line a coefficient; each kind carries its own axis. */
export function coefficientsChart(
  rows: readonly CoefficientView[],
  { width }: { readonly width: number },
): SVGSVGElement {
  const kinds = groups(rows, ({ group }) => group);
  const height = 8 + rows.length * ROW + kinds.length * FOOT;
  const { svg, root } = startDrawing(width, height, TITLE, describeCoefficients(rows));
  const layout = layoutOf(rows, width);
  let top = 8;
  for (const [group, own] of kinds) {
    const x = scaleOf(group, own, layout);
    const foot = top + own.length * ROW;
    horizontalAxis(root, x, foot, { ticks: x.ticks(width < 480 ? 3 : 5), grid: own.length * ROW, size: 11 });
    own.forEach((row, i) => drawRow(root, row, top + (i + 0.5) * ROW, x, layout));
    top = foot + FOOT;
  }
  return svg;
}

const markOf = (row: CoefficientView, series: number): Mark => ({
  id: row.variable,
  series,
  name: `${row.label} (${row.variable})`,
  lines: [
    numbersOf(row),
    ...(row.group === 'slopes' ? [probabilityOf('coefficient < 0', row.probability_negative)] : []),
    `prior 90\u202f% ${interval(row.prior.q5, row.prior.q95)}`,
    `contraction ${fraction(row.contraction)}`,
  ],
});

/** A figure of the regression's parameters. */
export function coefficientsFigure(rows: readonly CoefficientView[]): Figure {
  const kinds = [...new Set(rows.map(({ group }) => group))];
  return {
    id: 'coefficients',
    title: TITLE,
    subtitle:
      'Dot: posterior median; thick and thin bars: 50 and 90\u202f% intervals. Grey: the central 90\u202f% of the prior.',
    caption:
      'γ₀: log α where every predictor is 0. γ: change of log α per unit of a predictor. σ: sd of log α around the regression.',
    description: describeCoefficients(rows),
    columns: [
      textColumn('variable'),
      textColumn('label', 'coefficient'),
      ...intervalColumns,
      probabilityColumn('probability_negative', 'P(< 0)'),
      numberColumn('prior_mean', 'prior mean'),
      numberColumn('prior_sd', 'prior sd'),
      numberColumn('contraction', 'contraction', 2),
    ],
    rows: rows.map(({ prior: _, group, ...row }) => ({
      ...row,
      probability_negative: group === 'slopes' ? row.probability_negative : null,
    })),
    marks: rows.map((row) => markOf(row, kinds.indexOf(row.group))),
    draw: (width) => coefficientsChart(rows, { width }),
  };
}
