// What a refit changed, block by block: shifts of medians, ratios of sds, and the sampler's own flags.
import type { ShiftRow } from '../instruments/seu/check/shifts.ts';
import { symbolOf } from '../instruments/seu/views/variables.ts';
import { countColumn, numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { fixed, integer } from './number-format.ts';
import { MARK, NULL } from './roles.ts';
import { addRange, drawRows, spareDomain, type ColumnPlace, type SharedColumn } from './shared-rows.ts';
import type { Group } from './svg.ts';

export interface RefitShiftsView {
  /** What was refitted, in words: "stricter settings", "one presentation a problem". */
  readonly refit: string;
  readonly rows: readonly ShiftRow[];
}

const titleOf = ({ refit }: RefitShiftsView): string => `Shifts under ${refit}`;
const COLUMNS = ['shift', 'ratio', 'rhat'] as const;
type ColumnName = (typeof COLUMNS)[number];

const markId = (row: number, column: ColumnName): string => `b${row + 1}-${column}`;
const knownRhat = ({ largest_rhat, largest_rhat_refit }: ShiftRow): readonly number[] =>
  [largest_rhat, largest_rhat_refit].filter((rhat) => rhat !== null);

function ratioDomain(rows: readonly ShiftRow[]): [number, number] {
  const ratios = rows.map(({ sd_ratio }) => sd_ratio);
  const [low, high] = [Math.min(0.9, ...ratios), Math.max(1.1, ...ratios)];
  return [low - 0.05 * (high - low), high + 0.05 * (high - low)];
}

const columnsOf = (rows: readonly ShiftRow[]): readonly SharedColumn[] => [
  {
    title: 'Shift',
    note: 'sds of the fit',
    domain: spareDomain([0.1, ...rows.map(({ largest_shift }) => largest_shift)]),
  },
  { title: 'sd ratio', note: 'refit ÷ fit', domain: ratioDomain(rows), reference: 1 },
  {
    title: 'Largest R-hat',
    note: 'fit and refit',
    domain: [1, Math.max(1.015, ...rows.flatMap(knownRhat)) + 0.001],
    reference: 1.01,
  },
];

/** From the mean to the largest shift; from the fit's R-hat, grey, to the refit's. */
function drawBlock(
  root: Group,
  row: ShiftRow,
  i: number,
  [shift, ratio, rhat]: readonly ColumnPlace[],
): void {
  const { mean_shift: mean, largest_shift: largest, largest_rhat: before, largest_rhat_refit: after } = row;
  addRange(root, markId(i, 'shift'), shift, i, [mean, largest, largest], { color: MARK });
  addRange(root, markId(i, 'ratio'), ratio, i, [1, row.sd_ratio, row.sd_ratio], { color: MARK });
  if (after === null) return;
  addRange(root, markId(i, 'rhat'), rhat, i, [before ?? after, after, after], {
    color: after > 1.01 ? MARK : NULL,
  });
}

const labelsOf = (rows: readonly ShiftRow[]): readonly string[] => {
  const several = new Set(rows.map(({ label }) => label)).size > 1;
  return rows.map(({ label, block }) => (several ? `${label}, ${symbolOf(block)}` : symbolOf(block)));
};

/** A row per block of parameters. */
export function refitShiftsChart(
  view: RefitShiftsView,
  { width }: { readonly width: number },
): SVGSVGElement {
  const { svg, root, places } = drawRows({
    title: titleOf(view),
    description: describeRefitShifts(view),
    labels: labelsOf(view.rows),
    columns: columnsOf(view.rows),
    width,
  });
  view.rows.forEach((row, i) => drawBlock(root, row, i, places));
  return svg;
}

/** The largest shift of each block. */
export function describeRefitShifts({ refit, rows }: RefitShiftsView): string {
  const names = labelsOf(rows);
  return `Largest shifts of medians under ${refit}, in sds of the fit: ${rows
    .map(
      (row, i) =>
        `${names[i]} ${fixed(row.largest_shift, 2)} (${symbolOf(row.variable)}), sd ratio ${fixed(row.sd_ratio, 2)}`,
    )
    .join('; ')}.`;
}

const linesOf = (row: ShiftRow): readonly string[] => [
  `largest shift ${fixed(row.largest_shift, 3)} sds (${symbolOf(row.variable)}), mean ${fixed(row.mean_shift, 3)}`,
  `sd ratio ${fixed(row.sd_ratio, 3)}`,
  `R-hat up to ${fixed(row.largest_rhat, 3)}, refit ${fixed(row.largest_rhat_refit, 3)}; flags ${integer(row.rhat_flags)}, refit ${integer(row.rhat_flags_refit)}`,
];

const marksOf = (row: ShiftRow, series: number, name: string): readonly Mark[] =>
  COLUMNS.filter((column) => column !== 'rhat' || row.largest_rhat_refit !== null).map((column) => ({
    id: markId(series, column),
    series,
    name,
    lines: linesOf(row),
  }));

/** A figure of how far a fit rests on its settings or its data. */
export const refitShiftsFigure = (view: RefitShiftsView): Figure => ({
  id: `refit-shifts-${view.refit}`.replace(/[^\w-]+/g, '-'),
  title: titleOf(view),
  subtitle:
    'Left: from the mean to the largest shift of a posterior median. Middle: median over variables of sd in the refit over sd in the fit. Right: largest R-hat, from fit to refit (dot).',
  caption:
    'Shifts well under 0.1 sd are within what two runs of one sampler differ by. Upright lines: no change, R-hat 1.01.',
  description: describeRefitShifts(view),
  columns: [
    textColumn('label', 'condition'),
    textColumn('block'),
    countColumn('variables'),
    numberColumn('largest_shift', 'largest shift'),
    textColumn('variable'),
    numberColumn('mean_shift', 'mean shift'),
    numberColumn('sd_ratio', 'sd ratio'),
    countColumn('rhat_flags', 'R-hat flags'),
    countColumn('rhat_flags_refit', 'flags, refit'),
    numberColumn('largest_rhat', 'largest R-hat', 3),
    numberColumn('largest_rhat_refit', 'R-hat, refit', 3),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: view.rows.flatMap((row, series) => marksOf(row, series, labelsOf(view.rows)[series])),
  draw: (width) => refitShiftsChart(view, { width }),
});
