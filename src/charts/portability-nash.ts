// Choices in the support of an equilibrium, beside what it takes no look at the payoffs to reach.
import { cellTitle } from '../instruments/portability/views-words.ts';
import { scaleLinear } from 'd3-scale';
import type { MechanismCell, NashReport } from '../instruments/portability/mechanism/reported.ts';
import { countColumn, fractionColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { counted, fraction, interval } from './number-format.ts';
import { cellMark, drawCells, layCells, nameColumns, nameRow } from './portability-mechanism-rows.ts';
import { addSymbol, NULL, NULL_FILL } from './roles.ts';
import { addLine, addMark, addRect, startDrawing } from './svg.ts';

const TITLE = 'Choices in the support of an equilibrium';

type NashCell = Pick<MechanismCell, 'index' | 'game' | 'model' | 'regime'> & { readonly nash: NashReport };

/** Best share without a look at the payoffs. */
const blind = ({ coin, always_a, always_b }: NashReport): number => Math.max(coin, always_a, always_b);

const beyond = ({ nash }: NashCell): boolean => nash.share.lo > blind(nash);

function chart(cells: readonly NashCell[], width: number): SVGSVGElement {
  const rows = layCells(cells, width);
  const { svg, root } = startDrawing(width, rows.height, TITLE, describe(cells));
  const x = scaleLinear([0, 1], [rows.left, rows.right]);
  drawCells(root, rows, x, { name: 'share of choices', ticks: x.ticks(width < 560 ? 2 : 4) });
  for (const { entry, y, color } of rows.places) {
    const { share, coin, always_a, always_b } = entry.nash;
    const group = addMark(root, cellMark(entry), x(share.value), y - 4);
    const [low, high] = [Math.min(coin, always_a, always_b), blind(entry.nash)];
    addRect(
      group,
      { x: x(low), y: y + 3, width: Math.max(1, x(high) - x(low)), height: 6 },
      { fill: NULL_FILL },
    );
    addLine(group, [x(coin), y + 2], [x(coin), y + 10], { color: NULL, width: 1.5 });
    addLine(group, [x(share.lo), y - 4], [x(share.hi), y - 4], { color, width: 1.75 });
    addSymbol(group, x(share.value), y - 4, { color, hollow: !beyond(entry), area: 64 });
  }
  return svg;
}

const sentence = (cell: NashCell): string =>
  `${cellTitle(cell)} ${fraction(cell.nash.share.value, 3)}, a coin ${fraction(cell.nash.coin, 3)}`;

const describe = (cells: readonly NashCell[]): string =>
  `${counted(cells.length, 'cell')}. ${cells.map(sentence).join('; ')}.`;

const markOf = (cell: NashCell): Mark => {
  const { share, coin, always_a, always_b, either, rows } = cell.nash;
  return {
    id: cellMark(cell),
    series: 0,
    name: cellTitle(cell),
    lines: [
      `${fraction(share.value, 3)} ${interval(share.lo, share.hi, 3)} of ${counted(rows, 'choice')}`,
      `a coin ${fraction(coin, 3)}, always A ${fraction(always_a, 3)}, always B ${fraction(always_b, 3)}`,
      `either action is supported in ${fraction(either)} of rows`,
    ],
  };
};

/** Cells of 2 × 2 games; null where there are none. */
export function nashFigure(all: readonly MechanismCell[]): Figure | null {
  const cells = all.flatMap(({ nash, index, game, model, regime }): NashCell[] =>
    nash ? [{ index, game, model, regime, nash }] : [],
  );
  if (cells.length === 0) return null;
  return {
    id: 'portability-nash',
    title: TITLE,
    subtitle:
      'Dot: share of choices that lie in the support of a Nash equilibrium, with a 90\u202f% interval over instances; ' +
      'filled where it lies beyond every grey mark. Grey: from the least to the largest share of a coin, of always A ' +
      'and of always B on the same games, the tick at the coin.',
    caption:
      'Many games support both actions, so chance is far above one half. The share says whether a prompt was read as a ' +
      'strategic situation; it is no measure of quality.',
    description: describe(cells),
    columns: [
      ...nameColumns,
      fractionColumn('share', 'Supported', 3),
      fractionColumn('lo', 'from', 3),
      fractionColumn('hi', 'to', 3),
      fractionColumn('coin', 'Coin', 3),
      fractionColumn('always_a', 'Always A', 3),
      fractionColumn('always_b', 'Always B', 3),
      fractionColumn('either', 'Either supported', 3),
      countColumn('rows', 'Choices'),
    ],
    rows: cells.map((cell) => {
      const { share, ...chance } = cell.nash;
      return { ...nameRow(cell), share: share.value, lo: share.lo, hi: share.hi, ...chance };
    }),
    marks: cells.map(markOf),
    draw: (width) => chart(cells, width),
  };
}
