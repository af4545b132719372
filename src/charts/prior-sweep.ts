// Slopes under other priors of α: whether a reading is the data's or the prior's.
import { SWEEP_PRIORS, type SweepPrior, type SweepRow } from '../instruments/seu/compare/sweep.ts';
import { numberColumn, probabilityColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { estimate, probabilityOf } from './number-format.ts';
import { MARK, NULL, SHAPE_GLYPHS } from './roles.ts';
import { addRange, drawRows, type SharedColumn } from './shared-rows.ts';

export interface PriorSweepView {
  readonly rows: readonly SweepRow[];
}

const TITLE = 'Slopes under four priors of α';
const NAMES: Readonly<Record<SweepPrior, string>> = {
  baseline: 'as fitted',
  down: 'half a unit lower',
  up: 'half a unit higher',
  wide: 'half a unit wider',
};

const cellsOf = ({ rows }: PriorSweepView): readonly string[] => [...new Set(rows.map(({ cell }) => cell))];
const priorsOf = ({ rows }: PriorSweepView): readonly SweepPrior[] =>
  SWEEP_PRIORS.filter((prior) => rows.some((row) => row.prior === prior));
const markId = ({ cell, prior }: SweepRow): string => `${cell}-${prior}`;

function domainOf({ rows }: PriorSweepView): [number, number] {
  const ends = rows.flatMap(({ slope_q5, slope_q95 }) => [slope_q5, slope_q95]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const spare = 0.05 * (high - low || 1);
  return [low - spare, high + spare];
}

/** A column per cell on one scale, a row and a shape per prior; the fitted one is filled. */
export function priorSweepChart(view: PriorSweepView, { width }: { readonly width: number }): SVGSVGElement {
  const [cells, priors, domain] = [cellsOf(view), priorsOf(view), domainOf(view)];
  const columns = cells.map((cell): SharedColumn => ({
    title: cell,
    note: 'slope of α',
    domain,
    reference: 0,
  }));
  const labels = priors.map((prior) => NAMES[prior]);
  const { svg, root, places } = drawRows({
    title: TITLE,
    description: describePriorSweep(view),
    labels,
    columns,
    width,
    row: 26,
  });
  for (const row of view.rows) {
    const i = priors.indexOf(row.prior);
    const levels = [row.slope_q5, row.slope_median, row.slope_q95] as const;
    const fitted = row.prior === 'baseline';
    addRange(root, markId(row), places[cells.indexOf(row.cell)], i, levels, {
      color: fitted ? MARK : NULL,
      shape: i,
      area: 64,
    });
  }
  return svg;
}

const slopeText = ({ slope_median, slope_q5, slope_q95 }: SweepRow): string =>
  estimate(slope_median, slope_q5, slope_q95);

/** Slopes of every cell under every prior. */
export const describePriorSweep = (view: PriorSweepView): string =>
  `Slopes with 90\u202f% intervals: ${cellsOf(view)
    .map((cell) => {
      const rows = view.rows.filter((row) => row.cell === cell);
      return `${cell} ${rows.map((row) => `${NAMES[row.prior]} ${slopeText(row)}`).join(', ')}`;
    })
    .join('; ')}.`;

const markOf = (row: SweepRow, series: number): Mark => ({
  id: markId(row),
  series,
  name: `${row.cell}, prior ${NAMES[row.prior]}`,
  lines: [`slope ${slopeText(row)}`, probabilityOf('slope < 0', row.p_slope_negative)],
});

/** A figure of prior sensitivity. */
export const priorSweepFigure = (view: PriorSweepView): Figure => ({
  id: 'prior-sweep',
  title: TITLE,
  subtitle: `Mark: median slope of α; bar: 90\u202f% interval. Prior ${priorsOf(view)
    .map((prior, i) => `${SHAPE_GLYPHS[i]} ${NAMES[prior]}`)
    .join(', ')}.`,
  caption:
    'Half a unit: of mu, or of sigma, of log α. A slope that keeps its side of zero under all priors is no artefact of one.',
  description: describePriorSweep(view),
  columns: [
    textColumn('cell'),
    textColumn('prior'),
    ...['slope_median', 'slope_q5', 'slope_q95', 'slope_mean', 'slope_sd', 'mcse_median'].map((key) =>
      numberColumn(key, key.replace('_', ' ')),
    ),
    probabilityColumn('p_slope_negative', 'P(slope < 0)'),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: cellsOf(view).flatMap((cell, series) =>
    view.rows.filter((row) => row.cell === cell).map((row) => markOf(row, series)),
  ),
  draw: (width) => priorSweepChart(view, { width }),
});
