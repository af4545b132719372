// The report of full Bayes as JSON and as plain tables, under the field's names.
import { writeTableCsv, type TableRow } from '../../../formats/table-csv.ts';
import type { PosteriorPlan } from './plan.ts';
import type { PosteriorCellReport } from './report.ts';
import type { DirectionScores, ScoreSummary } from './scores.ts';
import { convergenceWords } from './convergence-words.ts';

type Cells = readonly PosteriorCellReport[];

/** What --json prints; draws themselves are in the chunks, not in the report. */
export const posteriorJson = ({ settings, seed }: PosteriorPlan, cells: Cells, seconds: number) => ({
  model: settings.kind,
  estimator: 'hmc',
  clip: settings.clip,
  missing: settings.missing,
  priors: settings.priors,
  sampler: settings.sampler,
  seed,
  seconds,
  cells: cells.map(({ name, agent, domain, cases, estimates, limits, failures }) => ({
    cell: name,
    agent,
    domain,
    cases,
    convergence: estimates && convergenceWords(estimates.diagnostics),
    summary: estimates?.summary ?? null,
    thresholds: estimates?.thresholds ?? null,
    differences: estimates?.differences ?? null,
    scores: estimates?.scores ?? null,
    diagnostics: estimates?.diagnostics ?? null,
    sampler: estimates?.sampler ?? null,
    limits,
    failures,
  })),
});

const DIRECTIONS = ['reports_to_decisions', 'decisions_to_reports'] as const;

/** One held-out score over draws. */
export interface PosteriorScoreRow extends ScoreSummary {
  readonly direction: (typeof DIRECTIONS)[number];
  readonly score: 'concordance' | 'pooled_r2';
}

const scoreRows = (
  direction: PosteriorScoreRow['direction'],
  { concordance, pooled_r2 }: DirectionScores,
): readonly PosteriorScoreRow[] => [
  { direction, score: 'concordance', ...concordance },
  { direction, score: 'pooled_r2', ...pooled_r2 },
];

export const scoresOf = ({ estimates }: PosteriorCellReport): readonly PosteriorScoreRow[] => {
  const scores = estimates?.scores;
  return scores ? DIRECTIONS.flatMap((direction) => scoreRows(direction, scores[direction])) : [];
};

const joined = (
  cells: Cells,
  rowsOf: (cell: PosteriorCellReport) => readonly object[],
): readonly TableRow[] =>
  cells.flatMap((cell) =>
    rowsOf(cell).map((row): TableRow => ({ agent: cell.agent, domain: cell.domain, ...row })),
  );

/** File name → text of the tables that have rows. */
export function posteriorTables(cells: Cells): Readonly<Record<string, string>> {
  const tables: Readonly<Record<string, readonly TableRow[]>> = {
    'summary.csv': joined(cells, ({ estimates }) => estimates?.summary ?? []),
    'thresholds.csv': joined(cells, ({ estimates }) => estimates?.thresholds ?? []),
    'differences.csv': joined(cells, ({ estimates }) =>
      (estimates?.differences ?? []).map((row) => ({ ...row, thresholds: row.thresholds.join(' ') })),
    ),
    'scores.csv': joined(cells, scoresOf),
  };
  return Object.fromEntries(
    Object.entries(tables)
      .filter(([, rows]) => rows.length > 0)
      .map(([name, rows]) => [name, writeTableCsv(rows)]),
  );
}
