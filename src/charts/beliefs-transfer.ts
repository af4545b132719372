// Instructed decisions predicted under equation 1 from parameters learned elsewhere: Figures 2 and 8, one measure at a time.
import type { Evidence, TransferRow } from '../instruments/beliefs/report-types/transfer.ts';
import type { Transfer } from '../statistics/beliefs/transfer.ts';
import { countColumn, fractionColumn, numberColumn, textColumn } from './columns.ts';
import { dotRowsChart, type DotRow, type DotRowsView } from './dot-rows.ts';
import { dotMarks } from './dot-rows-figure.ts';
import type { Figure, Row } from './figure.ts';
import { counted, fixed, fraction } from './number-format.ts';
import { seriesColor } from './roles.ts';

export const TRANSFER_MEASURES = ['logScore', 'r2', 'auroc'] as const;
export type TransferMeasure = (typeof TRANSFER_MEASURES)[number];

export const TRANSFER_WORDS: Readonly<Record<Transfer, string>> = {
  within: 'the same cell',
  cross_framing: 'other framings',
  cross_domain: 'other domains',
  combined: 'other framings, domains',
};

const EVIDENCE_WORDS: Readonly<Record<Evidence, string>> = {
  decisions: 'Belief from decisions of other framings',
  reports: 'Belief from reports',
};

const MEASURES: Readonly<
  Record<
    TransferMeasure,
    {
      readonly title: string;
      readonly axis: string;
      readonly value: (row: TransferRow) => number | null;
      readonly text: (value: number | null) => string;
      readonly caption: string;
    }
  >
> = {
  logScore: {
    title: 'Transfer: log score of held-out decisions',
    axis: 'log score, nats a decision',
    value: ({ logScore }) => logScore,
    text: (value) => fixed(value, 3),
    caption:
      'A proper score: it falls where parameters learned elsewhere are wrong. A guess at evens scores −.693.',
  },
  r2: {
    title: 'Transfer: R² of held-out decisions',
    axis: 'pooled R²',
    value: ({ pooledR2 }) => pooledR2,
    text: (value) => fraction(value),
    caption:
      'Squared error of predicted probabilities against the test cases’ own rate: below 0 where parameters learned elsewhere are worse than that rate.',
  },
  auroc: {
    title: 'Transfer: AUROC of held-out decisions',
    axis: 'mean AUROC',
    value: ({ auroc }) => auroc,
    text: (value) => fraction(value, 3),
    caption:
      'Under equation 1 a belief that is inferred from decisions orders cases by the count of accepted ones alone, ' +
      'whatever the parameters: its AUROC cannot fall when transfer fails. Read the log score instead.',
  },
};

const rowId = ({ evidence, transfer }: TransferRow): string => `${evidence} ${transfer}`;

function rowOf(row: TransferRow, measure: TransferMeasure, series: number): DotRow {
  const { value, text } = MEASURES[measure];
  const own = value(row);
  return {
    label: TRANSFER_WORDS[row.transfer],
    dots: [
      {
        id: rowId(row),
        series,
        value: own ?? NaN,
        lower: null,
        upper: null,
        color: seriesColor(series),
        shape: series === 0 ? 0 : 2,
      },
    ],
    tick: measure === 'auroc' ? row.countAuroc : null,
    text: text(own),
  };
}

const evidencesOf = (rows: readonly TransferRow[]): readonly Evidence[] => [
  ...new Set(rows.map(({ evidence }) => evidence)),
];

const REFERENCES: Readonly<Record<TransferMeasure, DotRowsView['reference']>> = {
  auroc: { value: 0.5, label: 'chance' },
  r2: { value: 0, label: 'own rate' },
  logScore: { value: -Math.LN2, label: 'evens' },
};

const viewOf = (cell: string, rows: readonly TransferRow[], measure: TransferMeasure): DotRowsView => ({
  title: MEASURES[measure].title,
  description: describeTransfer(cell, rows, measure),
  groups: evidencesOf(rows).map((evidence, series) => ({
    name: EVIDENCE_WORDS[evidence],
    rows: rows.filter((row) => row.evidence === evidence).map((row) => rowOf(row, measure, series)),
  })),
  series: [],
  axis: MEASURES[measure].axis,
  domain: null,
  reference: REFERENCES[measure],
  tick: measure === 'auroc' ? 'count of accepted decisions' : '',
});

export const describeTransfer = (
  cell: string,
  rows: readonly TransferRow[],
  measure: TransferMeasure,
): string => {
  const { axis, value, text } = MEASURES[measure];
  const all = rows.map(
    (row) =>
      `${EVIDENCE_WORDS[row.evidence].toLowerCase()}, parameters of ${TRANSFER_WORDS[row.transfer]} ${text(value(row))}`,
  );
  return `${cell}, ${axis}: ${all.join('; ')}.`;
};

const tableRow = (row: TransferRow): Row => ({
  evidence: row.evidence,
  transfer: row.transfer,
  training: row.trainingDomains.join(' '),
  targets: row.targets.length,
  auroc: row.auroc,
  count_auroc: row.countAuroc,
  pooled_r2: row.pooledR2,
  macro_r2: row.macroR2,
  log_score: row.logScore,
});

export function transferFigure(cell: string, rows: readonly TransferRow[], measure: TransferMeasure): Figure {
  const view = viewOf(cell, rows, measure);
  const own = new Map(rows.map((row) => [rowId(row), row]));
  return {
    id: `beliefs-transfer-${measure}`,
    title: view.title,
    subtitle:
      'Decisions of one framing predicted with slope and threshold that were learned in the cases a row names.',
    caption: MEASURES[measure].caption,
    description: view.description,
    columns: [
      textColumn('evidence', 'Evidence'),
      textColumn('transfer', 'Transfer'),
      textColumn('training', 'Learned in'),
      countColumn('targets', 'Targets'),
      fractionColumn('auroc', 'AUROC', 3),
      fractionColumn('count_auroc', 'AUROC of the count', 3),
      fractionColumn('pooled_r2', 'R²', 3),
      fractionColumn('macro_r2', 'R², mean of targets', 3),
      numberColumn('log_score', 'Log score', 3),
    ],
    rows: rows.map(tableRow),
    marks: dotMarks(view, ({ id }) => {
      const row = own.get(id)!;
      return {
        name: `Parameters of ${TRANSFER_WORDS[row.transfer]}`,
        lines: [
          EVIDENCE_WORDS[row.evidence],
          `log score ${fixed(row.logScore, 3)}`,
          `R² ${fraction(row.pooledR2)}`,
          `AUROC ${fraction(row.auroc, 3)}, of the bare count ${fraction(row.countAuroc, 3)}`,
          counted(row.targets.length, 'target'),
        ],
      };
    }),
    draw: (width) => dotRowsChart(view, width),
  };
}
