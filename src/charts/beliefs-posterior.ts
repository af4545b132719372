// What full Bayes knows of slopes and of held-out scores: posterior means with 90 % intervals, line by line.
import type { PosteriorScoreRow } from '../instruments/beliefs/posterior/report-tables.ts';
import type { PromptRow } from '../instruments/beliefs/report-types/scores.ts';
import type { SummaryRow } from '../statistics/summarise.ts';
import { boundedText } from './beliefs-bounded.ts';
import { framingsOf, promptLabel, promptRole, type PromptRole } from './beliefs-roles.ts';
import { countColumn, numberColumn, textColumn } from './columns.ts';
import { dotMarks } from './dot-rows-figure.ts';
import { dotRowsChart, type DotGroup, type DotRow, type DotRowsView } from './dot-rows.ts';
import type { Figure } from './figure.ts';
import { estimate } from './number-format.ts';
import { seriesColor } from './roles.ts';

interface Interval {
  readonly median: number;
  readonly q5: number;
  readonly q95: number;
}

const lineOf = (
  id: string,
  label: string,
  interval: Interval,
  text: string,
  { color, shape }: PromptRole,
): DotRow => ({
  label,
  dots: [{ id, series: 0, value: interval.median, lower: interval.q5, upper: interval.q95, color, shape }],
  tick: null,
  text,
});

const chartOf = (
  title: string,
  groups: readonly DotGroup[],
  axis: string,
  domain: DotRowsView['domain'],
): DotRowsView => ({
  title,
  description: `Posterior medians and 90\u202f% intervals: ${groups
    .flatMap(({ name, rows }) =>
      rows.map(({ label, text }) => `${name === '' ? '' : `${name}, `}${label} ${text}`),
    )
    .join('; ')}.`,
  groups,
  series: [],
  axis,
  domain,
  reference: null,
  tick: '',
});

const slopeText = ({ median, q5, q95 }: Interval): string => estimate(median, q5, q95);
const scoreText = ({ median, q5, q95 }: Interval): string =>
  boundedText({ value: median, lower: q5, upper: q95 });

const BARS = 'Dots: posterior medians. Bars: 90\u202f% intervals.';

/** Slopes of decisions and scales on the logit of the belief; null where the model has none of its own. */
export function slopeFigure(prompts: readonly PromptRow[], summary: readonly SummaryRow[]): Figure | null {
  const rows = new Map(summary.map((row) => [row.variable, row]));
  const framings = framingsOf(prompts);
  const found = prompts.flatMap((prompt) => {
    const row = rows.get(`${prompt.prompt}.beta`);
    return row === undefined ? [] : [{ prompt, row }];
  });
  if (found.length === 0) return null;
  const lines = found.map(({ prompt, row }) =>
    lineOf(prompt.prompt, promptLabel(prompt.prompt), row, slopeText(row), promptRole(prompt, framings)),
  );
  const top = Math.max(...found.map(({ row }) => row.q95));
  const view = chartOf('Slopes on the belief', [{ name: '', rows: lines }], 'slope on logit z', [
    0,
    top * 1.05,
  ]);
  return {
    id: 'beliefs-slopes',
    title: view.title,
    subtitle: `How sharply each answer turns with the belief. ${BARS}`,
    caption: 'A slope near 0 leaves the answer unrelated to the belief, and its threshold without meaning.',
    description: view.description,
    columns: [
      textColumn('variable'),
      ...['mean', 'sd', 'median', 'q5', 'q95'].map((key) => numberColumn(key)),
      numberColumn('rhat', 'R-hat', 3),
      countColumn('ess_bulk', 'Bulk ESS'),
      countColumn('ess_tail', 'Tail ESS'),
    ],
    rows: found.map(({ row }) => ({ ...row })),
    marks: dotMarks(view, ({ id }) => {
      const { row } = found.find(({ prompt }) => prompt.prompt === id)!;
      return {
        name: promptLabel(id),
        lines: [`slope ${slopeText(row)}`, `R-hat ${(row.rhat ?? NaN).toFixed(3)}`],
      };
    }),
    draw: (width) => dotRowsChart(view, width),
  };
}

const SCORE = { concordance: 'concordance', pooled_r2: 'R²' } as const;
const DIRECTION = {
  reports_to_decisions: 'decisions, from reports',
  decisions_to_reports: 'reports, from decisions',
} as const;

const TARGET = { reports_to_decisions: 'decisions', decisions_to_reports: 'reports' } as const;

/** Held-out scores over draws; null where nothing could be predicted. */
export function posteriorScoreFigure(
  scores: readonly PosteriorScoreRow[],
  draws: number,
  cases: number,
): Figure | null {
  if (scores.length === 0) return null;
  const role = { color: seriesColor(0), shape: 0 };
  const groups = (['concordance', 'pooled_r2'] as const).map((score): DotGroup => ({
    name: SCORE[score],
    rows: scores
      .filter((row) => row.score === score)
      .map((row) => lineOf(`${row.direction} ${score}`, TARGET[row.direction], row, scoreText(row), role)),
  }));
  const view = chartOf('Held-out scores over the posterior', groups, 'held-out score', null);
  return {
    id: 'beliefs-posterior-scores',
    title: view.title,
    subtitle: `Decisions predicted from reports, reports from decisions; ${draws} draws, ${cases} test cases. ${BARS}`,
    caption:
      'What is not known of the parameters, the test cases being what they are: intervals over resampled cases come ' +
      'with a fit by MAP.',
    description: view.description,
    columns: [
      textColumn('direction', 'Predicted'),
      textColumn('score', 'Score'),
      ...['mean', 'sd', 'median', 'q5', 'q95'].map((key) => numberColumn(key)),
    ],
    rows: scores.map((row) => ({ ...row, direction: DIRECTION[row.direction], score: SCORE[row.score] })),
    marks: dotMarks(view, ({ id }) => {
      const row = scores.find(({ direction, score }) => id === `${direction} ${score}`)!;
      return { name: DIRECTION[row.direction], lines: [`${SCORE[row.score]} ${scoreText(row)}`] };
    }),
    draw: (width) => dotRowsChart(view, width),
  };
}
