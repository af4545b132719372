// What the page of a study shows: a pure function of its report.
import { alphaTemperatureFigure } from '../../charts/alpha-temperature.ts';
import { conditionColumns } from '../../charts/conditions.ts';
import type { Figure } from '../../charts/figure.ts';
import { probabilityColumn, textColumn } from '../../charts/columns.ts';
import { slopeDensityFigure } from '../../charts/slope-density.ts';
import { slopeForestFigure } from '../../charts/slope-forest.ts';
import type { StudyReport } from '../../instruments/seu/report.ts';
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
  columns: conditionColumns,
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

/** Diagnostics of all conditions that ask for something, each naming its condition. */
export const studyDiagnostics = (study: StudyReport): readonly Diagnostic[] =>
  study.cells.flatMap(({ conditions: list }) =>
    list.flatMap(({ label, report }) =>
      report.diagnostics
        .filter(({ severity }) => severity === 'look' || severity === 'fail')
        .map((diagnostic) => ({
          ...diagnostic,
          id: `${label}:${diagnostic.id}`,
          label: `${label}: ${diagnostic.label}`,
        })),
    ),
  );
