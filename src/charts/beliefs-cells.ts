// Cells of a study beside one another: how well each kind of answer orders the other, agent by agent, domain by domain.
import { cellName } from '../instruments/beliefs/plan.ts';
import type { BeliefCellReport } from '../instruments/beliefs/report-types.ts';
import type { Bounded } from '../instruments/beliefs/report-types/scores.ts';
import { boundedText } from './beliefs-bounded.ts';
import { countColumn, fractionColumn, textColumn } from './columns.ts';
import { dotRowsChart, type DotRowsView, type RowDot } from './dot-rows.ts';
import { dotMarks } from './dot-rows-figure.ts';
import type { Figure } from './figure.ts';
import { counted, fraction } from './number-format.ts';
import { seriesColor } from './roles.ts';

const TITLE = 'Held-out concordance, cell by cell';
const SERIES = [
  { name: 'decisions, from reports', color: seriesColor(0), shape: 0 },
  { name: 'reports, from decisions', color: seriesColor(1), shape: 2 },
] as const;

type Scored = BeliefCellReport & { readonly concordance: NonNullable<BeliefCellReport['concordance']> };

const isScored = (cell: BeliefCellReport): cell is Scored => cell.concordance !== null;

const scoresOf = ({ concordance }: Scored): readonly [Bounded, Bounded] => [
  concordance.reportsToDecisions.macroConcordance,
  concordance.decisionsToReports.macroConcordance,
];

const markOf = ({ index }: BeliefCellReport, series: number): string => `${index} ${series}`;

/** Number of the cell that a mark is of. */
export const cellOfMark = (id: string): number => Number(id.split(' ')[0]);

const dotsOf = (cell: Scored): readonly RowDot[] =>
  scoresOf(cell).map(({ value, lower, upper }, series) => ({
    id: markOf(cell, series),
    series,
    value: value ?? NaN,
    lower,
    upper,
    color: SERIES[series].color,
    shape: SERIES[series].shape,
  }));

/** Cells of an agent stand together, in the order of the data. */
function viewOf(cells: readonly Scored[]): DotRowsView {
  const values = cells.flatMap((cell) => scoresOf(cell).map(({ value, lower }) => lower ?? value ?? 0.5));
  const agents = [...new Set(cells.map(({ agent }) => agent))];
  return {
    title: TITLE,
    description: describeCells(cells),
    groups: agents.map((agent) => ({
      name: agent,
      rows: cells
        .filter((cell) => cell.agent === agent)
        .map((cell) => ({
          label: cell.domain || 'all answers',
          dots: dotsOf(cell),
          tick: null,
          text: scoresOf(cell)
            .map(({ value }) => fraction(value))
            .join(' / '),
        })),
    })),
    series: SERIES,
    axis: 'held-out concordance',
    domain: [Math.floor(10 * Math.min(0.5, ...values)) / 10, 1],
    reference: { value: 0.5, label: 'chance' },
    tick: '',
  };
}

const describeCells = (cells: readonly Scored[]): string =>
  `${counted(cells.length, 'cell')}: ${cells
    .map((cell) => `${cellName(cell)} ${scoresOf(cell).map(boundedText).join(' and ')}`)
    .join('; ')}.`;

/** Null where no cell has both reports and decisions. */
export function cellsFigure(all: readonly BeliefCellReport[]): Figure | null {
  const cells = all.filter(isScored);
  if (cells.length === 0) return null;
  const view = viewOf(cells);
  return {
    id: 'beliefs-cells',
    title: TITLE,
    subtitle:
      'Mean over prompts, each predicted through one belief. Bars: 95\u202f% intervals over resampled test cases.',
    caption: 'Cells of one domain share their cases, so that agents there are compared on the same cases.',
    description: view.description,
    columns: [
      textColumn('agent', 'Agent'),
      textColumn('domain', 'Domain'),
      countColumn('test', 'Test cases'),
      ...SERIES.flatMap(({ name }, k) => [
        fractionColumn(`score_${k}`, name, 3),
        fractionColumn(`lower_${k}`, 'lower', 3),
        fractionColumn(`upper_${k}`, 'upper', 3),
      ]),
    ],
    rows: cells.map((cell) => ({
      agent: cell.agent,
      domain: cell.domain,
      test: cell.cases.test,
      ...Object.fromEntries(
        scoresOf(cell).flatMap(({ value, lower, upper }, k) => [
          [`score_${k}`, value],
          [`lower_${k}`, lower],
          [`upper_${k}`, upper],
        ]),
      ),
    })),
    marks: dotMarks(view, ({ id, series, value, lower, upper }) => ({
      name: cellName(cells.find(({ index }) => index === cellOfMark(id))!),
      lines: [SERIES[series].name, `concordance ${boundedText({ value, lower, upper })}`],
    })),
    draw: (width) => dotRowsChart(view, width),
  };
}
