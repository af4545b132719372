// Agreement among presentations of one problem by menu size, against what independent choices would give.
import { scaleBand, scaleLinear } from 'd3-scale';
import type { AgreementCheck } from '../instruments/seu/check/agreement.ts';
import { isMissed } from '../instruments/seu/predictive-reading.ts';
import { nameVertical, verticalAxis, type Linear } from './axes.ts';
import { countColumn, fractionColumn, probabilityColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { fraction, integer, interval, probabilityOf } from './number-format.ts';
import { plotFrame, type PlotFrame } from './plot.ts';
import { addSymbol, AXIS, INK, LOOK, NULL, NULL_FILL, seriesColor } from './roles.ts';
import { addLine, addMark, addRect, addText, startDrawing, type Group } from './svg.ts';

export interface AgreementView {
  /** All sizes first, then each. */
  readonly rows: readonly AgreementCheck[];
}

const TITLE = 'Presentations of a problem that agree';
const HEIGHT = 270;

const nameOf = ({ size }: AgreementCheck): string => (size === null ? 'all' : String(size));
const looks = ({ p }: AgreementCheck): boolean => isMissed(p);

function drawSize(
  root: Group,
  frame: PlotFrame,
  row: AgreementCheck,
  centre: number,
  wide: number,
  y: Linear,
): void {
  const look = looks(row);
  const half = wide / 2;
  const mark = addMark(root, `size-${nameOf(row)}`, centre, y(row.observed));
  const height = Math.max(2, y(row.q5) - y(row.q95));
  addRect(mark, { x: centre - half, y: y(row.q95), width: wide, height }, { fill: NULL_FILL, radius: 2 });
  addLine(mark, [centre - half, y(row.replicated)], [centre + half, y(row.replicated)], {
    color: NULL,
    width: 2,
  });
  addSymbol(mark, centre, y(row.observed), {
    color: look ? LOOK : seriesColor(0),
    shape: look ? 3 : 0,
    area: 90,
  });
  addText(root, centre, frame.bottom + 18, nameOf(row), { anchor: 'middle', color: INK });
}

/** Observed shares over the predictive intervals of independent choices. */
export function agreementChart(view: AgreementView, { width }: { readonly width: number }): SVGSVGElement {
  const frame = plotFrame(width, HEIGHT);
  const { svg, root } = startDrawing(width, HEIGHT, TITLE, describeAgreement(view));
  const y = scaleLinear([0, 1], [frame.bottom, frame.top]);
  const names = view.rows.map(nameOf);
  const x = scaleBand(names, [frame.left, Math.min(frame.right, frame.left + 96 * names.length)]).padding(
    0.3,
  );
  verticalAxis(root, y, frame.left, { ticks: y.ticks(4), grid: x.range()[1] - frame.left });
  addLine(root, [frame.left, frame.bottom], [x.range()[1], frame.bottom], { color: AXIS });
  nameVertical(root, 0, 14, 'share of problems');
  for (const row of view.rows) {
    const centre = (x(nameOf(row)) ?? frame.left) + x.bandwidth() / 2;
    drawSize(root, frame, row, centre, Math.min(44, x.bandwidth()), y);
  }
  addText(root, frame.left, HEIGHT - 6, 'options in a menu →', { size: 12 });
  return svg;
}

const replicatedText = ({ replicated, q5, q95 }: AgreementCheck): string =>
  `${fraction(replicated)} ${interval(q5, q95, 2)}`;

/** Shares observed and expected, size by size. */
export const describeAgreement = ({ rows }: AgreementView): string =>
  `Share of problems whose presentations all led to one choice, observed and (90\u202f%) if choices were independent: ${rows
    .map(
      (row) =>
        `${row.size === null ? 'all sizes' : `menus of ${row.size}`} ${fraction(row.observed)}, ${replicatedText(row)}`,
    )
    .join('; ')}.`;

const markOf = (row: AgreementCheck): Mark => ({
  id: `size-${nameOf(row)}`,
  series: 0,
  name: row.size === null ? 'all menu sizes' : `menus of ${row.size}`,
  lines: [
    `agree ${fraction(row.observed)}, independent choices ${replicatedText(row)}`,
    probabilityOf('replicate ≥ data', row.p),
    `${integer(row.problems)} problems, ${integer(row.presentations)} presentations`,
  ],
});

/** A figure of pseudo-replication. */
export const agreementFigure = (view: AgreementView): Figure => ({
  id: 'agreement-size',
  title: TITLE,
  subtitle:
    'Mark: share of problems whose presentations all led to the same choice. Grey: 90\u202f% of replicates whose choices are independent, and their mean.' +
    (view.rows.some(looks) ? ' Diamond: p outside [.05, .95].' : ''),
  caption:
    'Above the grey, presentations of a problem are not fresh evidence: intervals that count them so are too narrow.',
  description: describeAgreement(view),
  columns: [
    countColumn('size'),
    countColumn('problems'),
    countColumn('presentations'),
    ...['observed', 'replicated', 'q5', 'q95'].map((key) => fractionColumn(key, key, 3)),
    probabilityColumn('p'),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: view.rows.map(markOf),
  draw: (width) => agreementChart(view, { width }),
});
