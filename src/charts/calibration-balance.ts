// Calibration beside informativeness: whether each posterior is honest, and whether it says anything, in shared rows.
import { countColumn, numberColumn, probabilityColumn, textColumn } from './columns.ts';
import { LOOK_FROM } from './ecdf-departure.ts';
import type { Figure, Mark } from './figure.ts';
import { fixed, fraction, integer, probabilityOf } from './number-format.ts';
import { shortName, type NamedQuantity } from './quantity-name.ts';
import { addSymbol, LOOK, MARK, seriesColor } from './roles.ts';
import { drawRows, type ColumnPlace, type SharedColumn } from './shared-rows.ts';
import { addLine, addMark, addRect, type Group } from './svg.ts';

export interface BalanceQuantity extends NamedQuantity {
  /** Largest departure of the ECDF difference ÷ band. */
  readonly departure: number;
  /** p-value of its own ranks; null before a look. */
  readonly p: number | null;
  /** Mean over replicates; null where the quantity has no prior sd. */
  readonly contraction: number | null;
}

export interface BalanceView {
  readonly replicates: number;
  /** Size of the study: below it no quantity is flagged. */
  readonly planned: number;
  readonly quantities: readonly BalanceQuantity[];
  /** What marginal numbers leave out, in a sentence: the joint correlation of errors, say. */
  readonly note: string;
}

const TITLE = 'Calibration beside informativeness';

/** Most informed first; those without a prior sd last. */
const ordered = ({ quantities }: BalanceView): readonly BalanceQuantity[] =>
  [...quantities].sort((a, b) => (b.contraction ?? -1) - (a.contraction ?? -1));

const looks = ({ replicates, planned }: BalanceView, { departure }: BalanceQuantity): boolean =>
  replicates >= planned && departure >= LOOK_FROM;

const columnsOf = ({ quantities }: BalanceView): readonly SharedColumn[] => [
  {
    title: 'Calibrated?',
    note: 'departure ÷ band',
    domain: [0, Math.max(1.25, ...quantities.map(({ departure }) => 1.05 * departure))],
    reference: 1,
  },
  {
    title: 'Informed?',
    note: 'mean contraction',
    domain: [Math.min(0, ...quantities.map(({ contraction }) => contraction ?? 0)), 1],
    reference: 0,
  },
];

function drawHonesty(
  root: Group,
  one: BalanceQuantity,
  place: ColumnPlace,
  row: number,
  look: boolean,
): void {
  const [x, y] = [place.x(one.departure), place.y(row)];
  const color = look ? LOOK : MARK;
  const mark = addMark(root, `${one.variable}-departure`, x, y);
  addLine(mark, [place.x(0), y], [x, y], { color, opacity: 0.7 });
  addSymbol(mark, x, y, { color, shape: look ? 3 : 0, area: 54 });
}

function drawInformation(root: Group, one: BalanceQuantity, place: ColumnPlace, row: number): void {
  if (one.contraction === null) return;
  const [x, y] = [place.x(one.contraction), place.y(row)];
  const mark = addMark(root, `${one.variable}-contraction`, x, y);
  const [color, start] = [seriesColor(0), place.x(0)];
  addLine(mark, [start, y], [x, y], { color, width: 4.5, opacity: 0.3 });
  addSymbol(mark, x, y, { color, area: 54 });
}

/** Beyond the edge of the band. */
function drawBeyond(root: Group, { x, top, bottom }: ColumnPlace): void {
  const [from, to] = [x(1), x.range()[1]];
  addRect(root, { x: from, y: top, width: to - from, height: bottom - top }, { fill: 'var(--look-wash)' });
  addLine(root, [from, top], [from, bottom], { color: LOOK, dash: '3 2.5' });
}

/** Left: is the posterior honest? Right: does it say anything? */
export function balanceChart(view: BalanceView, { width }: { readonly width: number }): SVGSVGElement {
  const rows = ordered(view);
  const { svg, root, places } = drawRows({
    title: TITLE,
    description: describeBalance(view),
    labels: rows.map(shortName),
    columns: columnsOf(view),
    width,
    row: 22,
  });
  drawBeyond(root, places[0]);
  rows.forEach((one, i) => {
    drawHonesty(root, one, places[0], i, looks(view, one));
    drawInformation(root, one, places[1], i);
  });
  return svg;
}

const contractionText = ({ contraction }: BalanceQuantity): string =>
  contraction === null ? 'no prior sd to contract' : `contraction ${fraction(contraction)}`;

/** Both numbers of every quantity, most informed first. */
export const describeBalance = (view: BalanceView): string =>
  [
    `Over ${integer(view.replicates)} replicates, departure ÷ band and mean contraction:`,
    `${ordered(view)
      .map((one) => `${shortName(one)} ${fixed(one.departure, 2)}, ${contractionText(one)}`)
      .join('; ')}.`,
    view.note,
  ]
    .join(' ')
    .trim();

const linesOf = (one: BalanceQuantity, { replicates }: BalanceView): readonly string[] => [
  `departure ${fixed(one.departure, 2)} of the band${one.p === null ? '' : `, ${probabilityOf('as far', one.p)}`}`,
  contractionText(one),
  `${integer(replicates)} replicates`,
];

const marksOf = (view: BalanceView, one: BalanceQuantity, series: number): readonly Mark[] =>
  (['departure', ...(one.contraction === null ? [] : ['contraction'])] as const).map((column) => ({
    id: `${one.variable}-${column}`,
    series,
    name: shortName(one),
    lines: linesOf(one, view),
  }));

/** A figure of what calibration alone does not say. */
export const balanceFigure = (view: BalanceView): Figure => ({
  id: 'calibration-balance',
  title: TITLE,
  subtitle:
    'Left: is the posterior honest? Right: does it say anything? A quantity needs both. Dashed: the edge of the band' +
    (view.quantities.some((one) => looks(view, one)) ? '; diamond: from 0.85 of it.' : '.'),
  caption: `Contraction: 1 − posterior ÷ prior variance, averaged over replicates. ${view.note}`.trim(),
  description: describeBalance(view),
  columns: [
    textColumn('variable'),
    numberColumn('departure', 'departure ÷ band'),
    probabilityColumn('p'),
    numberColumn('contraction'),
    countColumn('replicates'),
  ],
  rows: ordered(view).map(({ variable, departure, p, contraction }) => ({
    variable,
    departure,
    p,
    contraction,
    replicates: view.replicates,
  })),
  marks: ordered(view).flatMap((one, series) => marksOf(view, one, series)),
  draw: (width) => balanceChart(view, { width }),
});
