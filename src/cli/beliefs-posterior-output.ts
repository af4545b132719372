// What full Bayes for beliefs prints and writes: summaries of draws, thresholds and scores, cell by cell.
import { writeTableCsv, type TableRow } from '../formats/table-csv.ts';
import type { PosteriorPlan } from '../instruments/beliefs/posterior/plan.ts';
import type { PosteriorCellReport } from '../instruments/beliefs/posterior/report.ts';
import type { DirectionScores, ScoreSummary } from '../instruments/beliefs/posterior/scores.ts';
import { columns, diagnosticLines } from './text.ts';

type Cells = readonly PosteriorCellReport[];

/** Draws themselves are in the chunks, not in the report. */
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
    summary: estimates?.summary ?? null,
    thresholds: estimates?.thresholds ?? null,
    scores: estimates?.scores ?? null,
    diagnostics: estimates?.diagnostics ?? null,
    sampler: estimates?.sampler ?? null,
    limits,
    failures,
  })),
});

const DIRECTIONS = ['reports_to_decisions', 'decisions_to_reports'] as const;

interface ScoreRow extends ScoreSummary {
  readonly direction: string;
  readonly score: string;
}

const scoreRows = (direction: string, { concordance, pooled_r2 }: DirectionScores): readonly ScoreRow[] => [
  { direction, score: 'concordance', ...concordance },
  { direction, score: 'pooled_r2', ...pooled_r2 },
];

const scoresOf = ({ estimates }: PosteriorCellReport): readonly ScoreRow[] => {
  const scores = estimates?.scores;
  return scores ? DIRECTIONS.flatMap((direction) => scoreRows(direction, scores[direction])) : [];
};

const joined = (cells: Cells, rowsOf: (cell: PosteriorCellReport) => readonly object[]): string =>
  writeTableCsv(
    cells.flatMap((cell) =>
      rowsOf(cell).map((row): TableRow => ({ agent: cell.agent, domain: cell.domain, ...row })),
    ),
  );

export const posteriorTables = (cells: Cells): Readonly<Record<string, string>> => ({
  'summary.csv': joined(cells, ({ estimates }) => estimates?.summary ?? []),
  'thresholds.csv': joined(cells, ({ estimates }) => estimates?.thresholds ?? []),
  'scores.csv': joined(cells, scoresOf),
});

const figure = (value: number | null, digits = 3): string =>
  value === null || !Number.isFinite(value) ? 'NA' : value.toFixed(digits);

const THRESHOLDS = ['cell', 'prompt', 'framing', 'instructed', 'mean', 'sd', '5 %', '95 %', 'R-hat', 'ESS'];
const SCORES = ['cell', 'direction', 'score', 'mean', 'sd', '5 %', '95 %'];

const thresholdLines = ({ name, estimates }: PosteriorCellReport): readonly (readonly string[])[] =>
  (estimates?.thresholds ?? []).map((row) => [
    name,
    row.prompt,
    row.framing,
    figure(row.nominal),
    ...[row.mean, row.sd, row.q5, row.q95, row.rhat].map((value) => figure(value)),
    figure(row.ess_bulk, 0),
  ]);

const scoreLines = (cell: PosteriorCellReport): readonly (readonly string[])[] =>
  scoresOf(cell).map(({ direction, score, mean, sd, q5, q95 }) => [
    cell.name,
    direction.replaceAll('_', ' '),
    score === 'pooled_r2' ? 'R²' : score,
    ...[mean, sd, q5, q95].map((value) => figure(value)),
  ]);

function findings({ name, estimates, limits, failures }: PosteriorCellReport): string {
  const sentences = [...failures.map(({ message }) => `failed: ${message}`), ...limits];
  return [
    ...sentences.map((sentence) => `${name}: ${sentence}\n`),
    estimates === null ? '' : `${name}\n${diagnosticLines(estimates.diagnostics)}`,
  ].join('');
}

export function posteriorText({ settings }: PosteriorPlan, cells: Cells): string {
  const { kind, sampler } = settings;
  return [
    `Model ${kind}, full Bayes: ${sampler.chains} chains of ${sampler.draws} draws (${sampler.name})\n`,
    columns([THRESHOLDS, ...cells.flatMap(thresholdLines)]),
    columns([SCORES, ...cells.flatMap(scoreLines)]),
    ...cells.map(findings),
  ].join('\n');
}
