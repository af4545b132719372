// What the page of a study shows: a pure function of its report.
import { alphaTemperatureFigure } from '../../charts/alpha-temperature.ts';
import { conditionColumns } from '../../charts/conditions.ts';
import type { Figure } from '../../charts/figure.ts';
import { probabilityColumn, textColumn } from '../../charts/columns.ts';
import { significant } from '../../charts/number-format.ts';
import { slopeDensityFigure } from '../../charts/slope-density.ts';
import { slopeForestFigure } from '../../charts/slope-forest.ts';
import type { StudyCondition, StudyReport } from '../../instruments/seu/report.ts';
import type { Diagnostic } from '../../statistics/diagnostic.ts';
import { alphaTemperatureView } from '../../instruments/seu/views/alpha-temperature.ts';
import { conditionsView } from '../../instruments/seu/views/conditions.ts';
import { slopeDensityView } from '../../instruments/seu/views/slope-density.ts';
import { slopeForestView } from '../../instruments/seu/views/slope-forest.ts';
import type { RunTableView } from '../run-view.ts';

export const studyFigures = (study: StudyReport): readonly Figure[] =>
  study.cells.length === 0
    ? []
    : [
        alphaTemperatureFigure(alphaTemperatureView(study)),
        slopeDensityFigure(slopeDensityView(study)),
        slopeForestFigure(slopeForestView(study)),
      ];

const cellName = (study: StudyReport, id: string): string => {
  const cell = study.cells.find((each) => each.cell === id);
  return cell ? `${cell.agent} × ${cell.task}` : id;
};

const conditions = (study: StudyReport): RunTableView => ({
  title: 'Conditions',
  columns: conditionColumns.filter(({ key }) => key !== 'look'),
  rows: conditionsView(study).rows.map((row) => ({ ...row })),
});

const monotone = (study: StudyReport): RunTableView => ({
  title: 'Strictly decreasing',
  columns: [textColumn('cell'), textColumn('levels'), probabilityColumn('probability', 'P(decreasing)', 2)],
  rows: study.cells.flatMap((cell) => [
    { cell: cellName(study, cell.cell), levels: 'all', probability: cell.probabilityMonotone },
    ...cell.merged.map(({ temperatures, probability }) => ({
      cell: cellName(study, cell.cell),
      levels: `${temperatures.join(' and ')} merged`,
      probability,
    })),
  ]),
});

const pairs = (study: StudyReport): RunTableView => ({
  title: 'Pairs of temperatures',
  columns: [
    textColumn('cell'),
    textColumn('first', 'T first'),
    textColumn('second', 'T second'),
    probabilityColumn('probability', 'P(α first > α second)', 2),
  ],
  rows: study.cells.flatMap((cell) =>
    cell.pairwise.map(({ first, second, probability }) => ({
      cell: cellName(study, cell.cell),
      first: String(first),
      second: String(second),
      probability,
    })),
  ),
});

const cross = (study: StudyReport): RunTableView => ({
  title: 'Slopes compared',
  columns: [
    textColumn('slopes', 'P(first slope < second slope)'),
    probabilityColumn('full', 'all temperatures', 3),
    probabilityColumn('common', 'common range', 3),
    textColumn('ceiling', 'common up to T'),
  ],
  rows: study.cross.map(({ first, second, full, common, ceiling }) => ({
    slopes: `${cellName(study, first)} < ${cellName(study, second)}`,
    full,
    common,
    ceiling: String(ceiling),
  })),
});

export const studyTables = (study: StudyReport): readonly RunTableView[] =>
  [conditions(study), monotone(study), pairs(study), cross(study)].filter(({ rows }) => rows.length > 0);

const SEVERITY_ORDER = { fail: 0, look: 1, fine: 2, na: 3 } as const;

/** One line for a condition: its most severe diagnostic, and how many stand behind it. */
function conditionDiagnostic({ label, report }: StudyCondition): Diagnostic | null {
  const asking = report.diagnostics
    .filter(({ severity }) => severity === 'look' || severity === 'fail')
    .sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]);
  if (asking.length === 0) return null;
  const [worst] = asking;
  const value = worst.value === null ? '' : ` = ${significant(worst.value)}`;
  const more = asking.length > 1 ? ` And ${asking.length - 1} more: show this condition.` : '';
  return { ...worst, id: label, label, value: null, hint: `${worst.label}${value}. ${worst.hint}${more}` };
}

/** A line for each condition that asks for something, and one for all that do not. */
export function studyDiagnostics(study: StudyReport): readonly Diagnostic[] {
  const conditions = study.cells.flatMap((cell) => cell.conditions);
  const asking = conditions.map(conditionDiagnostic).filter((diagnostic) => diagnostic !== null);
  const fine = conditions.length - asking.length;
  if (fine === 0) return asking;
  const label = fine === 1 ? '1 condition is fine' : `${fine} conditions are fine`;
  return [...asking, { id: 'fine', label, value: null, threshold: null, severity: 'fine', hint: '' }];
}
