// Figures of contrasts: two regimes of the same models, and models against the best of the others.
import type { ContrastRow } from '../instruments/portability/contrasts.ts';
import { intervalText, percentText } from '../instruments/portability/contrasts-words.ts';
import type { Figure, Mark } from './figure.ts';
import { counted, fixed, fraction, integer } from './number-format.ts';
import { contrastColumns, contrastTableRow } from './portability-contrast-columns.ts';
import { contrastChart, describeContrasts, labelOf, placesOf, type Place } from './portability-contrast.ts';

const gapText = ({ gap_delta, gap_delta_lo, gap_delta_hi }: ContrastRow): string =>
  gap_delta_lo === null || gap_delta_hi === null
    ? fixed(gap_delta, 3)
    : `${fixed(gap_delta, 3)} [${fixed(gap_delta_lo, 3)}, ${fixed(gap_delta_hi, 3)}]`;

const markOf = ({ row, id }: Place): Mark => ({
  id,
  series: 0,
  name: labelOf(row),
  lines: [
    `TV ${fraction(row.tv_from)} under ${row.from}, ${fraction(row.tv_to)} under ${row.to}`,
    `ΔTV ${intervalText(row.delta, row.delta_lo, row.delta_hi)} ${percentText(row)}`.trimEnd(),
    ...(row.excess_delta === null
      ? []
      : [`Δ excess ${intervalText(row.excess_delta, row.excess_delta_lo, row.excess_delta_hi)}`]),
    `Δ log-RMSE gap ${gapText(row)}`,
    `${counted(row.targets, 'target')}, ${integer(row.n_test)} test rows`,
  ],
});

const READING =
  'Filled: difference of total variation; hollow, grey below it: difference of the excess, TV less its mean under the ' +
  'null. Bars: central 90\u202f% intervals over targets drawn anew, the same in both cells.';

const CAPTION =
  'Both cells of a contrast have the same targets, the same source sets and equally many rows. Intervals are not ' +
  'adjusted for their number; they treat framings as a sample of those that could have been written. Pooled values are ' +
  'unweighted means over cells: a game with a high floor can hide a change in another.';

const figureOf = (
  rows: readonly ContrastRow[],
  { id, title, lead, caption }: { id: string; title: string; lead: string; caption: string },
): Figure => ({
  id,
  title,
  subtitle: `${lead} ${READING}`,
  caption,
  description: describeContrasts(rows),
  columns: contrastColumns,
  rows: rows.map(contrastTableRow),
  marks: placesOf(rows).map(markOf),
  draw: (width) => contrastChart(rows, title, { width }),
});

/** A figure of two regimes; `rows` are of one (from, to). */
export const contrastFigure = (rows: readonly ContrastRow[]): Figure => {
  const [{ from, to }] = rows;
  return figureOf(rows, {
    id: 'portability-contrast',
    title: `Distance under ${to} less that under ${from}`,
    lead: `Left of zero: less distance under ${to}.`,
    caption: CAPTION,
  });
};

/** A figure of models with one regime against the best cell of the others. */
export const bestFigure = (rows: readonly ContrastRow[]): Figure =>
  figureOf(rows, {
    id: 'portability-best',
    title: 'Distance less that of the best other cell',
    lead: 'Left of zero: less distance than the best of the others.',
    caption: `The best cell is chosen by these very data, which flatters it. ${CAPTION}`,
  });
